import type { SearchQuery } from './query.ts';

/** The ranking features of a found document. */
export interface Candidate {
  readonly type: string;
  /** Folded; empty without one. */
  readonly title: string;
  readonly createdAt: Date;
  /** Likes and answers. */
  readonly reception: number;
  /** It has the words as they were typed, one after the other. */
  readonly isNear: boolean;
  /** Bytes of its text. */
  readonly size: number;
}

const DAY_MS = 86_400_000;
/** Days after which freshness counts half. */
const FRESH_DAYS = 90;
/** Likes and answers beyond which more do not count. */
const MANY = 500;
/** Members rank before posts, and answers after them. */
const weights: Readonly<Record<string, number>> = { member: 0.6, reply: -0.4, comment: -0.4 };

/** How well one term matches a title: 1 for the exact word, less for a prefix and for a corrected word. */
function fitOf(words: ReadonlySet<string>, term: SearchQuery['terms'][number]): number {
  if (term.joined !== null && words.has(term.joined)) return 1;
  if (term.words.every((word) => words.has(word))) return 1;
  const last = term.words.at(-1)!;
  if (term.isPrefix && [...words].some((word) => word.startsWith(last))) return 0.75;
  return term.near.some((word) => words.has(word)) ? 0.7 : 0;
}

/** Relevance score of a document: match first, then freshness and reception. Higher is better. */
export function scoreOf(document: Candidate, query: SearchQuery, now: Date): number {
  const words = document.title === '' ? [] : document.title.split(' ');
  const set = new Set(words);
  const fits = [
    ...query.terms.map((term) => fitOf(set, term)),
    ...query.phrases.map((phrase) => (document.title.includes(phrase.join(' ')) ? 1 : 0)),
  ];
  const sum = fits.reduce((total, fit) => total + fit, 0);
  const coverage = fits.length === 0 ? 0 : sum / fits.length;
  const share = words.length === 0 ? 0 : Math.min(1, fits.filter((fit) => fit > 0).length / words.length);
  const days = Math.max(0, now.getTime() - document.createdAt.getTime()) / DAY_MS;
  return (
    3 * coverage ** 2 * (0.5 + 0.5 * share) +
    (coverage >= 0.7 ? 1.5 * coverage : 0) +
    (document.isNear ? 1.2 : 0) +
    0.8 / (1 + days / FRESH_DAYS) +
    (0.8 * Math.log1p(Math.min(MANY, document.reception))) / Math.log1p(MANY) +
    0.3 * (1 - Math.min(1, document.size / 2000)) +
    (weights[document.type] ?? 0)
  );
}
