/** One measured value beside its budget. */
export interface Verdict {
  readonly what: string;
  readonly value: number;
  readonly budget: number;
  readonly unit: string;
  readonly isMet: boolean;
}

/** Lines of columns, as wide as they must be; the first is aligned left, the others right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ');
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** A number as short as it says something; a dash for what was not measured. */
export function round(value: number | null): string {
  if (value === null) return '-';
  return value >= 100 ? String(Math.round(value)) : value.toFixed(value < 10 ? 2 : 1);
}

/** The budgets that were met and those that were not. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const marks = verdicts.map(({ what, value, budget, unit, isMet }) => [
    what,
    round(value),
    round(budget),
    unit,
    isMet ? 'met' : 'OVER',
  ]);
  return table(['budget', 'measured', 'budget', 'unit', ''], marks);
}
