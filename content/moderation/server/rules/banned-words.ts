import { asEyesRead } from '#people/profiles/server/rules/skeleton.ts';

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
  '¡': 'i',
  '§': 's',
};

/** Shortest word that is looked for in other spellings: two letters stand by chance in names of keys and devices. */
const MIN_DISGUISED = 3;
/** Fewest letters of a phrase that are looked for in a row. */
const MIN_PHRASE = 6;
/** Longest word that is matched letter by letter; a banned word has at most 80 characters. */
const MAX_SPACED = 80;

const eastern = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
/** One character of scripts that put no spaces between words, so that a banned word is found inside a sentence; else a word, with the signs that are written for letters. */
const pieces = new RegExp(String.raw`[${eastern}]|[\p{L}\p{N}@$€!|+¡§]+`, 'gu');
const plainParts = new RegExp(String.raw`[${eastern}]|[\p{L}\p{N}]+`, 'gu');
const signs = /[@$€!|+¡§]/;
const written = /[013456789@$€!|+¡§]/;
/** Signs around a word. Those at its end are looked for where they begin, not from each of a long row. */
const outerSigns = /^[!|+]+|(?<![!|+])[!|+]+$/g;
const repeated = /(.)\1{2,}/u;
/** Marks of Markdown inside a word, which readers do not see. */
const insideWord = /(?<=\p{L})(?:\*{1,3}|~~|`|\\)+(?=\p{L})/gu;
/** A word that something else than a blank parts: `spam-word`, `spam😀word`. */
const parted =
  /(?<![\p{L}\p{N}@$€!|+¡§])[\p{L}\p{N}@$€!|+¡§]+(?:[^\p{L}\p{N}\s@$€!|+¡§]{1,12}[\p{L}\p{N}@$€!|+¡§]+)+/gu;
const partings = /[^\p{L}\p{N}@$€!|+¡§]+/gu;
/** Shortest word that is looked for in parts. */
const MIN_PARTED = 4;
/** What leaves letters out: "he'll" is no hell. */
const apostrophe = /['’‘ʼ`´]/;

/** A text as eyes read it, in small letters: a new line parts words. Most texts are plain already. */
const seen = (text: string): string =>
  /^[\t-\r\x20-\x7e]*$/.test(text) ? text.toLowerCase() : asEyesRead(text.replaceAll(/[\t-\r]/g, ' '));

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

/** The word that stands in parts without blanks between them, where these are all of it: `mass.hit` is not. */
function addParted(found: Set<string>, text: string, root: Branch, disguises: Disguises): void {
  for (const [token] of text.matchAll(parted)) {
    if (token.length > MAX_SPACED || apostrophe.test(token)) continue;
    const joined = token.replaceAll(partings, '');
    const word =
      joined.length < MIN_PARTED ? undefined : (root.next.get(joined)?.word ?? disguisedIn(joined, disguises));
    if (word !== undefined) found.add(word);
  }
}

/** A word of a phrase as its letters are meant; a number is one. */
const meant = (piece: string): string => (/^\d+$/.test(piece) ? piece : asLetters(piece));

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

/** The branch of a word or phrase, which is made where it is not there. */
function addBranch(root: Branch, parts: readonly string[]): Branch {
  let branch = root;
  for (const part of parts) {
    const next = branch.next.get(part) ?? { next: new Map() };
    branch.next.set(part, next);
    branch = next;
  }
  return branch;
}

/**
 * Compiles banned words and phrases to a finder: whole words, any case, accents and punctuation aside. Seen through are
 * characters that look alike, what is not seen, digits and signs for letters ("sp4m"), letters that are spaced ("s p a m")
 * or repeated ("spaaam"), what parts a word without a blank ("sp-am"), and marks of Markdown inside a word. A part of a longer word is none, so that nobody who lives in
 * Scunthorpe is refused. The time grows with the text, not with the number of words.
 * @param words of two that are written alike in disguise the first is found
 * @returns the banned words that a text contains, each once
 */
export function compileBannedWords(words: readonly string[]): (text: string) => string[] {
  const root: Branch = { next: new Map() };
  const phrases: Branch = { next: new Map() };
  const meaningOf = new Map<string, string>();
  const disguises: Disguises = { asLetters: new Map(), once: new Map() };
  for (const word of words) {
    const parts = seen(word).match(plainParts) ?? [];
    if (parts.length === 0) continue;
    const branch = addBranch(root, parts);
    branch.word ??= word;
    if (parts.length > 1) {
      const meaning = parts.map(meant);
      addBranch(phrases, meaning).word ??= word;
      meaningOf.set(word, meaning.join(' '));
    }
    const whole = parts.join('');
    // The letters of a phrase are looked for in a row like those of a word, where there are enough of them.
    if (whole.length < (parts.length > 1 ? MIN_PHRASE : MIN_DISGUISED) || /^\d+$/.test(whole)) continue;
    const letters = asLetters(whole);
    if (!disguises.asLetters.has(letters)) disguises.asLetters.set(letters, word);
    if (!disguises.once.has(once(letters))) disguises.once.set(once(letters), word);
  }
  if (root.next.size === 0) return () => [];
  const scan = (text: string, found: Set<string>): void => {
    const parts: string[] = [];
    const letters: string[] = [];
    const meanings: string[] = [];
    for (const piece of text.match(pieces) ?? []) {
      const disguised = disguisedIn(piece, disguises);
      if (disguised !== undefined) found.add(disguised);
      if (piece.length === 1) letters.push(letterOf[piece] ?? piece);
      else letters.push(piece);
      if (phrases.next.size > 0) meanings.push(meant(piece));
      if (signs.test(piece)) parts.push(...(piece.match(plainParts) ?? []));
      else parts.push(piece);
    }
    for (let at = 0; at < parts.length; at++) {
      addPhrases(found, root, parts, at);
      const spaced = root.next.get(spacedAt(parts, at))?.word;
      if (spaced !== undefined) found.add(spaced);
    }
    const disguised = new Set<string>();
    for (let at = 0; at < meanings.length; at++) addPhrases(disguised, phrases, meanings, at);
    // A phrase that was found as it is written is in no disguise.
    const plain = disguised.size === 0 ? [] : Array.from(found, (word) => meaningOf.get(word));
    for (const word of disguised) if (!plain.includes(meaningOf.get(word))) found.add(word);
    for (let at = 0; at < letters.length; at++) {
      const spaced = disguises.asLetters.get(spacedAt(letters, at));
      if (spaced !== undefined) found.add(spaced);
    }
  };
  return (text) => {
    const found = new Set<string>();
    const plain = seen(text);
    scan(plain, found);
    addParted(found, plain, root, disguises);
    const joined = plain.replaceAll(insideWord, '');
    if (joined !== plain) scan(joined, found);
    return [...found];
  };
}
