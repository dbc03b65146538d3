import { useMemo } from 'react';
import type { Upload, UploadComment } from '#features/feed/contract/endpoints.ts';
import { playFrom } from '#features/player/web/engine/play-upload.ts';

/** Plays a track of an upload from the position of a comment; null where none of its sounds can be played. */
export function useSeek(upload: Upload): ((at: NonNullable<UploadComment['at']>) => void) | null {
  const hasSound = upload.files.some(({ kind, url }) => kind === 'audio' && url !== null);
  return useMemo(() => (hasSound ? (at) => void playFrom(upload, at) : null), [upload, hasSound]);
}
