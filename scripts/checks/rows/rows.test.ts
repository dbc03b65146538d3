import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeenFact } from '#site/testing/row-record.ts';
import { compareRows } from './compare.ts';
import { type RowsCall, readRowsCalls } from './shapes.ts';

const source = `import { db } from './database.ts';
type State = 'draft' | 'published';
interface Base { readonly id: string }
interface Row extends Base {
  readonly title: string;
  readonly state: State;
  readonly likes: number;
  readonly made_at: Date | null;
  readonly tags: readonly string[];
  readonly authors: { name: string; color?: string }[];
  readonly settings: unknown;
}
export const all = () => db.rows<Row>('1');
export const some = (): Promise<Omit<Row, 'authors' | 'settings' | 'made_at' | 'tags'>[]> => db.rows('2');
export const more = <Extra extends object>() => db.rows<Base & Extra>('3');
export const none = () => db.rows('4');
export const other = { rows: (text: string) => [text] };
other.rows('5');
`;
const at = 'store.ts:13:29';
/** What queries bring that fit the types. */
const right: readonly SeenFact[] = [
  [at, '', 'called'],
  ...[
    ['id', 2950],
    ['title', 25],
    ['state', 25],
    ['likes', 23],
    ['made_at', 1184],
    ['tags', 1009],
    ['authors', 3802],
    ['settings', 3802],
  ].map(([column, type]): SeenFact => [at, String(column), `type ${type}`]),
  [at, 'made_at', 'null'],
  [at, 'state', 'string', 'draft'],
  [at, 'authors', 'array'],
  [at, 'authors[]', 'object'],
  [at, 'authors[].name', 'string'],
  [at, 'settings', 'object'],
  [at, 'settings.whatever', 'number'],
];

let calls: readonly RowsCall[];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'looproom-rows-'));
  const files = {
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        target: 'esnext',
        module: 'nodenext',
        types: [],
        allowImportingTsExtensions: true,
        noEmit: true,
      },
      include: ['*.ts'],
    }),
    'database.ts':
      'export const db = { rows: <T extends object>(query: string): Promise<T[]> => Promise.reject(new Error(query)) };',
    'store.ts': source,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  calls = readRowsCalls(folder, 'database.ts');
});

afterAll(() => rmSync(folder, { recursive: true }));

const faultsOf = (...facts: readonly SeenFact[]): readonly string[] => compareRows(calls, facts).faults;
/** The facts that fit, with others for one column or a path in it. */
const but = (column: string, ...facts: readonly SeenFact[]): readonly string[] =>
  faultsOf(...right.filter(([, name]) => name !== column), ...facts);

describe('the columns that a type declares', () => {
  test('are those that the compiler resolves, for calls of the database alone', () => {
    expect(
      calls.map(({ place, columns, isOpen }) => [place, columns && [...columns.keys()].toSorted(), isOpen]),
    ).toEqual([
      [at, ['authors', 'id', 'likes', 'made_at', 'settings', 'state', 'tags', 'title'], false],
      ['store.ts:14:97', ['id', 'likes', 'state', 'title'], false],
      ['store.ts:15:52', ['id'], true],
      ['store.ts:16:30', null, false],
    ]);
  });
});

describe('rows that a query brings', () => {
  test('pass where they fit their type', () => {
    expect(faultsOf(...right)).toEqual([]);
  });

  test('with a column by another name are named, with both names', () => {
    expect(but('likes', [at, 'like_count', 'type 23'])).toEqual([
      `${at}: the query returns the column "like_count", which Row does not declare.`,
      `${at}: the column "likes" is declared in Row and the query has none.`,
    ]);
  });

  test('with a bigint, which arrives as text, do not fit a number', () => {
    expect(but('likes', [at, 'likes', 'type 20'])).toEqual([
      `${at}: "likes" is expected to be number, found string (int8).`,
    ]);
  });

  test('with a null fit a nullable column alone', () => {
    expect(faultsOf(...right, [at, 'title', 'null'])).toEqual([`${at}: "title" is expected to be string, found null.`]);
  });

  test('with a text outside a closed list are named with the text', () => {
    expect(faultsOf(...right, [at, 'state', 'string', 'removed'])).toEqual([
      `${at}: "state" is expected to be 'draft' or 'published', found the text 'removed'.`,
    ]);
  });

  test('are compared inside JSON too, as far as their type goes', () => {
    expect(but('authors[].name', [at, 'authors[].display_name', 'string'])).toEqual([
      `${at}: the column "authors[].name" is declared in Row and the query has none.`,
    ]);
  });

  test('may have more columns where a type parameter stands for them', () => {
    const open = 'store.ts:15:52';
    expect(faultsOf([open, 'id', 'type 2950'], [open, 'extra', 'type 23'])).toEqual([]);
  });
});

test('calls that no test has run are listed', () => {
  const { typed, unseen } = compareRows(calls, right);
  expect([typed.length, unseen.map(({ place }) => place)]).toEqual([3, ['store.ts:14:97', 'store.ts:15:52']]);
});
