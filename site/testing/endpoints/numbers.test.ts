import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '#site/contract/contract.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { siteSettingShapes } from '#people/site-settings/server/rules.ts';

type Json = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** A field for a number, and whether it may be null. */
interface NumberField {
  readonly path: Path;
  readonly isNullable: boolean;
}

const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const isNumber = ({ type }: Json): boolean => type === 'number' || type === 'integer';

/** The number fields of a shape, wherever they stand in it. */
function numbersIn(schema: Json, path: Path = []): NumberField[] {
  const options = [...list(schema['anyOf']), ...list(schema['oneOf']), ...list(schema['allOf'])];
  if (isNumber(schema)) return [{ path, isNullable: false }];
  if (options.some(isNumber)) return [{ path, isNullable: options.some(({ type }) => type === 'null') }];
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  const items = schema['items'] as Json | undefined;
  return [
    ...properties.flatMap(([name, one]) => numbersIn(one, [...path, name])),
    ...(items && !Array.isArray(items) ? numbersIn(items, [...path, 0]) : []),
    ...options.flatMap((one) => numbersIn(one, path)),
  ];
}

/** `{ a: [{ b: value }] }` for the path a, 0, b. */
const placed = ([first, ...rest]: Path, value: unknown): unknown =>
  first === undefined ? value : typeof first === 'number' ? [placed(rest, value)] : { [first]: placed(rest, value) };

/** Whether a shape finds something wrong at a place, or at what the place stands in, where it has several shapes. */
function refuses(shape: z.ZodType, path: Path, value: unknown): boolean {
  const { error } = shape.safeParse(placed(path, value));
  const finds = (issues: readonly z.core.$ZodIssue[], under: Path): boolean =>
    issues.some((issue) => {
      const at = [...under, ...(issue.path as (string | number)[])];
      if (issue.code === 'invalid_union' && issue.errors.length > 0)
        return issue.errors.every((some) => finds(some, at));
      return at.join('.') === path.join('.');
    });
  return error !== undefined && finds(error.issues, []);
}

const jsonOf = (shape: z.ZodType): Json => z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Json;

/** What takes more than numbers, and why. */
const others: ReadonlySet<string> = new Set([
  // Part 1 §5: what is no number counts as 1.
  'POST /announcements priority',
  'PATCH /announcements/:announcementId priority',
  // A value of any setting: the shapes of the settings refuse, below.
  'PUT /staff/settings/:name value',
]);

it('every number of a body refuses what is none, and is never lost by it', () => {
  const found: string[] = [];
  const taken: string[] = [];
  for (const [key, { body }] of Object.entries<Endpoint>(contract)) {
    if (!body) continue;
    for (const { path, isNullable } of numbersIn(jsonOf(body))) {
      const name = `${key} ${path.join('.')}`;
      found.push(name);
      // What JSON makes of NaN is null: where that means "none", the client sends what was typed instead.
      const wrong = ['abc', '', '5 ', '$5', '5', '30 credits', Number.NaN, JSON.parse('1e999'), true, [], {}];
      for (const value of isNullable ? wrong : [...wrong, null])
        if (!others.has(name) && !refuses(body, path, value)) taken.push(`${name} ${JSON.stringify(value)}`);
    }
  }
  expect(found).toEqual(expect.arrayContaining(['POST /drumkits price', 'POST /tips/:kind/:contentId credits']));
  expect(found.length).toBeGreaterThan(40);
  expect(taken).toEqual([]);
});

it('every number of a query is written in digits', () => {
  const found: string[] = [];
  const taken: string[] = [];
  for (const [key, { query }] of Object.entries<Endpoint>(contract)) {
    if (!query) continue;
    for (const [name, field] of Object.entries<z.ZodType>(query.shape)) {
      const number = ['4', '60'].find((value) => typeof field.safeParse(value).data === 'number');
      if (number === undefined) continue;
      found.push(`${key} ${name}`);
      for (const value of ['abc', '', ' ', '5 ', ' 5', '$5', '0x40', '6e1', '1e999', 'NaN', 'Infinity', 'null'])
        if (!refuses(query, [name], value)) taken.push(`${key} ${name} ${JSON.stringify(value)}`);
    }
  }
  expect(found).toEqual(expect.arrayContaining(['GET /search minTempo', 'GET /drumkits/:itemId/archive minSeconds']));
  expect(taken).toEqual([]);
});

it('every setting that is a number refuses what is none', () => {
  const shapes = Object.entries(siteSettingShapes.shape as Record<string, z.ZodType>);
  const numbers = shapes.filter(([, shape]) => isNumber(jsonOf(shape)));
  expect(numbers.length).toBeGreaterThan(15);
  for (const [name, shape] of numbers)
    for (const value of ['abc', '', '5 ', '$5', '5', null, Number.NaN, JSON.parse('1e999')])
      expect([name, value, shape.safeParse(value).success]).toEqual([name, value, false]);
});
