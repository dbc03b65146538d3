import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { controlStyle } from '#platform/web/ui/controls/control-style.ts';
import { Field, type FieldTexts, useFieldIds } from './field.tsx';

/** Props of {@link TextField}. */
export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size'>, FieldTexts {
  /** Drawn inside, before the text. */
  icon?: ReactNode;
  /** Set like a tape counter, for codes, amounts and keys. */
  mono?: boolean | undefined;
}

/** One line of text with its label, hint and error. */
export function TextField({ label, hint, error, aside, icon, mono, className, id, ...rest }: TextFieldProps) {
  const texts = { label, hint, error, aside };
  const ids = useFieldIds(texts, id);
  return (
    <Field className={className} ids={ids} texts={texts}>
      <div className="relative">
        {icon && (
          <span className="pointer-events-none absolute inset-y-0 start-3 grid place-items-center text-faint">
            {icon}
          </span>
        )}
        <input
          {...rest}
          {...ids.control}
          className={classes(controlStyle, 'h-10', icon ? 'ps-10' : '', mono && 'tape')}
        />
      </div>
    </Field>
  );
}

/** A password with a button that shows it. */
export function PasswordField({
  label,
  hint,
  error,
  aside,
  className,
  id,
  ...rest
}: Omit<TextFieldProps, 'icon' | 'mono' | 'type'>) {
  const [shown, setShown] = useState(false);
  const texts = { label, hint, error, aside };
  const ids = useFieldIds(texts, id);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field className={className} ids={ids} texts={texts}>
      <div className="relative">
        <input
          {...rest}
          {...ids.control}
          className={classes(controlStyle, 'h-10 pe-11')}
          type={shown ? 'text' : 'password'}
        />
        <button
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-pressed={shown}
          className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-faint hover:text-text"
          onClick={() => setShown(!shown)}
          type="button"
        >
          <Icon aria-hidden="true" size={18} />
        </button>
      </div>
    </Field>
  );
}
