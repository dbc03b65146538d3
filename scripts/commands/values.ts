import { isId } from '#platform/server/ids.ts';
import { type Option, UsageError, type Value } from './command.ts';

/** Any text that is not empty. @param max in characters */
export function text(shape: string, about: string, max = 1000): Value<string> {
  return {
    shape,
    about,
    read(typed) {
      const trimmed = typed.trim();
      if (trimmed === '') throw new UsageError('must not be empty');
      if (trimmed.length > max) throw new UsageError(`must have at most ${max} characters`);
      return trimmed;
    },
  };
}

/** A member, by username or email address. */
export const member = text('MEMBER', 'Username, or email address.', 254);

/** A whole number within bounds. */
export function whole(shape: string, about: string, min: number, max: number): Value<number> {
  return {
    shape,
    about,
    read(typed) {
      const value = Number(typed);
      if (!/^[+-]?\d+$/.test(typed.trim()) || value < min || value > max)
        throw new UsageError(`must be a whole number from ${min} to ${max}; it is "${typed}"`);
      return value;
    },
  };
}

/** The id of a row. */
export function id(about: string): Value<string> {
  return {
    shape: 'ID',
    about,
    read(typed) {
      if (!isId(typed))
        throw new UsageError(`must be an id such as 01890a5d-ac96-774b-bcce-b302099a8057; it is "${typed}"`);
      return typed.toLowerCase();
    },
  };
}

/** The id of a row, or the word `all`. */
export function idOrAll(about: string): Value<string> {
  const one = id(about);
  return { ...one, shape: 'ID|all', read: (typed) => (typed === 'all' ? typed : one.read(typed)) };
}

/** A value of a closed list of words. */
export function oneOf<const T extends string>(words: readonly T[], about: string, shape = words.join('|')): Value<T> {
  return {
    shape,
    about,
    read(typed) {
      const choice = words.find((word) => word === typed);
      if (choice === undefined) throw new UsageError(`must be one of ${words.join(', ')}; it is "${typed}"`);
      return choice;
    },
  };
}

const units = { h: 3_600_000, d: 86_400_000 } as const;

/** A time in the future: `12h`, `7d`, `2026-12-31` (the end of that day, UTC) or an ISO time. */
export function timestamp(about: string): Value<Date> {
  return {
    shape: 'WHEN',
    about: `${about} \`12h\`, \`7d\`, \`2026-12-31\` (UTC, to its end) or a time such as \`2026-12-31T18:00Z\`.`,
    read(typed) {
      const span = /^(\d{1,4})([hd])$/.exec(typed);
      if (span) return new Date(Date.now() + Number(span[1]) * units[span[2] as 'h' | 'd']);
      const isDay = /^\d{4}-\d\d-\d\d$/.test(typed);
      const at = new Date(isDay ? `${typed}T23:59:59.999Z` : typed);
      if (!/^\d{4}-\d\d-\d\d/.test(typed) || Number.isNaN(at.getTime()))
        throw new UsageError(`must be 12h, 7d, a day such as 2026-12-31 or an ISO time; it is "${typed}"`);
      return at;
    },
  };
}

/** An option that is there or not. */
export function flag(about: string): Option<boolean> & { readonly flag: true } {
  return { shape: '', about, flag: true, read: () => true };
}

/** An option that must be given. */
export function required<T>(value: Value<T>): Value<T> & { readonly required: true } {
  return { ...value, required: true };
}

/** The cursor of a list: the value that the previous page printed. */
export const after = text('CURSOR', 'The next page: the value that the page before has printed.', 200);
