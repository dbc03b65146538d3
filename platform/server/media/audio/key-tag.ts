import { tonics } from '#platform/contract/music-limits.ts';

/** Half tones above C. */
const naturals: Readonly<Record<string, number>> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };
const named = /^([a-g])\s*([#♯b♭]?)\s*(m|min|minor|maj|major)?$/i;
/** Camelot notation: around the circle of fifths, `A` is minor and 8A is A minor. */
const numbered = /^0?([1-9]|1[0-2])([ab])$/i;

const nameOf = (halfTones: number, isMinor: boolean): string =>
  `${tonics[((halfTones % 12) + 12) % 12]!}${isMinor ? 'm' : ''}`;

/** The key that a recording's tag names (`Am`, `A minor`, `Bbm`, `8A`), as keys are stored; null for anything else. */
export function keyOfTag(tag: string): string | null {
  const byName = named.exec(tag.trim());
  if (byName) {
    const [, note, sign, mode = ''] = byName;
    const step = sign === '' ? 0 : sign === '#' || sign === '♯' ? 1 : -1;
    return nameOf(naturals[note!.toLowerCase()]! + step, mode === 'm' || /^min(or)?$/i.test(mode));
  }
  const byNumber = numbered.exec(tag.trim());
  if (!byNumber) return null;
  const isMinor = byNumber[2]!.toLowerCase() === 'a';
  return nameOf((isMinor ? 9 : 0) + 7 * (Number(byNumber[1]) - 8), isMinor);
}
