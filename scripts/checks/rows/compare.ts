import type { SeenFact } from '#site/testing/row-record.ts';
import type { Field, RowsCall, Shape } from './shapes.ts';

/** JavaScript types of pg's values, by the OID of the column's type. Others arrive as string. */
const kindsOfTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries([21, 23, 26, 700, 701].map((type) => [type, 'number'])),
  ...Object.fromEntries([1082, 1114, 1184].map((type) => [type, 'Date'])),
  ...Object.fromEntries(
    [199, 1000, 1001, 1005, 1007, 1009, 1015, 1016, 1021, 1022, 1115, 1182, 1185, 1231, 2951, 3807].map((type) => [
      type,
      'array',
    ]),
  ),
  16: 'boolean',
  17: 'Buffer',
  20: 'string (int8)',
  1700: 'string (numeric)',
  // A JSON value is compared by what was seen of it.
  114: 'any',
  3802: 'any',
};

/** The observed values of one call in tests: kinds and texts by path. */
type Seen = ReadonlyMap<string, { readonly kinds: ReadonlySet<string>; readonly texts: ReadonlySet<string> }>;

/** The result of the comparison. */
export interface Comparison {
  /** One sentence for each difference: place, column, expected, found. */
  readonly faults: readonly string[];
  /** Calls that declare columns. */
  readonly typed: readonly RowsCall[];
  /** Those of them that no test has run. */
  readonly unseen: readonly RowsCall[];
}

/** Compares the columns that calls of `rows` declare with those that came. */
export function compareRows(calls: readonly RowsCall[], facts: Iterable<SeenFact>): Comparison {
  const seen = seenByPlace(facts);
  const typed = calls.filter((call) => call.columns !== null);
  return {
    faults: typed.flatMap((call) => faultsOf(call, seen.get(call.place))),
    typed,
    unseen: typed.filter((call) => !seen.has(call.place)),
  };
}

function seenByPlace(facts: Iterable<SeenFact>): ReadonlyMap<string, Seen> {
  const places = new Map<string, Map<string, { kinds: Set<string>; texts: Set<string> }>>();
  for (const [place, path, kind, text] of facts) {
    const paths = places.getOrInsertComputed(place, () => new Map());
    if (path === '') continue;
    const { kinds, texts } = paths.getOrInsertComputed(path, () => ({ kinds: new Set(), texts: new Set() }));
    kinds.add(kind.startsWith('type ') ? (kindsOfTypes[kind.slice('type '.length)] ?? 'string') : kind);
    if (text !== undefined) texts.add(text);
  }
  return places;
}

function faultsOf({ place, type, columns, isOpen }: RowsCall, seen: Seen = new Map()): string[] {
  if (columns === null || seen.size === 0) return [];
  const faults: string[] = [];
  for (const path of seen.keys()) {
    if (!isOpen && !/[.[]/.test(path) && !columns.has(path))
      faults.push(`${place}: the query returns the column "${path}", which ${type} does not declare.`);
  }
  const compare = (path: string, { shape, isOptional }: Field): void => {
    const sample = seen.get(path);
    if (!sample) {
      if (!isOptional) faults.push(`${place}: the column "${path}" is declared in ${type} and the query has none.`);
      return;
    }
    for (const kind of sample.kinds) {
      // Its values say the same again.
      const isNamed = [...sample.kinds].some((other) => other.startsWith(`${kind} (`));
      if (!isNamed && !allows(shape, kind))
        faults.push(`${place}: "${path}" is expected to be ${inWords(shape)}, found ${kind}.`);
    }
    for (const text of sample.texts) {
      if (shape.texts?.has(text) === false)
        faults.push(`${place}: "${path}" is expected to be ${inWords(shape)}, found the text '${text}'.`);
    }
    if (shape.item && seen.has(`${path}[]`)) compare(`${path}[]`, { shape: shape.item, isOptional: false });
    const isOpened = [...seen.keys()].some((inside) => inside.startsWith(`${path}.`));
    if (isOpened) for (const [name, field] of shape.fields) compare(`${path}.${name}`, field);
  };
  for (const [name, field] of columns) compare(name, field);
  return faults;
}

function allows({ kinds }: Shape, kind: string): boolean {
  const plain = kind.replace(/ .*/, '');
  return plain === 'any' || kinds.has('any') || kinds.has(plain);
}

function inWords({ kinds, texts }: Shape): string {
  const words = [...kinds].map((kind) =>
    kind === 'string' && texts ? [...texts].map((text) => `'${text}'`).join(' or ') : kind,
  );
  return words.join(' or ');
}
