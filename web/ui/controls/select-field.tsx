import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '#web/ui/classes.ts';
import { controlStyle } from './control-style.ts';
import { Field, type FieldTexts, useFieldIds } from './field.tsx';

/** One choice of a select. */
export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

/** Props of {@link SelectField}. */
export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'children' | 'size'>, FieldTexts {
  options: readonly SelectOption[];
}

/** The browser's own select in our clothes: phones bring their own wheel. */
export function SelectField({ label, hint, error, aside, options, className, id, ...rest }: SelectFieldProps) {
  const texts = { label, hint, error, aside };
  const ids = useFieldIds(texts, id);
  return (
    <Field className={className} ids={ids} texts={texts}>
      <div className="relative">
        <select {...rest} {...ids.control} className={classes(controlStyle, 'h-10 appearance-none pe-9')}>
          {options.map((option) => (
            <option key={option.value} disabled={option.disabled} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-3 end-3 text-faint" size={16} />
      </div>
    </Field>
  );
}
