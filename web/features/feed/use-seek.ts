import type { Upload, UploadComment } from '#contract/feed.ts';

/** Plays a track of an upload from the moment of a comment; null where none of its sounds can be played. */
export function useSeek(_upload: Upload): ((at: NonNullable<UploadComment['at']>) => void) | null {
  return null;
}
