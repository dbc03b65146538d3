import { OTPField } from '@base-ui/react/otp-field';
import { classes } from '#platform/web/ui/classes.ts';
import { controlStyle } from '#platform/web/ui/controls/control-style.ts';
import { Field, type FieldTexts, useFieldIds } from './field.tsx';

/** Props of {@link OtpField}. */
export interface OtpFieldProps extends FieldTexts {
  length?: number;
  name?: string;
  value?: string;
  onValueChange?: (code: string) => void;
  /** All digits are there. */
  onComplete?: (code: string) => void;
  disabled?: boolean;
  autoFocus?: boolean;
}

/** A one-time code, a cell for each digit; pasting fills them all. */
export function OtpField({
  label,
  hint,
  error,
  aside,
  length = 6,
  name,
  value,
  onValueChange,
  onComplete,
  disabled,
  autoFocus,
}: OtpFieldProps) {
  const texts = { label, hint, error, aside };
  const ids = useFieldIds(texts);
  return (
    <Field ids={ids} texts={texts}>
      <OTPField.Root
        {...ids.control}
        className="flex max-w-80 gap-2"
        disabled={disabled}
        length={length}
        name={name}
        onValueChange={(code) => onValueChange?.(code)}
        onValueComplete={(code) => onComplete?.(code)}
        value={value}
      >
        {Array.from({ length }, (_, index) => (
          <OTPField.Input
            key={index}
            aria-invalid={ids.control['aria-invalid']}
            aria-label={index === 0 ? undefined : `Digit ${index + 1} of ${length}`}
            autoFocus={autoFocus && index === 0}
            className={classes(controlStyle, 'tape h-12 min-w-0 flex-1 px-0 text-center text-xl font-semibold')}
          />
        ))}
      </OTPField.Root>
    </Field>
  );
}
