import type { ComponentProps } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { controlStyle } from '#platform/web/ui/controls/control-style.ts';
import { Field, type FieldTexts, useFieldIds } from './field.tsx';

/** Several lines of text; grows with what is written where the browser can. */
export function TextArea({
  label,
  hint,
  error,
  aside,
  className,
  id,
  rows = 4,
  ...rest
}: ComponentProps<'textarea'> & FieldTexts) {
  const texts = { label, hint, error, aside };
  const ids = useFieldIds(texts, id);
  return (
    <Field className={className} ids={ids} texts={texts}>
      <textarea
        {...rest}
        {...ids.control}
        className={classes(controlStyle, 'grow-with-text py-2.5 leading-normal')}
        rows={rows}
      />
    </Field>
  );
}
