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

/**
 * Marks of all days from one to another, both in it: whole spans where they fit, so that they are few.
 * @returns at most 30 and one for each 256 days
 */
export function dayMarks(from: number, to: number): string[] {
  const marks: string[] = [];
  for (let day = from; day <= to;) {
    const level = spans.findLastIndex((span) => day % span === 0 && day + span - 1 <= to);
    const span = spans[level]!;
    marks.push(`${'@'.repeat(level + 1)}${day / span}`);
    day += span;
  }
  return marks;
}
