// Near-duplicate texts by MinHash with banding: A. Broder, "On the resemblance and containment of documents" (1997);
// bands after J. Leskovec, A. Rajaraman, J. Ullman, "Mining of Massive Datasets", section 3.4. A shingle is a word.
import { createHash } from 'node:crypto';
import { moderation as limits } from '#content/moderation/contract/limits.ts';
import { foldConfusables } from '#people/profiles/server/rules/skeleton.ts';
import { asSeen } from './normalise.ts';

/** SHA-256 (hex) of a text in lower case with white space folded: equal for texts that readers see as the same. */
export function contentFingerprint(text: string): string {
  return createHash('sha256').update(asSeen(text).toLowerCase().replaceAll(/\s+/g, ' ').trim()).digest('hex');
}

/** The MinHash signature of a text; hashes are signed integers of 32 bits, as PostgreSQL has them. */
export interface NearPrint {
  /** LSH bands: texts that share one are compared, as 98.8 % of those with 60 % of their words in common do. */
  readonly bands: readonly number[];
  /** Bottom-k sketch: the `SKETCH` smallest hashes of its words, ascending; all of them where it has fewer. */
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

/** The distinct words of a text as hashes of 32 bits; in scripts without spaces, its pairs of characters (bigrams). */
function shinglesOf(text: string): Set<number> {
  const shingles = new Set<number>();
  let last = '';
  for (const [part] of foldConfusables(text.replaceAll(/[\n\t]/g, ' ')).matchAll(shinglePattern)) {
    const isCharacter = isEastern.test(part);
    if (!isCharacter) shingles.add(hashOf(/^\p{N}+$/u.test(part) ? '0' : part));
    else if (last !== '') shingles.add(hashOf(last + part));
    last = isCharacter ? part : '';
  }
  return shingles;
}

/** MinHash signature of a text; null for a text so short that only equal texts count as the same. */
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

/** The Jaccard index of two texts' words, 0 to 1, estimated from their bottom-k sketches. */
export function similarity(left: readonly number[], right: readonly number[]): number {
  const [leftHashes, rightHashes] = [new Set(left), new Set(right)];
  const least = [...leftHashes.union(rightHashes)].toSorted((a, b) => a - b).slice(0, SKETCH);
  return least.filter((hash) => leftHashes.has(hash) && rightHashes.has(hash)).length / Math.max(1, least.length);
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
