import type { SetEntry } from '#features/sets/contract/endpoints.ts';
import type { Track } from '#features/player/web/track.ts';

/** An entry for the player; null for what does not sound here. */
export function trackOfEntry({ title, by, sound }: SetEntry): Track | null {
  if (!sound) return null;
  const { artworkUrl, ...rest } = sound;
  return {
    ...rest,
    title: title ?? '',
    author: by,
    username: null,
    artwork: artworkUrl === null ? [] : [{ src: artworkUrl }],
    // The player reads it when the track is heard: a page of a hundred would be too much.
    wave: null,
  };
}

/** The entries that the player plays, in their order. */
export const tracksOfEntries = (entries: readonly SetEntry[]): Track[] =>
  entries.flatMap((entry) => trackOfEntry(entry) ?? []);
