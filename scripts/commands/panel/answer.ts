import { sheet, table } from '../output.ts';

type Shown = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** A record in one level: a person is their username, `{ subject: { url } }` is `subject.url`; rendered texts are left out. */
function flat(record: Shown, place = ''): Record<string, unknown> {
  const parts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    const key = place + name;
    if (name === 'html' || name === 'can') continue;
    if (isRecord(value) && typeof value['username'] === 'string') parts[key] = value['username'];
    else if (isRecord(value)) Object.assign(parts, flat(value, `${key}.`));
    else if (!Array.isArray(value)) parts[key] = value;
    else if (!value.some(isRecord)) parts[key] = value.join(', ');
  }
  return parts;
}

/** Rows of a list under the given columns, or all that its rows have. */
function rowsOf(items: readonly unknown[], columns?: readonly string[]): string {
  const rows = items.map((item) => (isRecord(item) ? flat(item) : { text: item }));
  if (rows.length === 0) return 'Nothing.';
  const names = columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return table(
    names,
    rows.map((row) => names.map((name) => row[name] ?? '')),
  );
}

/** The answer of an endpoint for a person: its lists as tables, all else as lines. */
export function shownAnswer(answer: Shown, columns?: readonly string[]): string {
  const { items, next, ok, ...rest } = answer;
  if (ok === true && Object.keys(rest).length === 0) return 'Done.';
  const lists = Object.entries(rest).filter(([, value]) => Array.isArray(value) && value.some(isRecord));
  const all = Object.entries(flat(rest));
  const isText = ([, value]: readonly [string, unknown]): boolean => typeof value === 'string' && value.includes('\n');
  const lines = Object.fromEntries(all.filter((entry) => !isText(entry)));
  return [
    ...(Array.isArray(items) ? [rowsOf(items, columns)] : []),
    ...(Object.keys(lines).length > 0 ? [sheet(lines)] : []),
    ...all.filter(isText).map(([name, text]) => `${name}\n${String(text)}`),
    ...lists.map(([name, list]) => `${name}\n${rowsOf(list as unknown[])}`),
    ...(typeof next === 'string' ? [`More: --after '${next}'`] : []),
  ].join('\n\n');
}
