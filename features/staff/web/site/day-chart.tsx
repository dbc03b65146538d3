const HEIGHT = 80;
const BAR = 10;
const GAP = 3;
/** Fewer days stand at the end of as wide a chart: one alone would be a wall. */
const FEWEST = 14;

/** A figure of a day. */
export interface DayValue {
  /** `2026-11-23`. */
  readonly day: string;
  readonly value: number;
}

const plain = (value: number): string => value.toLocaleString('en');

/** Bars by day, with the numbers as a table behind them. */
export function DayChart({
  label,
  days,
  shown = plain,
  summary,
}: {
  label: string;
  days: readonly DayValue[];
  /** A value with its unit. */
  shown?: (value: number) => string;
  /** In the place of what there is today and in all days. */
  summary?: string;
}) {
  const most = Math.max(1, ...days.map(({ value }) => value));
  const sum = days.reduce((total, { value }) => total + value, 0);
  const places = Math.max(FEWEST, days.length);
  const width = places * (BAR + GAP) - GAP;
  const last = days.at(-1)!;
  return (
    <section aria-label={label} className="min-w-0 rounded-card border border-hairline bg-surface p-4">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
        {label}
        <span className="text-sm font-normal text-soft">
          {summary ??
            `${shown(last.value)} today, ${shown(sum)} in ${days.length} ${days.length === 1 ? 'day' : 'days'}`}
        </span>
      </h2>
      <svg
        aria-hidden="true"
        className="mt-3 block h-24 w-full text-mark"
        preserveAspectRatio="none"
        viewBox={`0 0 ${width} ${HEIGHT}`}
      >
        {days.map(({ day, value }, at) => {
          const height = value === 0 ? 1 : Math.max(2, (value / most) * HEIGHT);
          return (
            <rect
              fill="currentColor"
              height={height}
              key={day}
              opacity={value === 0 ? 0.35 : 1}
              width={BAR}
              x={(places - days.length + at) * (BAR + GAP)}
              y={HEIGHT - height}
            />
          );
        })}
      </svg>
      <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-faint">
        <span>{days.length >= FEWEST && days[0]!.day}</span>
        <span>{last.day}</span>
      </p>
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer text-soft">Numbers by day</summary>
        <table className="mt-2 w-full">
          <caption className="sr-only">{label} by day</caption>
          <thead>
            <tr className="text-start text-faint">
              <th scope="col">Day</th>
              <th className="text-end" scope="col">
                {label}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, value }) => (
              <tr key={day}>
                <th className="text-start font-normal" scope="row">
                  {day}
                </th>
                <td className="text-end">{shown(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
