import type { SearchQuery } from './query.ts';

/** What is known of a document that was found, as far as its place depends on it. */
export interface Candidate {
  readonly type: string;
  /** Folded; empty without one. */
  readonly title: string;
  readonly createdAt: Date;
  /** Likes and answers. */
  readonly reception: number;
  /** The words stand in it as they were typed, one after the other. */
  readonly isNear: boolean;
  /** Bytes of its text. */
  readonly size: number;
}

const DAY_MS = 86_400_000;
/** Days after which freshness counts half. */
const FRESH_DAYS = 90;
/** Likes and answers beyond which more count nothing. */
const MANY = 500;
/** What somebody looks for by name comes before what was said somewhere. */
const weights: Readonly<Record<string, number>> = { member: 0.6, reply: -0.4, comment: -0.4 };

/** How well one term fits a title: 1 for the word itself, less for its beginning and for a nearly same word. */
function fitOf(words: ReadonlySet<string>, term: SearchQuery['terms'][number]): number {
  if (term.joined !== null && words.has(term.joined)) return 1;
  if (term.words.every((word) => words.has(word))) return 1;
  const last = term.words.at(-1)!;
  if (term.isPrefix && [...words].some((word) => word.startsWith(last))) return 0.75;
  return term.near.some((word) => words.has(word)) ? 0.7 : 0;
}

/** The place of a document among the others: match first, then freshness and reception. Higher is better. */
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
