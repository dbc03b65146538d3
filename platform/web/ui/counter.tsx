import { countText, shortCount } from '#platform/web/lib/format.ts';
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
  // Places count from the right: the ones stay the ones when a digit is added.
  const padded = String(Math.max(0, Math.trunc(value))).padStart(digits, '0');
  const figures = [...padded].map((figure, index) => ({ figure, place: padded.length - index }));
  const first = figures.findIndex(({ figure }) => figure !== '0');
  const start = first < 0 ? figures.length - 1 : first;
  return (
    <span aria-label={`${countText(value)} ${label}`} className="odometer tape" role="img">
      {figures.map(({ figure, place }) => (
        <span key={place} aria-hidden="true" className={figures.length - place < start ? 'text-faint' : undefined}>
          {figure}
        </span>
      ))}
    </span>
  );
}
