// Near-duplicate texts by MinHash with banding: A. Broder, "On the resemblance and containment of documents" (1997);
// bands after J. Leskovec, A. Rajaraman, J. Ullman, "Mining of Massive Datasets", section 3.4. A shingle is a word.
import { createHash } from 'node:crypto';
import { moderation as limits } from '#content/moderation/contract/limits.ts';
import { asEyesRead } from '#people/profiles/server/rules/skeleton.ts';
import { asSeen } from './normalise.ts';

/** Names a text by what a reader would call the same: SHA-256, hex, of it in lower case with white space folded. */
export function contentFingerprint(text: string): string {
  return createHash('sha256').update(asSeen(text).toLowerCase().replaceAll(/\s+/g, ' ').trim()).digest('hex');
}

/** A text for the search of near ones; hashes are signed integers of 32 bits, as PostgreSQL has them. */
export interface NearPrint {
  /** Texts with a band in common are compared: those with 60 % of their words in common have one in 98.8 % of cases. */
  readonly bands: readonly number[];
  /** The smallest hashes of its words, ascending: all of them where it has at most `SKETCH`. */
  readonly sketch: readonly number[];
}

/** Hashes of a sketch. Of texts with more words the similarity is estimated, with a standard error of 6 percent at most. */
export const SKETCH = 64;
const BANDS = 32;
const ROWS = 4;

const eastern = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
/** A link, a character of a script without spaces, or a word. All numbers are one word, and emoji none: they are what advertisers vary. */
const shinglePattern = new RegExp(
  String.raw`(?:https?://|www\.)[^\s<>()]+|[${eastern}]|(?:(?![${eastern}])[\p{L}\p{N}])+`,
  'gu',
);
const isEastern = new RegExp(`^[${eastern}]$`, 'u');

/** The different words of a text, each as a hash of 32 bits. Of scripts without spaces each pair of characters is one. */
function shinglesOf(text: string): Set<number> {
  const shingles = new Set<number>();
  let last = '';
  for (const [part] of asEyesRead(text.replaceAll(/[\n\t]/g, ' ')).matchAll(shinglePattern)) {
    const isCharacter = isEastern.test(part);
    if (!isCharacter) shingles.add(hashOf(/^\p{N}+$/u.test(part) ? '0' : part));
    else if (last !== '') shingles.add(hashOf(last + part));
    last = isCharacter ? part : '';
  }
  return shingles;
}

/** Where a text is too short for words to be changed in it, it has none: then equal texts alone are the same. */
export function nearPrint(text: string): NearPrint | null {
  const shingles = shinglesOf(text);
  const sketch = sketchFrom(shingles);
  if (!sketch) return null;
  const bands = Array.from({ length: BANDS }, (_, band) => {
    let name = band;
    for (let row = 0; row < ROWS; row++) {
      const seed = mixed(band * ROWS + row + 1);
      let least = 0xffffffff;
      for (const shingle of shingles) least = Math.min(least, mixed(shingle ^ seed));
      name = mixed(name ^ least);
    }
    return name | 0;
  });
  return { bands, sketch };
}

/** The sketch alone of a `NearPrint`. */
export function sketchOf(text: string): readonly number[] | null {
  return sketchFrom(shinglesOf(text));
}

function sketchFrom(shingles: ReadonlySet<number>): readonly number[] | null {
  if (shingles.size < limits.nearTextWords) return null;
  return Array.from(shingles, (shingle) => shingle | 0)
    .toSorted((one, other) => one - other)
    .slice(0, SKETCH);
}

/** The Jaccard index of two texts' words by their sketches, 0 to 1: of the smallest hashes of both, those in both. */
export function similarity(one: readonly number[], other: readonly number[]): number {
  const [ofOne, ofOther] = [new Set(one), new Set(other)];
  const least = [...ofOne.union(ofOther)].toSorted((a, b) => a - b).slice(0, SKETCH);
  return least.filter((hash) => ofOne.has(hash) && ofOther.has(hash)).length / Math.max(1, least.length);
}

/** FNV-1a of 32 bits, mixed. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

/** The finalizer of MurmurHash3, a permutation of the integers of 32 bits, unsigned. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
