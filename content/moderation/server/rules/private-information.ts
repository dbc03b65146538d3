import type { PrivateKind, Span } from './finding.ts';
import { homeAddresses } from './home-addresses.ts';
import { mailAddresses } from './mail-addresses.ts';
import { asPatternsSeeIt } from './normalise.ts';
import { officialNumbers } from './official-numbers.ts';
import { phoneNumbers } from './phone-numbers.ts';

export type { PrivateKind } from './finding.ts';

/** Something private in a text. The text itself is never stored or shown whole. */
export interface Finding {
  readonly kind: PrivateKind;
  /** Place in the text without invisible characters (`asPatternsSeeIt`), and its length there. */
  readonly index: number;
  readonly length: number;
  /** First and last character, the rest masked. */
  readonly excerpt: string;
}

/**
 * Finds what must not be published about people (decisions §4). Bounded time for any text of a post's size.
 * @param options.allowedEmails addresses that are public, such as the site's own, in lower case
 */
export function findPrivateInformation(
  text: string,
  options: { readonly allowedEmails?: ReadonlySet<string> } = {},
): Finding[] {
  const normalized = asPatternsSeeIt(text);
  // Addresses of pages are full of digits. They stay where mail addresses and calls are searched.
  const plain = normalized
    .replaceAll(/(?:https?:\/\/|www\.)[^\s<>()]{1,2000}/gi, blank)
    .replaceAll(UUID, (id) => (/[a-f]/i.test(id) ? blank(id) : id));
  const found = [
    ...mailAddresses(normalized, options.allowedEmails ?? new Set()),
    ...officialNumbers(plain),
    ...homeAddresses(plain),
    ...phoneNumbers(plain, normalized),
  ];
  return withoutOverlaps(found).map(({ kind, index, words }) => ({
    kind,
    index,
    length: words.length,
    excerpt: masked(words.trim()),
  }));
}

/** The addresses of our own pages contain such ids, and some of them match the pattern of an identity number. */
const UUID = /\b[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b/gi;

const blank = (text: string): string => ' '.repeat(text.length);

/** Ordered by place. Of two that overlap, the one that begins first stays, else the one of the surer pattern. */
function withoutOverlaps(found: readonly Span[]): Span[] {
  const accepted: Span[] = [];
  for (const span of found.toSorted((one, other) => one.index - other.index)) {
    const last = accepted.at(-1);
    if (!last || span.index >= last.index + last.words.length) accepted.push(span);
  }
  return accepted;
}

function masked(words: string): string {
  return `${words.slice(0, 1)}${'•'.repeat(Math.min(8, Math.max(1, words.length - 2)))}${words.slice(-1)}`;
}
