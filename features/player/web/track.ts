import { fullName } from '#people/profiles/web/full-name.ts';
import type { Upload, UploadFile } from '#features/feed/contract/endpoints.ts';

/** A picture of a track in one size, as browsers' media sessions take it. */
export interface Artwork {
  readonly src: string;
  /** `320x320`; missing where nobody knows. */
  readonly sizes?: string;
  readonly type?: string;
}

/** A sound as the player needs it: plain data, so that it can be stored over a reload. */
export interface Track {
  readonly uploadId: string;
  /** The place in the upload: stays when the sound is replaced. */
  readonly trackId: string;
  readonly fileId: string;
  readonly title: string;
  readonly author: string;
  /** Who it is by, for a link; null where the member has left. */
  readonly username: string | null;
  readonly url: string;
  /** Its picture in several sizes, the smallest first; empty without one. */
  readonly artwork: readonly Artwork[];
  readonly wave: string | null;
  readonly durationMs: number | null;
  /** LUFS and dBTP; null where they are not known. */
  readonly loudness: number | null;
  readonly truePeak: number | null;
}

/** Cards of a list whose waveforms stand in the page's HTML: those of the first screens. */
export const drawnCards = 4;

/** The sounds of an upload, in their order. */
export function soundsOf(upload: Upload): UploadFile[] {
  return upload.files.filter((file) => file.kind === 'audio');
}

/** A sound's own name: its tag, else the file's name without its ending. */
export function soundName(file: UploadFile): string {
  return file.tags['title']?.trim() || file.name.replace(/\.[a-z\d]{2,5}$/i, '') || file.name;
}

/** What the player calls a sound: the upload's title, and its own name where the upload has several. */
export function titleOf(upload: Upload, file: UploadFile): string {
  return soundsOf(upload).length > 1 ? soundName(file) : upload.title;
}

/** Wider pictures are for pages; a lock screen shows less. */
const widestArtwork = 1024;

function sizesOf({ renditions }: UploadFile, prefix: string): Artwork[] {
  const sizes = renditions.flatMap(({ name, url, contentType, width, height }) =>
    width !== null && height !== null && name.startsWith(prefix)
      ? { width, artwork: { src: url, sizes: `${width}x${height}`, type: contentType } }
      : [],
  );
  const shown = sizes.filter(({ width }) => width <= widestArtwork);
  return (shown.length > 0 ? shown : sizes.slice(0, 1)).map(({ artwork }) => artwork);
}

/** The picture of a track: the cover in the file, a picture of the upload, the author's own. */
function artworkOf(upload: Upload, file: UploadFile): readonly Artwork[] {
  const cover = sizesOf(file, 'cover-');
  if (cover.length > 0) return cover;
  const picture = upload.files.find((other) => other.kind === 'image');
  const sizes = picture ? sizesOf(picture, '') : [];
  if (sizes.length > 0) return sizes;
  return upload.author.avatarUrl === null ? [] : [{ src: upload.author.avatarUrl }];
}

/** A sound for the player; null when it cannot be played yet. */
export function trackOf(upload: Upload, file: UploadFile): Track | null {
  if (file.url === null) return null;
  return {
    uploadId: upload.id,
    trackId: file.trackId,
    fileId: file.id,
    title: titleOf(upload, file),
    author: fullName(upload.author),
    username: upload.author.id === null ? null : upload.author.username,
    url: file.url,
    artwork: artworkOf(upload, file),
    wave: file.wave,
    durationMs: file.durationMs,
    loudness: file.playedLoudness,
    truePeak: file.playedTruePeak,
  };
}

/** Every playable sound of some uploads, in order. */
export function tracksOf(uploads: readonly Upload[]): Track[] {
  return uploads.flatMap((upload) => soundsOf(upload).flatMap((file) => trackOf(upload, file) ?? []));
}
