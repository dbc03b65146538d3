import { randomBytes } from 'node:crypto';
import { type FileKind, type FilePurpose, filePurposes, kindFormats, media } from '#content/media/contract/limits.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { FoundType } from '#platform/server/media/found-type.ts';

/** The first part of every key: the specification's buckets, and that of archives. */
export const buckets = ['images', 'gallery', 'videos', 'audio', 'profile-assets', 'archives'] as const;
export type Bucket = (typeof buckets)[number];

const bucketOfKind: Readonly<Record<FileKind, Bucket>> = {
  image: 'gallery',
  video: 'videos',
  audio: 'audio',
  archive: 'archives',
};
const bucketOfBackground: Readonly<Record<FileKind, Bucket>> = { ...bucketOfKind, image: 'images' };

/**
 * A new key by the specification's layouts (part 1 §7, part 2 §7). A random part is in each, so that no address can be
 * guessed from another.
 */
export function newKey(file: { purpose: FilePurpose; kind: FileKind; extension: string; userId: string; at: Date }): {
  bucket: Bucket;
  key: string;
} {
  const { kind, userId } = file;
  const random = randomBytes(16).toString('base64url');
  const end = `${file.at.getTime()}_${random}.${file.extension}`;
  const place = (bucket: Bucket, rest: string): { bucket: Bucket; key: string } => ({
    bucket,
    key: `${bucket}/${rest}`,
  });
  switch (file.purpose) {
    case 'upload':
    case 'cover':
    case 'forum_image':
    case 'sharing_preview':
    case 'sharing_archive':
      return place(bucketOfKind[kind], `f_${random}.${file.extension}`);
    case 'gallery':
    case 'chat_image':
      return place('gallery', `f_${random}.${file.extension}`);
    case 'forum_banner':
      return place('images', `${userId}/forum_banner_${end}`);
    case 'avatar':
      return place('profile-assets', `${userId}/avatar_${end}`);
    case 'profile_banner':
      return place('profile-assets', `${userId}/banner_${end}`);
    case 'site_logo':
      return place('profile-assets', `${userId}/logo_${end}`);
    case 'cursor':
      return place('profile-assets', `${userId}/cursor_${end}`);
    case 'background':
      return place(bucketOfBackground[kind], `${userId}/background_${kind}_${end}`);
  }
}

/** Key of what is made from a file: beside it, and the same again when the work is repeated. */
export function renditionKey(fileKey: string, name: string, extension: string): string {
  return `${fileKey.replace(/\.[^./]+$/, '')}/${name.replaceAll(/[^A-Za-z0-9-]/g, '-')}.${extension}`;
}

/** Invisible and direction characters, which make names confusable, and the separators of paths. */
const dangerous = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff<>:"|?*]/g;

/** A file's name without folders and without what deceives; 'file' where nothing is left. */
export function cleanName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last.replaceAll(dangerous, '').replaceAll(/\s+/g, ' ').trim().replace(/^\.+/, '');
  if (clean.length <= media.nameMax) return clean || 'file';
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? '';
  // By code points: half a character is none.
  return [...clean].slice(0, media.nameMax - ending.length - 1).join('') + ending;
}

/** A size in words, as the specification writes it: `5MB`. */
export function megabytes(bytes: number): string {
  const count = bytes / 1024 / 1024;
  return count >= 1024 && count % 1024 === 0 ? `${count / 1024}GB` : `${Math.floor(count)}MB`;
}

/** @throws {Refusal} `file_empty`, `file_too_large` */
export function checkLength(length: number, purpose: FilePurpose, siteMaxBytes: number): void {
  if (length === 0) throw new Refusal('file_empty');
  const { maxBytes, tooLarge } = filePurposes[purpose];
  const max = Math.min(maxBytes ?? siteMaxBytes, siteMaxBytes);
  if (length <= max) return;
  const isPurposeLimit = tooLarge !== null && max === maxBytes;
  throw new Refusal('file_too_large', { meta: { max: megabytes(max) }, ...(isPurposeLimit && { detail: tooLarge }) });
}

const kindWords = {
  image: 'pictures',
  audio: 'sound',
  video: 'video',
  archive: 'archives',
  packed: 'RAR and 7z archives',
  other: 'such files',
} as const;

/** What a place takes, in words: `pictures as JPEG and PNG; sound as WAV`. */
function takenWords(kinds: readonly FileKind[]): string {
  return kinds.map((kind) => `${kindWords[kind]} as ${kindFormats[kind]}`).join('; ');
}

/** How to make a picture out of what is one, but cannot be read here. */
const exportWords: Readonly<Record<string, string>> = {
  'image/heic':
    'This place does not take HEIC. Share or export the picture as JPEG. An iPhone takes JPEG from the start with Settings > Camera > Formats > Most Compatible.',
  'image/x-raw': 'This place does not take the raw files of cameras. Export the picture as JPEG.',
};

/** @throws {Refusal} `file_type_refused` for what the place does not take */
export function checkKind(
  { kind, contentType }: Pick<FoundType, 'kind' | 'contentType'>,
  purpose: FilePurpose,
): FileKind {
  const kinds: readonly FileKind[] = filePurposes[purpose].kinds;
  const accepted = kinds.find((one) => one === kind);
  if (accepted !== undefined) return accepted;
  const detail = kinds.includes('image') ? exportWords[contentType] : undefined;
  const meta = { found: kindWords[kind], taken: takenWords(kinds) };
  throw new Refusal('file_type_refused', { meta, ...(detail !== undefined && { detail }) });
}
