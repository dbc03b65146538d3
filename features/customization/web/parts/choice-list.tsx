import type { CSSProperties, ReactNode } from 'react';
import { classes } from '#platform/web/ui/classes.ts';

/** One of several, each drawn as what it does. */
export function ChoiceList<T extends string>({
  legend,
  name,
  options,
  value,
  disabled,
  onChange,
}: {
  legend: string;
  name: string;
  options: readonly { value: T; label: ReactNode; style?: CSSProperties; note?: ReactNode }[];
  /** Null: none yet. */
  value: T | null;
  disabled?: boolean;
  onChange: (value: T) => void;
}) {
  return (
    <fieldset className="grid gap-2" disabled={disabled}>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      {options.map((option) => (
        <label
          className={classes(
            'flex min-h-11 items-center gap-3 rounded-control border border-hairline px-3 py-1.5 has-checked:border-primary-text has-checked:bg-primary-wash',
            disabled ? 'cursor-not-allowed text-faint' : 'cursor-pointer hover:bg-hover',
          )}
          key={option.value}
        >
          <input
            checked={option.value === value}
            className="radio"
            name={name}
            onChange={() => onChange(option.value)}
            type="radio"
            value={option.value}
          />
          <span className="min-w-0 flex-1" style={option.style}>
            {option.label}
          </span>
          {option.note && <span className="text-xs text-faint">{option.note}</span>}
        </label>
      ))}
    </fieldset>
  );
}
