import { fold } from './fold.ts';

/**
 * Marks: words of the index that stand for what a search filters by, so that words and filters are one look-up. Each
 * begins with a character that no folded text has. `store.ts` writes the same in SQL.
 */

const DAY_MS = 86_400_000;

/** Days of the spans in which documents are grouped by their age: a day, 16 days, 256 days. */
export const spans = [1, 16, 256] as const;

export const typeMark = (type: string): string => `~${type}`;
export const tagMark = (tag: string): string => `#${fold(tag).replaceAll(' ', '_')}`;
export const categoryMark = (category: string): string => `%${fold(category).replaceAll(' ', '_')}`;
export const audioMark = '!audio';
export const videoMark = '!video';
export const keyMark = (key: string): string => `&${key}`;
/** By the random part of a profile id; the rows say who it is. */
export const authorMark = (profileId: string): string => `^${profileId.slice(-12)}`;

/** The number of a timestamp's UTC day. */
export const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/** The largest span of days that is no longer than so many. */
const spanOf = (length: number): number => spans.findLast((span) => span <= length) ?? 1;

/** The first day of the span that a day is in, where so many days are read: whole spans have few marks. */
export const spanStart = (day: number, length: number): number => day - (day % spanOf(length));

/** The last day of that span. */
export const spanEnd = (day: number, length: number): number => spanStart(day, length) + spanOf(length) - 1;

/** Marks of all numbers from one to another, both in it: whole groups where they fit, so that they are few. */
function rangeMarks(sign: string, groups: readonly number[], from: number, to: number): string[] {
  const marks: string[] = [];
  for (let at = from; at <= to;) {
    const level = groups.findLastIndex((group) => at % group === 0 && at + group - 1 <= to);
    const group = groups[level]!;
    marks.push(`${sign.repeat(level + 1)}${at / group}`);
    at += group;
  }
  return marks;
}

/** Marks of all days from one to another, both in it. @returns at most 30 and one for each 256 days */
export const dayMarks = (from: number, to: number): string[] => rangeMarks('@', spans, from, to);

/** Tempos that have a mark together: one beat a minute, and ten. */
export const tempoGroups = [1, 10] as const;

/** Marks of all tempos from one to another, both in it, in whole beats a minute. */
export const tempoMarks = (from: number, to: number): string[] => rangeMarks('*', tempoGroups, from, to);
