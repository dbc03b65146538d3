import type { QueueMark } from '#content/moderation/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { compileBannedWords } from '#content/moderation/server/rules/banned-words.ts';
import { findPrivateInformation } from '#content/moderation/server/rules/private-information.ts';
import { asPatternsSeeIt } from '#content/moderation/server/rules/normalise.ts';
import { bannedIn } from '#content/moderation/server/texts.ts';

/** Marks of one text, and words that are looked for in it; more help nobody. */
const MARKS = 50;
const WORDS = 10;
/** Longest word without blanks that is narrowed to what was found in it. */
const NARROWED = 200;

/** Where a number or an address goes on in the next line. */
const lineInside = /(?<=[\p{N}\u20e3+()./-])[^\S\n]*\n[^\S\n]*(?=[\p{N}+(])/gu;

/**
 * The place in a text of each character of `asPatternsSeeIt`, and its end; null where the two cannot be compared. A
 * grapheme cluster is replaced as a whole.
 */
function placesOf(text: string): { readonly from: number; readonly to: number }[] | null {
  const places: { from: number; to: number }[] = [];
  for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    const place = { from: index, to: index + segment.length };
    for (let count = asPatternsSeeIt(segment).length; count > 0; count--) places.push(place);
  }
  return places.length === asPatternsSeeIt(text).length ? places : null;
}

/** Where private information stands in a text, by its offsets in UTF-16. */
export function privateMarks(text: string): QueueMark[] {
  // A number may go on in the next line; blanks in place of the end of a line keep all offsets.
  const joined = text.replaceAll(lineInside, (end) => ' '.repeat(end.length));
  const places = placesOf(joined);
  if (places === null) return [];
  return findPrivateInformation(joined).flatMap(({ kind, index, length }) => {
    const [first, last] = [places[index], places[index + length - 1]];
    return first && last ? [{ from: first.from, to: last.to, what: kind }] : [];
  });
}

/** The largest `size` up to `max` for which a condition does not hold that holds from some size on; doubled, then halved. */
function lastWithout(max: number, holds: (size: number) => boolean): number {
  let [low, step] = [0, 1];
  while (low + step < max && !holds(low + step)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, max);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return low;
}

/** Where a banned word stands in a text: as many blanks-separated words as it takes. Time: linear in the usual case. */
function wordMarks(text: string, word: string): QueueMark[] {
  const find = compileBannedWords([word]);
  const has = (part: string): boolean => find(part).length > 0;
  const tokens = [...text.matchAll(/\S+/g)].map((match) => ({ from: match.index, to: match.index + match[0].length }));
  const marks: QueueMark[] = [];
  for (let at = 0; at < tokens.length && marks.length < MARKS;) {
    const rest = tokens.length - at;
    const { from } = tokens[at]!;
    if (!has(text.slice(from))) break;
    const last = at + lastWithout(rest, (size) => has(text.slice(from, tokens[at + size - 1]!.to)));
    const first =
      last - lastWithout(last - at + 1, (size) => has(text.slice(tokens[last - size + 1]!.from, tokens[last]!.to)));
    marks.push({ ...narrowed(text, tokens[first]!.from, tokens[last]!.to, has), what: `banned word: ${word}` });
    at = last + 1;
  }
  return marks;
}

/** Without signs around what was found, and without its neighbours where a script has no blanks. */
function narrowed(text: string, start: number, end: number, has: (part: string) => boolean) {
  let [from, to] = [start, end];
  if (to - from > NARROWED) return { from, to };
  while (to - from > 1 && has(text.slice(from, to - 1))) to--;
  while (to - from > 1 && has(text.slice(from + 1, to))) from++;
  return { from, to };
}

/**
 * What the filters find in a text that staff read: private information and banned words, by their offsets in UTF-16, in
 * order and without overlaps. What they find in its rendering alone has no place in its source, and is left out.
 */
export async function marksIn(ctx: Context, text: string): Promise<QueueMark[]> {
  const words = (await bannedIn(ctx, ctx.db, text)).slice(0, WORDS);
  const found = [...privateMarks(text), ...words.flatMap((word) => wordMarks(text, word))].toSorted(
    (one, other) => one.from - other.from || other.to - one.to,
  );
  const marks: QueueMark[] = [];
  for (const mark of found) if (mark.from >= (marks.at(-1)?.to ?? 0)) marks.push(mark);
  return marks.slice(0, MARKS);
}
