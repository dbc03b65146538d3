import type { z } from 'zod';
import { fieldErrors } from '#platform/contract/field-errors.ts';

type Issue = z.core.$ZodRawIssue;

/** Sentences for formats of the validation library; a pattern of our own has its sentence in the contract. */
const formats: Readonly<Record<string, string>> = {
  email: fieldErrors.email,
  url: 'Enter a whole address that begins with https://.',
  uuid: 'This is not an id of this site.',
  date: 'Enter a date as year, month and day, such as 2026-01-31.',
  datetime: 'Enter a date with a time, such as 2026-01-31T12:00:00Z.',
};

const types: Readonly<Record<string, string>> = {
  string: 'This must be text.',
  number: fieldErrors.number,
  int: fieldErrors.wholeNumber,
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  tuple: 'This must be a list.',
  object: 'This must be an object with fields.',
  record: 'This must be an object with fields.',
};

/** `12000` as `12,000`. */
const count = (value: unknown): string => Number(value).toLocaleString('en-US');

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin === 'string') return minimum === 1 ? fieldErrors.missing : fieldErrors.tooShort(Number(minimum));
  if (origin === 'array' || origin === 'set') return `Choose at least ${count(minimum)}.`;
  return inclusive === false ? `Enter more than ${count(minimum)}.` : fieldErrors.tooSmall(Number(minimum));
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (origin === 'string') return fieldErrors.tooLong(Number(maximum));
  if (origin === 'array' || origin === 'set') return `Choose at most ${count(maximum)}.`;
  return inclusive === false ? `Enter less than ${count(maximum)}.` : fieldErrors.tooLarge(Number(maximum));
}

function oneOf(values: readonly unknown[]): string {
  if (values.length === 1)
    return values[0] === true ? fieldErrors.unconfirmed : `This must be ${JSON.stringify(values[0])}.`;
  const named = values.filter((value) => value !== '').map(String);
  // A long list of values is no help under a field; the documentation of the API has it.
  return named.length > 12 ? 'Choose one of the values offered.' : `Choose one of: ${named.join(', ')}.`;
}

/** An empty required text: its other mistakes are not reported. */
const isEmptyText = ({ code, input }: Issue): boolean =>
  input === '' && (code === 'too_small' || code === 'invalid_format');

/**
 * What a field's error says, for people: the one place for the words of every field of every endpoint. A message that a
 * shape of the contract states itself goes before it.
 */
export function fieldWords(issue: Issue): string {
  if (issue.input === undefined || isEmptyText(issue)) return fieldErrors.missing;
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? 'This value is not accepted here.';
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'not_multiple_of':
      return `Enter a multiple of ${count(issue.divisor)}.`;
    case 'invalid_format':
      return formats[issue.format] ?? fieldErrors.pattern;
    case 'invalid_value':
      return oneOf(issue.values);
    default:
      return 'This value is not accepted here.';
  }
}

/** Flattens issues to one field each: of a union the best branch, and one issue for each unknown name. */
function flatten(
  issue: z.core.$ZodIssue,
  path: readonly PropertyKey[],
): { path: readonly PropertyKey[]; words: string }[] {
  const here = [...path, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...here, key], words: 'There is no such field here.' }));
  }
  // The branch with the fewest errors was meant, among those that are no fixed value.
  const branches = issue.code === 'invalid_union' ? issue.errors : [];
  const meant = branches
    .filter((issues) => issues.some(({ code }) => code !== 'invalid_value'))
    .toSorted((a, b) => a.length - b.length)[0];
  if (meant && meant.length > 0) return meant.flatMap((inner) => flatten(inner, here));
  const values = branches.flat().flatMap((inner) => (inner.code === 'invalid_value' ? inner.values : []));
  return [{ path: here, words: values.length > 0 ? oneOf(values) : issue.message }];
}

/**
 * Parses one part of a call.
 * @returns the value, or what is wrong: a sentence for each field, by its path (`poll.options.0`), `body` for the whole.
 */
export function parseFields<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { readonly data: T } | { readonly fields: Record<string, string> } {
  const result = schema.safeParse(value, { error: fieldWords });
  if (result.success) return { data: result.data };
  const fields: Record<string, string> = {};
  for (const { path, words } of result.error.issues.flatMap((issue) => flatten(issue, []))) {
    fields[path.map(String).join('.') || 'body'] ??= words;
  }
  return { fields };
}
