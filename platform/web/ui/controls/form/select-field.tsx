import type { ComponentProps } from 'react';
import { Field, type FieldTexts, useFieldIds } from './field.tsx';
import { Select } from '#platform/web/ui/controls/select.tsx';

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

/** A select with its label, and what is wrong with it. */
export function SelectField({ label, hint, error, aside, options, className, id, ...rest }: SelectFieldProps) {
  const texts = { label, hint, error, aside };
  const ids = useFieldIds(texts, id);
  return (
    <Field className={className} ids={ids} texts={texts}>
      <Select {...rest} {...ids.control}>
        {options.map((option) => (
          <option key={option.value} disabled={option.disabled} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
