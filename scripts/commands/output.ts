import type { Outcome } from './command.ts';

/** Characters that a terminal would obey instead of showing, and those that turn the direction of writing. */
const unseen = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text of members as it may stand on a terminal: nothing in it is a command for the terminal. */
export function harmless(text: string): string {
  return text.replaceAll(unseen, '\uFFFD');
}

function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Characters that a column of a table has at most; `show` commands and `--json` give the whole. */
const COLUMN = 60;

/** Rows under the names of their columns, each as wide as it needs. */
export function table(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) =>
    row.map((value) => {
      const text = cell(value);
      return text.length > COLUMN ? `${text.slice(0, COLUMN - 1)}…` : text;
    }),
  );
  const widths = columns.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]!.length)));
  const line = (row: readonly string[]): string =>
    row
      .map((text, at) => text.padEnd(widths[at]!))
      .join('  ')
      .trimEnd();
  return [line(columns), ...cells.map(line)].join('\n');
}

/** A record: one field per line. */
export function sheet(parts: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(parts).map((name) => name.length));
  return Object.entries(parts)
    .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`)
    .join('\n');
}

/** A page of a list: its rows, and how to get the next. */
export function listed(
  page: { items: readonly object[]; next?: string | null },
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  nothing: string,
): Outcome {
  const more = page.next ? `\n\nMore: --after '${page.next}'` : '';
  return { data: page, text: rows.length === 0 ? nothing : table(columns, rows) + more };
}
