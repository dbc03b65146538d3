import type { MarkedText } from '#content/search/contract/endpoints.ts';
import { search as limits } from '#content/search/contract/limits.ts';
import { fold } from './fold.ts';
import type { SearchQuery } from './query.ts';

/** Words of a text as a reader sees them, with their places. */
const word = /[\p{L}\p{N}\p{M}'’]+/gu;
/** Characters before the first match that stand in an excerpt. */
const BEFORE = 50;

/** Whether a folded word is one of the searched words. */
export function matcherOf(query: SearchQuery): (folded: string) => boolean {
  const exact = new Set<string>(query.phrases.flat());
  const beginnings: string[] = [];
  for (const { words, joined, isPrefix, near } of query.terms) {
    for (const one of [...words, ...near]) exact.add(one);
    if (joined !== null) exact.add(joined);
    if (isPrefix && words.at(-1)!.length > 1) beginnings.push(words.at(-1)!);
  }
  return (folded) => exact.has(folded) || beginnings.some((beginning) => folded.startsWith(beginning));
}

/** The place of the first match in a text; 0 without one. */
function firstMatch(text: string, isMatch: (folded: string) => boolean): number {
  for (const match of text.matchAll(word)) if (isMatch(fold(match[0]))) return match.index;
  return 0;
}

/** The places of the matches in a text. */
export function markMatches(text: string, isMatch: (folded: string) => boolean): MarkedText {
  const matches: [number, number][] = [];
  for (const found of text.matchAll(word))
    if (isMatch(fold(found[0]))) matches.push([found.index, found.index + found[0].length]);
  return { text, matches };
}

/** The part of a text around its first match, on one line; its beginning where there is none. */
export function excerptOf(text: string, isMatch: (folded: string) => boolean): MarkedText {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= limits.excerptChars) return markMatches(line, isMatch);
  const first = firstMatch(line, isMatch);
  const start = first <= BEFORE ? 0 : line.lastIndexOf(' ', first - BEFORE) + 1;
  const room = start + limits.excerptChars;
  const end = room >= line.length ? line.length : Math.max(line.lastIndexOf(' ', room), start + BEFORE);
  // A text without spaces is cut between characters.
  const part = line
    .slice(start, end)
    .replace(/^[\udc00-\udfff]/, '')
    .replace(/[\ud800-\udbff]$/, '');
  return markMatches(`${start > 0 ? '…' : ''}${part}${end < line.length ? '…' : ''}`, isMatch);
}
