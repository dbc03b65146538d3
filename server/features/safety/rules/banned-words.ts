import { asSeen } from './normalise.ts';

/** Lower case, without accents, every run of what is no letter or digit as one space: ` like this `. */
function folded(text: string): string {
  const plain = asSeen(text)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  return ` ${plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

/**
 * Compiles banned words and phrases to a finder: whole words, any case, accents and punctuation aside. Linear in the
 * text for any number of words.
 * @returns the banned word that a text contains, or null.
 */
export function compileBannedWords(words: readonly string[]): (text: string) => string | null {
  const byFirst = new Map<string, { phrase: string; word: string }[]>();
  for (const word of words) {
    const phrase = folded(word);
    const first = phrase.trim().split(' ')[0]!;
    if (first === '') continue;
    byFirst.set(first, [...(byFirst.get(first) ?? []), { phrase, word }]);
  }
  if (byFirst.size === 0) return () => null;
  return (text) => {
    const whole = folded(text);
    let at = 0;
    while (at < whole.length - 1) {
      const end = whole.indexOf(' ', at + 1);
      for (const candidate of byFirst.get(whole.slice(at + 1, end)) ?? []) {
        if (whole.startsWith(candidate.phrase, at)) return candidate.word;
      }
      at = end;
    }
    return null;
  };
}
