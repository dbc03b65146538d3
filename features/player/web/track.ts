import { trackArtwork, trackTitle } from '#content/media/contract/track-facts.ts';
import type { Person } from '#platform/contract/shapes.ts';
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
  /** Null for a sound that belongs to no upload: its plays are not counted. */
  readonly uploadId: string | null;
  /** The place in the upload: stays when the sound is replaced. */
  readonly trackId: string;
  readonly fileId: string;
  /** The page that it is of, below the site's root; that of its upload unless it says so. */
  readonly path?: string;
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

/** What the player calls a sound. */
export const titleOf = (upload: Upload, file: UploadFile): string =>
  trackTitle(upload, file, soundsOf(upload).length > 1);

/** The cover of a track; without one the picture of its author. */
export const orAvatar = (artwork: readonly Artwork[], { avatarUrl }: Pick<Person, 'avatarUrl'>): readonly Artwork[] =>
  artwork.length > 0 || avatarUrl === null ? artwork : [{ src: avatarUrl }];

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
    artwork: orAvatar(trackArtwork(file, upload.files), upload.author),
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
