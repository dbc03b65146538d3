import { type Reader, sql } from '#platform/server/db/database.ts';
import { type SearchQuery, type Term, beginningOf } from './query.ts';

/** Characters of a beginning, with `=`, from which few rare words have it. */
const LONG_BEGINNING = 5;

/** Document frequencies of words, as shares of all documents, from the planner's statistics of the index. */
export interface Shares {
  /** Common words and marks, each with its share. */
  readonly known: ReadonlyMap<string, number>;
  /** Upper bound for words that are not among them. */
  readonly least: number;
}

/** Reads the statistics; null before the index was analysed for the first time. */
export async function readShares(reader: Reader): Promise<Shares | null> {
  const [row] = await reader.rows<{ words: string[]; shares: number[] }>(sql`
    SELECT most_common_elems::text::text[] AS words, most_common_elem_freqs::float8[] AS shares FROM pg_stats
    WHERE schemaname = current_schema() AND tablename = 'search_documents_words_idx' AND most_common_elems IS NOT NULL`);
  if (!row) return null;
  // The array ends with the lowest and the highest share, after those of the words.
  const known = new Map(row.words.map((word, index) => [word, row.shares[index]!]));
  return { known, least: row.shares[row.words.length] ?? 0 };
}

/** The estimated selectivity of a search: its share of the documents. */
export interface Estimate {
  /** Assumes that its words are independent. */
  readonly expected: number;
  /** Upper bound; 1 where it is not known. */
  readonly most: number;
}

/** @param marks each of them a mark that a document must have, or several of which one is enough */
export function estimate(
  { known, least }: Shares,
  { terms, phrases, without }: SearchQuery,
  scope: '' | '=',
  marks: readonly (string | readonly string[])[],
): Estimate {
  const shareOf = (word: string): number => known.get(word) ?? least;
  const all = (words: readonly string[]): Estimate => {
    const shares = words.map((word) => shareOf(scope + word));
    return { expected: shares.reduce((product, share) => product * share, 1), most: Math.min(1, ...shares) };
  };
  const ofTerm = (term: Term): Estimate => {
    const others = [...(term.joined === null ? [] : [term.joined]), ...term.near].map((word) => shareOf(scope + word));
    const more = others.reduce((sum, share) => sum + share, 0);
    const typed = all(term.words);
    const beginning = beginningOf(term, scope);
    if (beginning === null) return { expected: typed.expected + more, most: Math.min(1, typed.most + more) };
    // Of the words with this beginning all rare ones are unknown.
    const common = known.entries().reduce((sum, [word, share]) => (word.startsWith(beginning) ? sum + share : sum), 0);
    const expected = Math.min(1, typed.expected + common + more + least);
    return { expected, most: beginning.length < LONG_BEGINNING ? 1 : Math.min(1, expected + least) };
  };
  const parts = [
    ...terms.map(ofTerm),
    ...phrases.map(all),
    ...marks.map((mark) => {
      const share = Math.min(
        1,
        [mark].flat().reduce((sum, one) => sum + shareOf(one), 0),
      );
      return { expected: share, most: share };
    }),
  ];
  const left = without.reduce(
    (product, words) => (words.length === 1 ? product * (1 - (known.get(words[0]!) ?? 0)) : product),
    1,
  );
  return {
    expected: parts.reduce((product, part) => product * part.expected, left),
    most: Math.min(1, ...parts.map((part) => part.most)),
  };
}
