import type { MarkedText } from '#content/search/contract/endpoints.ts';
import { search as limits } from '#content/search/contract/limits.ts';
import { fold, isUnspaced } from './fold.ts';
import type { SearchQuery } from './query.ts';

const unspaced =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Myanmar}\\p{scx=Khmer}';
/** Words of a text as a reader sees them: texts without spaces up to another script, and emoji, apart. */
const word = new RegExp(
  `[${unspaced}]+|[[\\p{L}\\p{N}\\p{M}'’]--[${unspaced}]]+|\\p{Extended_Pictographic}|\\p{RI}`,
  'gv',
);
/** Characters before the first match that stand in an excerpt. */
const BEFORE = 50;

/** Places in a text, each its start and its end. */
type Ranges = readonly (readonly [number, number])[];

/** The searched texts without spaces, put together from their bigrams: ab, bc as abc. */
function unspacedOf({ terms, phrases }: SearchQuery): string[] {
  const found: string[] = [];
  for (const words of [...phrases, ...terms.map((term) => term.words)]) {
    let run = '';
    for (const one of words.filter(isUnspaced)) {
      const [first = '', second = ''] = one;
      const goesOn = second !== '' && run.endsWith(first);
      if (!goesOn) found.push(run);
      run = goesOn ? run + second : one;
    }
    found.push(run);
  }
  return found.filter((run) => run !== '');
}

/** The places of texts in a word without spaces, whose characters may be folded to several. */
function rangesIn(text: string, searched: readonly string[]): Ranges {
  const starts: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const one = fold(character);
    for (let unit = 0; unit < one.length; unit++) starts.push(at);
    folded += one;
    at += character.length;
  }
  starts.push(at);
  const isMatched = new Set<number>();
  for (const run of searched)
    for (let place = folded.indexOf(run); place >= 0; place = folded.indexOf(run, place + 1))
      for (let unit = place; unit < place + run.length; unit++) isMatched.add(starts[unit]!);
  const ranges: [number, number][] = [];
  for (const [index, start] of starts.entries()) {
    if (!isMatched.has(start) || starts[index - 1] === start) continue;
    let next = index + 1;
    while (starts[next] === start) next++;
    const end = starts[next] ?? at;
    const last = ranges.at(-1);
    if (last?.[1] === start) last[1] = end;
    else ranges.push([start, end]);
  }
  return ranges;
}

/** What is searched in a word of a text. */
export type Matcher = (text: string) => Ranges;

/** Finds the searched words in a text's words. */
export function matcherOf(query: SearchQuery): Matcher {
  const exact = new Set<string>(query.phrases.flat());
  const beginnings: string[] = [];
  for (const { words, joined, isPrefix, near } of query.terms) {
    for (const one of [...words, ...near]) exact.add(one);
    if (joined !== null) exact.add(joined);
    if (isPrefix && words.at(-1)!.length > 1) beginnings.push(words.at(-1)!);
  }
  const searched = unspacedOf(query);
  const isMatch = (one: string): boolean => exact.has(one) || beginnings.some((beginning) => one.startsWith(beginning));
  const match: Matcher = (text) => {
    const folded = fold(text);
    if (isUnspaced(folded)) return rangesIn(text, searched);
    const isWhole = isMatch(folded) || (/['’]/.test(text) && text.split(/['’]/).some((part) => isMatch(fold(part))));
    return isWhole ? [[0, text.length]] : [];
  };
  // Texts repeat their words.
  const known = new Map<string, Ranges>();
  return (text) => {
    const ranges = known.get(text) ?? match(text);
    known.set(text, ranges);
    return ranges;
  };
}

/** The place of the first match in a text; 0 without one. */
function firstMatch(text: string, match: Matcher): number {
  for (const { 0: found, index } of text.matchAll(word)) {
    const [first] = match(found);
    if (first) return index + first[0];
  }
  return 0;
}

/** The places of the matches in a text. */
export function markMatches(text: string, match: Matcher): MarkedText {
  const matches = [...text.matchAll(word)].flatMap(({ 0: found, index }) =>
    match(found).map(([start, end]): [number, number] => [index + start, index + end]),
  );
  return { text, matches };
}

/** The part of a text around its first match, on one line; its beginning where there is none. */
export function excerptOf(text: string, match: Matcher): MarkedText {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= limits.excerptChars) return markMatches(line, match);
  const first = firstMatch(line, match);
  const start = first <= BEFORE ? 0 : line.lastIndexOf(' ', first - BEFORE) + 1;
  const room = start + limits.excerptChars;
  const end = room >= line.length ? line.length : Math.max(line.lastIndexOf(' ', room), start + BEFORE);
  // A text without spaces is cut between characters.
  const part = line
    .slice(start, end)
    .replace(/^[\udc00-\udfff]/, '')
    .replace(/[\ud800-\udbff]$/, '');
  return markMatches(`${start > 0 ? '…' : ''}${part}${end < line.length ? '…' : ''}`, match);
}
