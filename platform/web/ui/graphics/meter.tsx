import { classes } from '#platform/web/ui/classes.ts';

/** Props of {@link Meter}. */
export interface MeterProps {
  value: number;
  max: number;
  /** What it measures, for screen readers: "XP to level 10". */
  label: string;
  /** The value in words; "1,640 of 1,700 XP". */
  valueText?: string | undefined;
  segments?: number;
  size?: 'sm' | 'md';
  className?: string | undefined;
}

/** A level meter of lit segments, green to yellow to orange like a VU bridge. */
export function Meter({ value, max, label, valueText, segments = 16, size = 'sm', className }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const lit = share > 0 ? Math.max(1, Math.round(share * segments)) : 0;
  return (
    <span
      aria-label={label}
      aria-valuemax={max}
      aria-valuemin={0}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={valueText}
      className={classes('meter', size === 'md' ? 'h-4' : 'h-3', className)}
      role="meter"
    >
      {Array.from({ length: segments }, (_, index) => (
        <i key={index} className={index < lit ? tone(index / segments) : 'bg-meter-off'} />
      ))}
    </span>
  );
}

function tone(at: number): string {
  return at < 0.6 ? 'bg-meter-low' : at < 0.85 ? 'bg-meter-mid' : 'bg-meter-high';
}
