import { type ReactNode, useId } from 'react';

/** A slider with its label and value. */
export function RangeField({
  label,
  value,
  valueText = String(value),
  min,
  max,
  step,
  hint,
  disabled,
  onChange,
}: {
  label: string;
  value: number;
  valueText?: string;
  min: number;
  max: number;
  step: number;
  hint?: ReactNode;
  disabled?: boolean;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <label className="text-sm font-semibold" htmlFor={id}>
          {label}
        </label>
        <output className="tape text-xs text-faint" htmlFor={id}>
          {valueText}
        </output>
      </div>
      <input
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-valuetext={valueText}
        className="h-10 w-full cursor-pointer accent-primary disabled:cursor-not-allowed disabled:opacity-50"
        disabled={disabled}
        id={id}
        max={max}
        min={min}
        onChange={(event) => onChange(Number(event.target.value))}
        step={step}
        type="range"
        value={value}
      />
      {hint && (
        <p className="text-xs text-faint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
