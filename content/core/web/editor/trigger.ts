/** Signs that offer completions: members, emoji, hashtags. */
export type Sign = '@' | ':' | '#';

/** A beginning before the caret that can be completed. */
export interface Trigger {
  readonly sign: Sign;
  /** What is typed behind the sign. */
  readonly query: string;
  /** Index of the sign. */
  readonly start: number;
}

/** Characters behind a sign from which something is offered. A colon alone is punctuation. */
const LEAST: Readonly<Record<Sign, number>> = { '@': 0, '#': 1, ':': 2 };
/** Not inside a word, an address or code. */
const beginning = /(?:^|[^\p{L}\p{M}\p{N}_/@.:#`])([@#:])([\p{L}\p{M}\p{N}_+-]{0,32})$/u;

/** Whether a place in Markdown is inside a fenced block, or between backticks on its line. */
const isInCode = (before: string): boolean =>
  (before.match(/^ {0,3}(```|~~~)/gm)?.length ?? 0) % 2 === 1 ||
  (before.slice(before.lastIndexOf('\n') + 1).match(/`/g)?.length ?? 0) % 2 === 1;

/** What stands before the caret, where it can be completed; null elsewhere, and in code. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret);
  const match = beginning.exec(before.slice(-40));
  if (!match) return null;
  const sign = match[1] as Sign;
  const query = match[2]!;
  if (query.length < LEAST[sign] || isInCode(before)) return null;
  return { sign, query, start: caret - query.length - 1 };
}

/** Names of emoji: for each its name, then other words for it. */
export type EmojiNames = Readonly<Record<string, readonly string[]>>;

/** Loads emojilib's English names: 45 KB, when the first emoji is looked for. */
export async function loadEmojiNames(): Promise<EmojiNames> {
  // Its types describe a module that its file, which is JSON, is not.
  return (await import('emojilib')).default as unknown as EmojiNames;
}

/** How well a text fits an emoji; lower is better, null where it does not. */
function fitOf(sought: string, name: string, words: readonly string[]): number | null {
  if (name === sought) return 0;
  const parts = name.split('_');
  if (parts.includes(sought)) return parts.length;
  if (name.startsWith(sought) || words.includes(sought)) return 3;
  return parts.some((part) => part.startsWith(sought)) || words.some((word) => word.startsWith(sought)) ? 4 : null;
}

/**
 * Emoji for a text, the best first: it is the name, a word of it (of a short name first), or how either or a word that
 * describes it begins.
 */
export function emojiNamed(names: EmojiNames, text: string, limit: number): string[] {
  const sought = text.toLowerCase();
  return Object.entries(names)
    .flatMap(([emoji, [name = '', ...words]]) => {
      const fit = fitOf(sought, name, words);
      return fit === null ? [] : [{ emoji, fit }];
    })
    .toSorted((one, other) => one.fit - other.fit)
    .slice(0, limit)
    .map(({ emoji }) => emoji);
}
