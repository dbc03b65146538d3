/** One measured value, beside its limit where it has one. */
export interface Row {
  readonly what: string;
  /** Null where it could not be measured. */
  readonly value: number | null;
  readonly unit: string;
  /** The limit: the value may be at most, or must be at least, so large. */
  readonly most?: number | undefined;
  readonly least?: number | undefined;
  /** Further figures of it, in words. */
  readonly more?: string;
}

/** A number as short as it says something; a dash for what was not measured. */
export function short(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '-';
  return value >= 100 ? String(Math.round(value)) : value.toFixed(value < 10 ? 2 : 1);
}

function verdict({ value, most, least }: Row): string {
  if (value === null) return '';
  if (most !== undefined) return `${value <= most ? 'met' : 'OVER'} ${most}`;
  return least === undefined ? '' : `${value >= least ? 'met' : 'UNDER'} ${least}`;
}

/** All rows as a table. */
export function report(rows: readonly Row[]): string {
  const lines = rows.map((row) => [row.what, `${short(row.value)} ${row.unit}`, verdict(row), row.more ?? '']);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A share of some numbers: 0.5 is the median. NaN where there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The mean of some numbers. */
export const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** The difference of two counts that may not be known. */
export const less = (after: number | null, before: number | null): number | null =>
  after === null || before === null ? null : after - before;
