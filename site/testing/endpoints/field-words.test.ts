import { expect, test } from 'vitest';
import { z } from 'zod';
import { digits, email, newPassword } from '#people/accounts/contract/shapes.ts';
import { contract } from '#site/contract/contract.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { fieldErrors } from '#platform/contract/field-errors.ts';
import { account } from '#people/accounts/contract/limits.ts';
import { parseFields } from '#platform/server/http/field-words.ts';

/** What a JSON schema says of one value, as far as wrong values are made of it. */
interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Where a value stands: names of fields, and 0 for the first of a list. */
type Path = readonly (string | number)[];

/** Every field of a shape with its path, the whole first. */
function fieldsOf(shape: Shape, path: Path = []): { path: Path; shape: Shape }[] {
  return [
    { path, shape },
    ...Object.entries(shape.properties ?? {}).flatMap(([name, field]) => fieldsOf(field, [...path, name])),
    ...(shape.items ? fieldsOf(shape.items, [...path, 0]) : []),
    ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((branch) => fieldsOf(branch, path)),
  ];
}

/** Values of wrong types, and too short, too long, too small, too large and of a wrong pattern for this field. */
function wrongValues(shape: Shape): unknown[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = shape;
  return [
    undefined,
    null,
    true,
    -1.5,
    '',
    '\u0001 ?',
    'javascript:0',
    'http://a:b@c.d/',
    {},
    [],
    ['?'],
    { 'no such field': 1 },
    ...(minLength ? ['x'.repeat(minLength - 1)] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), '?'.repeat(maxLength)]),
    ...(minimum === undefined ? [] : [minimum - 1, minimum + 0.5]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minItems ? [Array.from({ length: minItems - 1 }, () => 'x')] : []),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => 'x')]),
  ];
}

/** A value that stands at a path of an otherwise empty input. */
function placed(path: Path, value: unknown): unknown {
  return path.toReversed().reduce((inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }), value);
}

/** The words of the validation library for the same value. */
function libraryWords(schema: z.ZodType, value: unknown): Set<string> {
  const all = (issue: z.core.$ZodIssue): string[] => [
    issue.message,
    ...(issue.code === 'invalid_union' ? issue.errors.flat().flatMap(all) : []),
  ];
  const messages = (error?: () => string) =>
    schema.safeParse(value, error && { error }).error?.issues.flatMap(all) ?? [];
  // What stays whatever the library would say is the contract's own.
  const usual = new Set(messages(() => 'the library'));
  return new Set(messages().filter((message) => !usual.has(message)));
}

const parts = (Object.entries(contract) as [string, Endpoint][]).flatMap(([key, endpoint]) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema ? [{ at: `${key} ${part}`, schema }] : [];
  }),
);

test('every field of every endpoint is refused in sentences of the site, never in words of a library', () => {
  const faults: string[] = [];
  const said = new Set<string>();
  for (const { at, schema } of parts) {
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape;
    for (const field of fieldsOf(shape)) {
      for (const wrong of wrongValues(field.shape)) {
        const value = placed(field.path, wrong);
        const result = parseFields(schema, value);
        if (!('fields' in result)) continue;
        const library = libraryWords(schema, value);
        for (const [name, words] of Object.entries(result.fields)) {
          said.add(words);
          const isSentence = /^[A-Z].*\.$/s.test(words) && !/undefined|NaN|\[object|expected|>=|<=|pattern/.test(words);
          if (library.has(words) || !isSentence) faults.push(`${at} ${name}: ${words}`);
        }
      }
    }
  }
  expect([...new Set(faults)]).toEqual([]);
  // A walk that finds nothing would prove nothing.
  for (const words of [
    'Fill this in.',
    'Use at least 8 characters.',
    'Use at most 128 characters.',
    'Enter an email address, such as name@example.org.',
    'Use 3 to 24 of a to z, 0 to 9 and _.',
    'Enter a color as #rrggbb.',
    'Enter a whole number.',
    'Choose at most 6.',
    'There is no such field here.',
  ])
    expect(said).toContain(words);
});

test('the server says of a field what a form has said of it', () => {
  const wrong: [z.ZodType, unknown, string][] = [
    [z.string().trim().min(10), '', fieldErrors.missing],
    [email, '', fieldErrors.missing],
    [email, 'ada@', fieldErrors.email],
    [newPassword, '', fieldErrors.missing],
    [newPassword, 'short', fieldErrors.tooShort(account.passwordMin)],
    [digits, '', fieldErrors.code],
    [digits, '12345', fieldErrors.code],
    [z.literal(true), false, fieldErrors.unconfirmed],
    [z.int(), 2.5, fieldErrors.wholeNumber],
    [z.int().min(1), 0, fieldErrors.tooSmall(1)],
    [z.int().max(1000), 1200, fieldErrors.tooLarge(1000)],
    [z.number(), 'e', fieldErrors.number],
  ];
  for (const [schema, value, sentence] of wrong)
    expect(parseFields(z.object({ field: schema }), { field: value })).toEqual({ fields: { field: sentence } });
});
