import { type Reader, sql } from '#platform/server/db/database.ts';
import type { SearchQuery, Term } from './query.ts';

/** Corrections that are searched for one term, beside itself. */
const NEAR = 3;
/** Words of the vocabulary that are compared with those of one search. */
const COMPARED = 400;
/** Letters from which two errors are allowed. */
const LONG = 7;
const LONGEST = 12;

/** Keys of a word by SymSpell: itself, without one character, and if long without two; in SQL `search_keys`. */
export function keysOf(word: string): string[] {
  const letters = [...word];
  const keys = new Set([word]);
  for (let i = 0; i < letters.length; i++) {
    const shorter = letters.toSpliced(i, 1);
    keys.add(shorter.join(''));
    if (letters.length < LONG || letters.length > LONGEST) continue;
    for (let j = i; j < shorter.length; j++) keys.add(shorter.toSpliced(j, 1).join(''));
  }
  return [...keys];
}

/** Damerau-Levenshtein distance of two words, restricted to one transposition of a pair (optimal string alignment). */
export function editDistance(left: string, right: string): number {
  const [a, b] = [[...left], [...right]];
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}

const allowedErrors = (word: string): number => (word.length >= LONG ? 2 : 1);
const mayBeWrong = ({ words, joined }: Term): boolean =>
  words.length === 1 && joined === null && words[0]!.length >= 3 && words[0]!.length <= 32 && /\D/.test(words[0]!);

/** The words with the smallest edit distance, those with the same first letter first. */
function nearest(word: string, vocabulary: readonly string[]): string[] {
  return vocabulary
    .map((other) => ({ other, errors: editDistance(word, other) }))
    .filter(({ errors }) => errors > 0 && errors <= allowedErrors(word))
    .toSorted(
      (a, b) =>
        a.errors - b.errors ||
        Number(b.other[0] === word[0]) - Number(a.other[0] === word[0]) ||
        a.other.localeCompare(b.other),
    )
    .slice(0, NEAR)
    .map(({ other }) => other);
}

/**
 * Spelling correction: the search with similar words of titles and names in addition to unknown ones.
 * @returns null where there are none
 */
export async function withNearWords(db: Reader, query: SearchQuery): Promise<SearchQuery | null> {
  const doubtful = query.terms.filter(mayBeWrong);
  if (doubtful.length === 0) return null;
  const keys = doubtful.flatMap((term) => keysOf(term.words[0]!));
  // A function of the database that avoids a sequential scan: the planner overestimates how many words match the keys.
  const rows = await db.rows<{ word: string }>(
    sql`SELECT word FROM search_near_words(${keys}::text[], ${COMPARED}) AS near (word)`,
  );
  const words = rows.map((row) => row.word);
  const terms = query.terms.map((term) =>
    mayBeWrong(term) && !words.includes(term.words[0]!) ? { ...term, near: nearest(term.words[0]!, words) } : term,
  );
  return terms.some((term) => term.near.length > 0) ? { ...query, terms } : null;
}

/** The text of the search with the nearest words in the place of unknown ones. */
export const correctedText = ({ terms, phrases }: SearchQuery): string =>
  [...terms.map((term) => term.near[0] ?? term.typed), ...phrases.map((words) => `"${words.join(' ')}"`)].join(' ');
