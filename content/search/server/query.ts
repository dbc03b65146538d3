import { search as limits } from '#content/search/contract/limits.ts';
import { foldedWords, isUnspaced } from './fold.ts';

/** One word that must be found. */
export interface Term {
  /** As it was typed, for the sentence about corrected words. */
  readonly typed: string;
  /** Its words; several where it was typed with hyphens. */
  readonly words: readonly string[];
  /** Of several words, all as one: lo-fi → lofi. */
  readonly joined: string | null;
  /** The last one may be unfinished. */
  readonly isPrefix: boolean;
  /** Words that are searched as well, because they are nearly the same. */
  readonly near: readonly string[];
}

/** A search as it was understood. */
export interface SearchQuery {
  readonly terms: readonly Term[];
  /** Words that stand one after the other. */
  readonly phrases: readonly (readonly string[])[];
  /** Words or phrases that must not be found. */
  readonly without: readonly (readonly string[])[];
}

/** Characters from which an unfinished word is looked up in whole texts; shorter ones only in titles and names. */
const PREFIX_FROM = 4;
const piece = /(-?)"([^"]*)(?:"|$)|(\S+)/g;

/** A compound as one word: lo-fi → lofi, and rock'n'roll, which texts have apart too; null for what is none. */
function joinedOf(typed: string, words: readonly string[]): string | null {
  if (/['’]n['’]?[a-z]|['’].+['’]/i.test(typed)) return words[0]!;
  return words.length > 1 && /[a-z\d]-[a-z\d]/i.test(typed) ? foldedWords(typed.replaceAll('-', ''))[0]! : null;
}

/** Understands a search: words, "phrases", -words. The first words count, the rest is left out. */
export function parseQuery(text: string): SearchQuery {
  const terms: Term[] = [];
  const phrases: string[][] = [];
  const without: string[][] = [];
  let words = 0;
  let isLastTerm = false;
  for (const [, minus = '', quoted, plain = ''] of text.matchAll(piece)) {
    const isExcluded = minus === '-' || /^-[^-]/.test(plain);
    const found = foldedWords(quoted ?? plain);
    if (found.length === 0) continue;
    // The bigrams of a text without spaces count once.
    words += found.filter((word, index) => index === 0 || !isUnspaced(word)).length;
    if (words > limits.words) break;
    isLastTerm = false;
    if (isExcluded) without.push(found);
    else if (found.length > 1 && (quoted !== undefined || found.some(isUnspaced))) phrases.push(found);
    else {
      const joined = quoted === undefined ? joinedOf(plain, found) : null;
      const typed = quoted ?? plain;
      const split = joined === null ? found : foldedWords(plain.replaceAll(/['’]/g, ' '));
      terms.push({ typed, words: split, joined, isPrefix: false, near: [] });
      isLastTerm = quoted === undefined;
    }
  }
  const last = terms.at(-1);
  if (last && isLastTerm) terms[terms.length - 1] = { ...last, isPrefix: true };
  return { terms, phrases, without };
}

/** The search with its last word as it stands; null where that is not unfinished anyway. */
export function finished(query: SearchQuery): SearchQuery | null {
  if (!query.terms.some((term) => term.isPrefix)) return null;
  return { ...query, terms: query.terms.map((term) => ({ ...term, isPrefix: false })) };
}

/** Whether a search names anything that must be found. */
export const isEmpty = ({ terms, phrases }: SearchQuery): boolean => terms.length + phrases.length === 0;

/** Whether a word must be found and must not be: nothing is. */
export const isContradiction = ({ terms, phrases, without }: SearchQuery): boolean =>
  without.some(
    ([word, ...rest]) =>
      rest.length === 0 &&
      (terms.some((term) => term.joined === null && !term.isPrefix && term.words.includes(word!)) ||
        phrases.some((words) => words.includes(word!))),
  );

const quote = (lexeme: string): string => `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`;
const all = (parts: readonly string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(' & ')})`);
const any = (parts: readonly string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(' | ')})`);

const isSingleUnspaced = (word: string): boolean => isUnspaced(word) && [...word].length === 1;

/**
 * What every word begins with that an unfinished term stands for: in titles and names (`=`), and of longer ones in whole
 * texts. Null where the term is looked up as it is.
 */
export function beginningOf({ isPrefix, words }: Term, scope: '' | '='): string | null {
  const last = words.at(-1)!;
  // Every character of a text without spaces begins a bigram.
  if (isSingleUnspaced(last)) return scope + last;
  if (!isPrefix || last.length < 2) return null;
  if (scope === '=' || last.length >= PREFIX_FROM) return scope + last;
  return words.length === 1 ? `=${last}` : null;
}

/** One term in whole texts, or in titles and names (`=`). */
function termQuery(term: Term, scope: '' | '='): string {
  const { words, joined, near } = term;
  const of = (word: string, isOpen: boolean): string => `${quote(scope + word)}${isOpen ? ':*' : ''}`;
  const beginning = beginningOf(term, scope);
  const isOpen = beginning === scope + words.at(-1)!;
  const typed = all(words.map((word, index) => of(word, isOpen && index === words.length - 1)));
  return any([
    typed,
    ...(beginning === null || isOpen ? [] : [`${quote(beginning)}:*`]),
    ...(joined === null ? [] : [of(joined, isOpen)]),
    ...near.map((word) => of(word, false)),
  ]);
}

/**
 * The search as a `tsquery`. Only letters and digits of the search reach it, each word in quotes.
 * @param scope `=` finds what has every term in its title or name
 * @param marks each of them a mark, or several of which one is enough
 */
export function toTsQuery(query: SearchQuery, scope: '' | '=', marks: readonly (string | readonly string[])[]): string {
  const { terms, phrases, without } = query;
  return all([
    ...terms.map((term) => termQuery(term, scope)),
    ...phrases.flat().map((word) => quote(scope + word)),
    ...marks.map((mark) => (typeof mark === 'string' ? quote(mark) : any(mark.map(quote)))),
    // Of a phrase the rows themselves are asked.
    ...without.flatMap(([word, ...rest]) =>
      rest.length === 0 ? [`!${quote(word!)}${isSingleUnspaced(word!) ? ':*' : ''}`] : [],
    ),
  ]);
}

/** What `near` is asked for: the words as they were typed, one after the other. Null for a single one. */
export function wholePhrase({ terms, phrases }: SearchQuery): string | null {
  const words = [...terms.flatMap((term) => term.words), ...phrases.flat()];
  return words.length > 1 && words.length <= limits.words ? words.join(' ') : null;
}
