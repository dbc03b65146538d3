import { classes } from '#platform/web/ui/classes.ts';

/** Five bars: x, top and height on a 24px grid. */
const bars = [
  [2.5, 10, 4],
  [7.25, 6.5, 11],
  [12, 2.5, 19],
  [16.75, 7.5, 9],
  [21.5, 10, 4],
] as const;

/** The mark: the site's own logo, or five bars of a waveform. Decorative; the name stands beside it. */
export function Logo({
  className,
  size = 28,
  src = null,
}: {
  className?: string | undefined;
  size?: number;
  src?: string | null;
}) {
  if (src !== null)
    return <img alt="" className={classes('rounded-small', className)} height={size} src={src} width={size} />;
  return (
    <svg
      aria-hidden="true"
      className={classes('logo text-mark', className)}
      height={size}
      viewBox="0 0 24 24"
      width={size}
    >
      {bars.map(([x, top, height]) => (
        <rect
          key={x}
          className="logo-bar"
          fill="currentColor"
          height={height}
          rx="1.25"
          width="2.5"
          x={x - 1.25}
          y={top}
        />
      ))}
    </svg>
  );
}
