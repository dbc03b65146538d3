import { asSeen } from './normalise.ts';

/** Words by their next word. */
interface Branch {
  readonly next: Map<string, Branch>;
  /** The banned word or phrase that ends here. */
  word?: string;
}

/**
 * Words of a text in lower case without accents; punctuation parts them. Scripts that put no spaces between words give
 * one for each character, so that a banned word is found inside a sentence.
 */
function wordsOf(text: string): string[] {
  const plain = asSeen(text)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Compiles banned words and phrases to a finder: whole words, any case, accents and punctuation aside; a word is also
 * found when its letters are spaced ("s p a m"). The time grows with the text, not with the number of words.
 * @returns the banned word that a text contains, or null.
 */
export function compileBannedWords(words: readonly string[]): (text: string) => string | null {
  const root: Branch = { next: new Map() };
  for (const word of words) {
    let branch = root;
    for (const part of wordsOf(word)) {
      const next = branch.next.get(part) ?? { next: new Map() };
      branch.next.set(part, next);
      branch = next;
    }
    if (branch !== root) branch.word ??= word;
  }
  if (root.next.size === 0) return () => null;
  return (text) => {
    const parts = wordsOf(text);
    for (let at = 0; at < parts.length; at++) {
      const found = phraseAt(root, parts, at) ?? root.next.get(spacedAt(parts, at))?.word;
      if (found !== undefined) return found;
    }
    return null;
  };
}

function phraseAt(root: Branch, parts: readonly string[], start: number): string | undefined {
  let branch: Branch | undefined = root;
  for (let at = start; branch && at < parts.length; at++) {
    branch = branch.next.get(parts[at]!);
    if (branch?.word !== undefined) return branch.word;
  }
  return undefined;
}

/** Longest word that is matched letter by letter; a banned word has at most 80 characters. */
const MAX_SPACED = 80;

/** The word that single letters spell from here, where such a row begins; empty elsewhere. */
function spacedAt(parts: readonly string[], start: number): string {
  if (parts[start]!.length !== 1 || parts[start - 1]?.length === 1) return '';
  let word = '';
  for (let at = start; parts[at]?.length === 1 && word.length < MAX_SPACED; at++) word += parts[at]!;
  return word.length > 2 ? word : '';
}
