import { countText, shortCount } from '#web/lib/format.ts';
import { classes } from './classes.ts';

/** A number that counts, in tabular figures; `short` writes 1.2K, with the whole number on hover. */
export function Counter({
  value,
  short,
  className,
}: {
  value: number;
  short?: boolean | undefined;
  className?: string | undefined;
}) {
  const whole = countText(value);
  const text = short ? shortCount(value) : whole;
  return (
    <span className={classes('tape', className)} title={text === whole ? undefined : whole}>
      {text}
    </span>
  );
}

/** Credits on an odometer: a window for each digit, leading zeros faint. */
export function Odometer({ value, digits = 5, label }: { value: number; digits?: number; label: string }) {
  const figures = String(Math.max(0, Math.trunc(value)))
    .padStart(digits, '0')
    .split('');
  const first = figures.findIndex((figure) => figure !== '0');
  const start = first < 0 ? figures.length - 1 : first;
  return (
    <span aria-label={`${countText(value)} ${label}`} className="odometer tape" role="img">
      {figures.map((figure, index) => (
        <span key={figures.length - index} aria-hidden="true" className={index < start ? 'text-faint' : undefined}>
          {figure}
        </span>
      ))}
    </span>
  );
}
