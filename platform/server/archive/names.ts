import { isUtf8 } from 'node:buffer';
import { archive } from '#platform/contract/archive-limits.ts';
import { type LegacyEncoding, decodeText, guessEncoding, ofZipNames } from '#platform/server/legacy-text.ts';

/**
 * Names as text: UTF-8 where they are, marked or not, because many programs forget the mark. The others were written by one
 * program in one code page, which is guessed from all of them together.
 * @returns with the encoding of the others; null where all are UTF-8
 */
export function namesOf(names: readonly Buffer[]): { names: string[]; encoding: LegacyEncoding | null } {
  const others = names.filter((bytes) => !isUtf8(bytes)).slice(0, GUESSED_NAMES);
  const encoding = others.length === 0 ? null : guessEncoding(joined(others), ofZipNames);
  return { names: names.map((bytes) => decodeText(bytes, encoding ?? undefined)), encoding };
}

/** Names by which the code page of an archive is guessed. */
const GUESSED_NAMES = 500;

const joined = (names: readonly Buffer[]): Buffer => Buffer.concat(names.flatMap((name) => [name, Buffer.from(' ')]));

/** What systems leave beside the files: nobody made it to share it. */
const leftover =
  /(?:^|\/)(?:(?:__MACOSX|\.Trashes|\.fseventsd|\.Spotlight-V100)(?:\/|$)|(?:\.DS_Store|\._[^/]*|Icon\r|Thumbs\.db|desktop\.ini)$)/i;

/** Joiners and the emoji selector, which scripts and emoji need behind characters of their own. */
const joiners = /(?<!(?![A-Za-z])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\p{Join_Control}|\ufe0f)/gu;
/** What cannot be seen, or turns the direction of a text: controls, formats, separators of lines. */
const unseen = /(?!\p{Join_Control}|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Names that Windows gives to devices, whatever follows a dot. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/** A name of a file or a folder as every system takes it. */
function cleanName(part: string): string {
  // A colon begins an alternate stream on Windows, which leaves dots and blanks at the end out.
  const clean = part
    .replace(unseen, '')
    .replace(joiners, '')
    .replaceAll(':', '_')
    .replace(/[. ]+$/, '');
  if (clean === '') return '_';
  return device.test(clean) ? `_${clean}` : clean;
}

/**
 * What is to be done with the name of an entry: nothing of it where it is a leftover or a folder (`none`), nothing
 * because it is not to be unpacked (`escape`, `long`), or a path below the folder that the archive is unpacked to.
 */
export type Judged =
  | { readonly kind: 'none' | 'escape' | 'long' }
  /** `/` between names, NFC. */
  | { readonly kind: 'file'; readonly path: string };

/**
 * Sanitises a name. Leftovers are left out first, whatever their names.
 * @returns with `isSame`: every program unpacks it under this very path
 */
export function judgeName(name: string): Judged & { readonly isSame: boolean } {
  // Programs of Windows write either.
  const path = name.normalize('NFC').replaceAll('\\', '/');
  if (leftover.test(path)) return { kind: 'none', isSame: false };
  const isFolder = path.endsWith('/');
  // A root or a drive is left out; a chord may be called `C: major`.
  const parts = path
    .replace(/^[A-Za-z]:(?=\/)/, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return { kind: 'escape', isSame: false };
  const names = parts.map(cleanName);
  const clean = names.join('/');
  const isSame = name.normalize('NFC') === (isFolder ? `${clean}/` : clean);
  if (isFolder || clean === '') return { kind: 'none', isSame };
  const tooLong = names.length > archive.depthMax || names.some((part) => part.length > archive.nameMax);
  if (tooLong || clean.length > archive.pathMax) return { kind: 'long', isSame: false };
  return { kind: 'file', path: clean, isSame };
}

/** The same for two paths that are one on some system: case, and characters that are not seen. */
const fold = (path: string): string =>
  path
    .replaceAll(/\p{Join_Control}|\ufe0f/gu, '')
    .toLowerCase()
    .toUpperCase();

/** Characters of a name that gets a number: number and ending have room behind it. */
const STEM_MAX = archive.nameMax - 30;

/** Paths with a number where they are an earlier one's on some system, or a folder's: `kick (2).wav`. */
export function withoutDuplicates(paths: readonly string[]): string[] {
  const taken = new Set<string>();
  for (const path of paths) {
    const name = fold(path);
    for (let at = name.lastIndexOf('/'); at > 0 && !taken.has(name.slice(0, at)); at = name.lastIndexOf('/', at - 1))
      taken.add(name.slice(0, at));
  }
  const numbers = new Map<string, number>();
  return paths.map((path) => {
    const [, folder = '', base = '', ending = ''] = /^(.*\/)?([^/]+?)(\.[^./]{1,12})?$/.exec(path) ?? [];
    const stem = base.slice(0, STEM_MAX);
    // Numbers go on for all that get the same stem, so that many of them are not tried again and again.
    const series = fold(`${folder}${stem}${ending}`);
    let free = path;
    while (taken.has(fold(free))) {
      const number = (numbers.get(series) ?? 1) + 1;
      numbers.set(series, number);
      free = `${folder}${stem} (${number})${ending}`;
    }
    taken.add(fold(free));
    return free;
  });
}
