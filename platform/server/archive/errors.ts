/** Why an archive is refused, as a closed list. */
export type ArchiveFault =
  | 'broken'
  | 'split'
  | 'empty'
  | 'escape'
  | 'encrypted'
  | 'too-many'
  | 'too-large'
  | 'bomb'
  | 'ends'
  | 'overlap'
  | 'gap'
  | 'differs'
  | 'size'
  | 'method'
  | 'link';

/** What is said to people. `{about}` is a limit or a name. */
const sentences: Readonly<Record<ArchiveFault, string>> = {
  broken: 'The archive is damaged, or its end is missing. Please pack it again as a ZIP.',
  split: 'The archive is one of several parts. Please pack it as a single ZIP.',
  empty: 'The archive holds no files.',
  escape: 'No file in the archive has a name that can be unpacked safely: {about}. Please pack a folder instead.',
  encrypted: 'The archive is locked with a password. Please pack it without one.',
  'too-many': 'The archive holds more than {about} entries. Please split it.',
  'too-large': 'The archive unpacks to more than {about}. Please split it.',
  bomb: 'The archive unpacks to more than {about} times its size. Please leave out files without content.',
  ends: 'The archive has more than one end or list of files, and programs would unpack it differently. Please pack it again.',
  overlap: 'Entries of the archive lie over each other at {about}. Please pack it again with another program.',
  gap: 'The archive has bytes beside {about} that belong to no file of its list. Please pack it again.',
  differs: 'The list of the archive says something else of {about} than the file itself. Please pack it again.',
  size: 'A file in the archive does not unpack to the size that the list says: {about}. Please pack it again.',
  method:
    'A file in the archive is compressed in a way that many programs cannot unpack: {about}. Please pack it as a ZIP with Deflate.',
  link: 'The archive holds a link instead of a file: {about}. Please pack the file itself.',
};

/** Characters of a name in a sentence. */
const SHOWN = 80;

/** A name as a sentence shows it: what cannot be seen is written out. @param length characters that are shown of it */
export function shown(about: string, length = SHOWN): string {
  const [...characters] = about;
  const cut = characters.length > length ? `${characters.slice(0, length).join('')}…` : about;
  return JSON.stringify(cut).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
}

/** An archive is not what it should be. The message is a sentence for people. */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused';
  readonly fault: ArchiveFault;

  /** @param about what the sentence speaks of: a limit in words, or a name of the archive */
  constructor(fault: ArchiveFault, about: { readonly limit: string } | { readonly name: string } = { limit: '' }) {
    const words = 'limit' in about ? about.limit : shown(about.name);
    super(sentences[fault].replace('{about}', () => words));
    this.fault = fault;
  }
}
