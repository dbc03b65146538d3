import type { Upload, UploadFile } from '#contract/feed.ts';

/** A sound as the player needs it: plain data, so that it can be kept over a reload. */
export interface Track {
  readonly uploadId: string;
  /** The place in the upload: stays when the sound is exchanged. */
  readonly trackId: string;
  readonly fileId: string;
  readonly title: string;
  readonly author: string;
  /** Who it is by, for a link; null where the member has left. */
  readonly username: string | null;
  readonly url: string;
  /** A square picture, or null. */
  readonly artwork: string | null;
  readonly overview: string | null;
  readonly durationMs: number | null;
  /** LUFS and dBTP; null where they are not known. */
  readonly loudness: number | null;
  readonly truePeak: number | null;
}

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

/** The picture of a track: the cover in the file, a picture of the upload, the author's own. */
function artworkOf(upload: Upload, file: UploadFile): string | null {
  const cover = file.renditions.find((rendition) => rendition.name.startsWith('cover'));
  const picture = upload.files.find((other) => other.kind === 'image');
  return cover?.url ?? picture?.renditions[0]?.url ?? upload.author.avatarUrl;
}

/** A sound for the player; null when it cannot be played yet. */
export function trackOf(upload: Upload, file: UploadFile): Track | null {
  if (file.url === null) return null;
  return {
    uploadId: upload.id,
    trackId: file.trackId,
    fileId: file.id,
    title: titleOf(upload, file),
    author: upload.author.displayName,
    username: upload.author.id === null ? null : upload.author.username,
    url: file.url,
    artwork: artworkOf(upload, file),
    overview: file.overview,
    durationMs: file.durationMs,
    loudness: file.loudness,
    truePeak: file.truePeak,
  };
}

/** Every playable sound of some uploads, in order. */
export function tracksOf(uploads: readonly Upload[]): Track[] {
  return uploads.flatMap((upload) => soundsOf(upload).flatMap((file) => trackOf(upload, file) ?? []));
}
