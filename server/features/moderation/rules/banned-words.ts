import { asEyesRead } from '#server/features/profiles/rules/skeleton.ts';

/** Words by their next word. */
interface Branch {
  readonly next: Map<string, Branch>;
  /** The banned word or phrase that ends here. */
  word?: string;
}

/** Digits and signs that are written for letters. `l` and `i` are one: both are written as 1, ! and |. */
const letterOf: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  '3': 'e',
  '€': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '6': 'g',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
};

/** Shortest word that is looked for in other spellings: two letters stand by chance in names of keys and devices. */
const MIN_DISGUISED = 3;
/** Longest word that is matched letter by letter; a banned word has at most 80 characters. */
const MAX_SPACED = 80;

const eastern = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
/** One character of scripts that put no spaces between words, so that a banned word is found inside a sentence; else a word, with the signs that are written for letters. */
const pieces = new RegExp(String.raw`[${eastern}]|[\p{L}\p{N}@$€!|+]+`, 'gu');
const plainParts = new RegExp(String.raw`[${eastern}]|[\p{L}\p{N}]+`, 'gu');
const signs = /[@$€!|+]/;
const written = /[013456789@$€!|+]/;
/** Signs around a word. Those at its end are looked for where they begin, not from each of a long row. */
const outerSigns = /^[!|+]+|(?<![!|+])[!|+]+$/g;
const repeated = /(.)\1{2,}/u;
/** Marks of Markdown inside a word, which readers do not see. */
const insideWord = /(?<=\p{L})(?:\*{1,3}|~~|`|\\)+(?=\p{L})/gu;

/** A text as eyes read it, in small letters: a new line parts words. Most texts are plain already. */
const seen = (text: string): string =>
  /^[\x00-\x7f]*$/.test(text) ? text.toLowerCase() : asEyesRead(text.replaceAll(/[\t-\r]/g, ' '));

const asLetters = (piece: string): string =>
  Array.from(piece.replaceAll(outerSigns, ''), (character) => letterOf[character] ?? character).join('');
const once = (word: string): string => word.replaceAll(/(.)\1+/gu, '$1');

/** Finds words in disguise: their letters written as digits and signs, or repeated. */
interface Disguises {
  readonly asLetters: Map<string, string>;
  readonly once: Map<string, string>;
}

function disguisedIn(piece: string, disguises: Disguises): string | undefined {
  if (piece.length < MIN_DISGUISED) return undefined;
  if (written.test(piece) && /\p{L}/u.test(piece)) {
    const letters = asLetters(piece);
    const found =
      disguises.asLetters.get(letters) ?? (repeated.test(letters) ? disguises.once.get(once(letters)) : undefined);
    if (found !== undefined) return found;
  }
  return repeated.test(piece) ? disguises.once.get(once(asLetters(piece))) : undefined;
}

/** Adds every word and phrase that begins here. */
function addPhrases(found: Set<string>, root: Branch, parts: readonly string[], start: number): void {
  let branch: Branch | undefined = root;
  for (let at = start; branch && at < parts.length; at++) {
    branch = branch.next.get(parts[at]!);
    if (branch?.word !== undefined) found.add(branch.word);
  }
}

/** The word that single letters spell from here, where such a row begins; empty elsewhere. */
function spacedAt(parts: readonly string[], start: number): string {
  if (parts[start]!.length !== 1 || parts[start - 1]?.length === 1) return '';
  let word = '';
  for (let at = start; parts[at]?.length === 1 && word.length < MAX_SPACED; at++) word += parts[at]!;
  return word.length > 2 ? word : '';
}

/**
 * Compiles banned words and phrases to a finder: whole words, any case, accents and punctuation aside. Seen through are
 * characters that look alike, what is not seen, digits and signs for letters ("sp4m"), letters that are spaced ("s p a m")
 * or repeated ("spaaam"), and marks of Markdown inside a word. A part of a longer word is none, so that nobody who lives in
 * Scunthorpe is refused. The time grows with the text, not with the number of words.
 * @param words of two that are written alike in disguise the first is found
 * @returns the banned words that a text contains, each once
 */
export function compileBannedWords(words: readonly string[]): (text: string) => string[] {
  const root: Branch = { next: new Map() };
  const disguises: Disguises = { asLetters: new Map(), once: new Map() };
  for (const word of words) {
    const parts = seen(word).match(plainParts) ?? [];
    let branch = root;
    for (const part of parts) {
      const next = branch.next.get(part) ?? { next: new Map() };
      branch.next.set(part, next);
      branch = next;
    }
    if (branch === root) continue;
    branch.word ??= word;
    if (parts.length > 1 || parts[0]!.length < MIN_DISGUISED || /^\d+$/.test(parts[0]!)) continue;
    const letters = asLetters(parts[0]!);
    if (!disguises.asLetters.has(letters)) disguises.asLetters.set(letters, word);
    if (!disguises.once.has(once(letters))) disguises.once.set(once(letters), word);
  }
  if (root.next.size === 0) return () => [];
  const scan = (text: string, found: Set<string>): void => {
    const parts: string[] = [];
    const letters: string[] = [];
    for (const piece of text.match(pieces) ?? []) {
      const disguised = disguisedIn(piece, disguises);
      if (disguised !== undefined) found.add(disguised);
      if (piece.length === 1) letters.push(letterOf[piece] ?? piece);
      else letters.push(piece);
      if (signs.test(piece)) parts.push(...(piece.match(plainParts) ?? []));
      else parts.push(piece);
    }
    for (let at = 0; at < parts.length; at++) {
      addPhrases(found, root, parts, at);
      const spaced = root.next.get(spacedAt(parts, at))?.word;
      if (spaced !== undefined) found.add(spaced);
    }
    for (let at = 0; at < letters.length; at++) {
      const spaced = disguises.asLetters.get(spacedAt(letters, at));
      if (spaced !== undefined) found.add(spaced);
    }
  };
  return (text) => {
    const found = new Set<string>();
    const plain = seen(text);
    scan(plain, found);
    const joined = plain.replaceAll(insideWord, '');
    if (joined !== plain) scan(joined, found);
    return [...found];
  };
}
