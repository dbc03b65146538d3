import { useId, useState } from 'react';
import { controlStyle } from '#platform/web/ui/controls/control-style.ts';
import { Field, useFieldIds } from '#platform/web/ui/controls/form/field.tsx';
import { classes } from '#platform/web/ui/classes.ts';

const hex = /^#[\da-f]{6}$/i;

/** A colour, picked or typed as `#rrggbb`; what is typed counts as soon as it is a colour. */
export function ColorField({
  label,
  hint,
  error,
  value,
  disabled,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: string;
  disabled?: boolean;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed !== null && !hex.test(typed) ? 'A color is written as #rrggbb.' : undefined;
  const texts = { label, hint, error: error ?? wrong };
  const ids = useFieldIds(texts);
  const pickerId = useId();
  return (
    <Field ids={ids} texts={texts}>
      <div className="flex gap-2">
        <label className="sr-only" htmlFor={pickerId}>
          {label}, picker
        </label>
        <input
          className="h-10 w-12 shrink-0 cursor-pointer rounded-control border border-control-line bg-sunken p-1 disabled:cursor-not-allowed disabled:opacity-50"
          disabled={disabled}
          id={pickerId}
          onChange={(event) => {
            setTyped(null);
            onChange(event.target.value);
          }}
          type="color"
          value={value}
        />
        <input
          {...ids.control}
          autoCapitalize="off"
          autoComplete="off"
          className={classes(controlStyle, 'tape h-10')}
          disabled={disabled}
          maxLength={7}
          onBlur={() => setTyped(null)}
          onChange={(event) => {
            const next = event.target.value.trim();
            setTyped(next);
            if (hex.test(next)) onChange(next.toLowerCase());
          }}
          spellCheck={false}
          value={typed ?? value}
        />
      </div>
    </Field>
  );
}
