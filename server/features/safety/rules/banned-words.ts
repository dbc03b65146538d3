export function compileBannedWords(words: readonly string[]): (text: string) => string | null {
  return (text) => words.find((word) => ` ${text.toLowerCase()} `.includes(` ${word} `)) ?? null;
}
