import type { SetEntry } from '#features/sets/contract/endpoints.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import type { Track } from '#features/player/web/track.ts';

/** An entry for the player, with the cover of its set where it has none; null for what does not sound here. */
export function trackOfEntry({ title, by, sound }: SetEntry, { set }: Pick<SharedItem, 'set'>): Track | null {
  if (!sound) return null;
  return {
    ...sound,
    title: title ?? '',
    author: by,
    username: null,
    artwork: sound.artwork.length > 0 ? sound.artwork : (set?.cover ?? []),
    // The player reads it when the track is heard: a page of a hundred would be too much.
    wave: null,
  };
}
