/** Why an archive is refused, as a closed list. */
export type ArchiveFault =
  | 'broken'
  | 'split'
  | 'empty'
  | 'encrypted'
  | 'too-many'
  | 'too-large'
  | 'bomb'
  | 'overlap'
  | 'escape'
  | 'absolute'
  | 'control'
  | 'long-name'
  | 'duplicate'
  | 'link';

/** What is said to people. `{about}` is a limit or a name. */
const sentences: Readonly<Record<ArchiveFault, string>> = {
  broken: 'The archive is damaged, or its end is missing. Please pack it again as a ZIP.',
  split: 'The archive is one of several parts. Please pack it as a single ZIP.',
  empty: 'The archive holds no files.',
  encrypted: 'The archive is locked with a password. Please pack it without one.',
  'too-many': 'The archive holds more than {about} entries. Please split it.',
  'too-large': 'The archive unpacks to more than {about}. Please split it.',
  bomb: 'The archive unpacks to more than {about} times its size. Please leave out files without content.',
  overlap: 'Entries of the archive lie over each other. Please pack it again with another program.',
  escape: 'A name in the archive leads out of its folder: {about}. Please rename it.',
  absolute: 'A name in the archive begins at a root or a drive: {about}. Please pack a folder instead.',
  control: 'A name in the archive has characters that cannot be seen: {about}. Please rename it.',
  'long-name': 'A name in the archive is too long, or in too many folders: {about}. Please shorten it.',
  duplicate: 'Two entries of the archive have the same name: {about}. Please keep one of them.',
  link: 'The archive holds a link instead of a file: {about}. Please pack the file itself.',
};

/** Characters of a name in a sentence. */
const SHOWN = 80;

/** A name as a sentence shows it: what cannot be seen is written out. */
function shown(about: string): string {
  const [...characters] = about;
  const cut = characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : about;
  return JSON.stringify(cut).replaceAll(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffd]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
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
