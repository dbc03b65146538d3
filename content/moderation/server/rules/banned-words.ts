import { foldConfusables } from '#people/profiles/server/rules/skeleton.ts';

/** A node of the trie of banned words and phrases; an edge is a word. */
interface TrieNode {
  readonly next: Map<string, TrieNode>;
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

/** Shortest word that is searched in other spellings: names of keys and devices contain two letters by chance. */
const MIN_DISGUISED = 3;
/** Fewest letters of a phrase that is searched without its spaces. */
const MIN_PHRASE = 6;
/** Longest word that is matched letter by letter; a banned word has at most 80 characters. */
const MAX_SPACED = 80;

const eastern = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
/** One character of scripts that put no spaces between words, so that a banned word is found inside a sentence; else a word, with the signs that are written for letters. */
const pieces = new RegExp(String.raw`[${eastern}]|[\p{L}\p{N}@$€!|+¡§]+`, 'gu');
const plainParts = new RegExp(String.raw`[${eastern}]|[\p{L}\p{N}]+`, 'gu');
const signs = /[@$€!|+¡§]/;
const written = /[013456789@$€!|+¡§]/;
/** Signs around a word. The lookbehind starts one match per run of signs at its end, which keeps the time linear. */
const outerSigns = /^[!|+]+|(?<![!|+])[!|+]+$/g;
const repeated = /(.)\1{2,}/u;
/** Marks of Markdown inside a word, which readers do not see. */
const insideWord = /(?<=\p{L})(?:\*{1,3}|~~|`|\\)+(?=\p{L})/gu;
/** A word separated by something else than a space: `spam-word`, `spam😀word`. */
const parted =
  /(?<![\p{L}\p{N}@$€!|+¡§])[\p{L}\p{N}@$€!|+¡§]+(?:[^\p{L}\p{N}\s@$€!|+¡§]{1,12}[\p{L}\p{N}@$€!|+¡§]+)+/gu;
const partings = /[^\p{L}\p{N}@$€!|+¡§]+/gu;
/** Shortest word that is searched in parts. */
const MIN_PARTED = 4;
/** Marks of omitted letters: "he'll" is not "hell". */
const apostrophe = /['’‘ʼ`´]/;

/** A text as readers see it, in lower case, with line ends as spaces. Most texts are ASCII already. */
const asSeen = (text: string): string =>
  /^[\t-\r\x20-\x7e]*$/.test(text) ? text.toLowerCase() : foldConfusables(text.replaceAll(/[\t-\r]/g, ' '));

const asLetters = (piece: string): string =>
  Array.from(piece.replaceAll(outerSigns, ''), (character) => letterOf[character] ?? character).join('');
const once = (word: string): string => word.replaceAll(/(.)\1+/gu, '$1');

/** Banned words by their normalized spellings: digits and signs as letters (leetspeak), repeated letters once. */
interface Disguises {
  readonly asLetters: Map<string, string>;
  readonly once: Map<string, string>;
}

function disguisedIn(piece: string, disguises: Disguises): string | undefined {
  if (piece.length < MIN_DISGUISED) return undefined;
  if (written.test(piece) && /\p{L}/u.test(piece)) {
    const letters = asLetters(piece);
    const banned =
      disguises.asLetters.get(letters) ?? (repeated.test(letters) ? disguises.once.get(once(letters)) : undefined);
    if (banned !== undefined) return banned;
  }
  return repeated.test(piece) ? disguises.once.get(once(asLetters(piece))) : undefined;
}

/** Adds a banned word that separators without spaces divide, where the parts are all of it: not in `mass.hit`. */
function addParted(found: Set<string>, text: string, root: TrieNode, disguises: Disguises): void {
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

/** Walks the trie from `start` and adds every banned word and phrase on the way. */
function addPhrases(found: Set<string>, root: TrieNode, parts: readonly string[], start: number): void {
  let node: TrieNode | undefined = root;
  for (let at = start; node && at < parts.length; at++) {
    node = node.next.get(parts[at]!);
    if (node?.word !== undefined) found.add(node.word);
  }
}

/** The word that a run of single letters spells, where the run begins at `start`; else empty. */
function spacedAt(parts: readonly string[], start: number): string {
  if (parts[start]!.length !== 1 || parts[start - 1]?.length === 1) return '';
  let word = '';
  for (let at = start; parts[at]?.length === 1 && word.length < MAX_SPACED; at++) word += parts[at]!;
  return word.length > 2 ? word : '';
}

/** Inserts a word or phrase into the trie. @returns its node */
function addNode(root: TrieNode, parts: readonly string[]): TrieNode {
  let node = root;
  for (const part of parts) {
    const next = node.next.get(part) ?? { next: new Map() };
    node.next.set(part, next);
    node = next;
  }
  return node;
}

/**
 * Compiles banned words and phrases to a trie whose edges are words. It matches whole words, without case, accents and
 * punctuation, and recognises confusable and invisible characters, digits and signs for letters ("sp4m"), spaced
 * ("s p a m") or repeated letters ("spaaam"), separators ("sp-am") and Markdown inside a word. Parts of longer words do
 * not match (the Scunthorpe problem). The time grows with the text, not with the number of words.
 * @param words the first of two with the same normalized spelling is found
 * @returns the banned words that a text contains, each once
 */
export function compileBannedWords(words: readonly string[]): (text: string) => string[] {
  const root: TrieNode = { next: new Map() };
  const phrases: TrieNode = { next: new Map() };
  const meaningOf = new Map<string, string>();
  const disguises: Disguises = { asLetters: new Map(), once: new Map() };
  for (const word of words) {
    const parts = asSeen(word).match(plainParts) ?? [];
    if (parts.length === 0) continue;
    const node = addNode(root, parts);
    node.word ??= word;
    if (parts.length > 1) {
      const meaning = parts.map(meant);
      addNode(phrases, meaning).word ??= word;
      meaningOf.set(word, meaning.join(' '));
    }
    const joined = parts.join('');
    // A phrase without its spaces is searched like a word, where it is long enough.
    if (joined.length < (parts.length > 1 ? MIN_PHRASE : MIN_DISGUISED) || /^\d+$/.test(joined)) continue;
    const letters = asLetters(joined);
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
    // A phrase that was found as written is not added again by its normalized spelling.
    const plain = disguised.size === 0 ? [] : Array.from(found, (word) => meaningOf.get(word));
    for (const word of disguised) if (!plain.includes(meaningOf.get(word))) found.add(word);
    for (let at = 0; at < letters.length; at++) {
      const spaced = disguises.asLetters.get(spacedAt(letters, at));
      if (spaced !== undefined) found.add(spaced);
    }
  };
  return (text) => {
    const found = new Set<string>();
    const plain = asSeen(text);
    scan(plain, found);
    addParted(found, plain, root, disguises);
    const joined = plain.replaceAll(insideWord, '');
    if (joined !== plain) scan(joined, found);
    return [...found];
  };
}
