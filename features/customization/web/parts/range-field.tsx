import { type ReactNode, useId } from 'react';
import { Slider } from '#platform/web/ui/controls/slider.tsx';

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
      <Slider
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-valuetext={valueText}
        disabled={disabled}
        id={id}
        max={max}
        min={min}
        onChange={onChange}
        step={step}
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
