import { archive } from '#contract/limits/archives.ts';
import { ArchiveRefused } from './errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The upper half of code page 437, which names without the UTF-8 mark have by the format's rules. */
const page437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** The bytes of a name as text: UTF-8 where they are, marked or not, because many programs forget the mark. */
export function nameOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return [...bytes].map((byte) => (byte < 128 ? String.fromCharCode(byte) : page437[byte - 128]!)).join('');
  }
}

/** What no name may have: control characters, and those that are invisible or turn the direction of a text. */
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

/**
 * The path of an entry below the folder that the archive is unpacked to: `/` between names, NFC.
 * @returns null for an entry that is a folder
 * @throws {ArchiveRefused} `control`, `absolute`, `escape`, `long-name`
 */
export function pathOf(name: string): string | null {
  if (unseen.test(name)) throw new ArchiveRefused('control', { name });
  // Programs of Windows write either.
  const path = name.normalize('NFC').replaceAll('\\', '/');
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) throw new ArchiveRefused('absolute', { name });
  const isFolder = path.endsWith('/');
  const names = path.split('/').filter((part) => part !== '' && part !== '.');
  if (names.includes('..')) throw new ArchiveRefused('escape', { name });
  const tooLong = names.length > archive.depthMax || names.some((part) => part.length > archive.nameMax);
  const joined = names.join('/');
  if (tooLong || joined.length > archive.pathMax) throw new ArchiveRefused('long-name', { name });
  return isFolder || joined === '' ? null : joined;
}

/** What programs leave beside the files: nobody made it to share it. */
export const isLeftover = (path: string): boolean =>
  /(^|\/)(__MACOSX\/|\.DS_Store$|\._[^/]*$|Thumbs\.db$|desktop\.ini$)/i.test(path);
