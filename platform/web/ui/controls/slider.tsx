import type { CSSProperties, ComponentProps } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import './slider.css';

/** Props of {@link Slider}. */
export interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A range whose line is filled up to its value. A browser's own line would be dark on paper. */
export function Slider({ value, min, max, onChange, className, style, ...rest }: SliderProps) {
  const level = Math.min(1, Math.max(0, (value - min) / (max - min)));
  return (
    <input
      {...rest}
      className={classes('slider', className)}
      max={max}
      min={min}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      style={{ '--level': level, ...style } as CSSProperties}
      type="range"
      value={value}
    />
  );
}
