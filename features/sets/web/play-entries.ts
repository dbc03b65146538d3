import type { SetEntry } from '#features/sets/contract/endpoints.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { goOnWith } from '#features/player/web/engine/queue.ts';
import { sitePlayer } from '#features/player/web/engine/use-player.ts';
import type { Track } from '#features/player/web/track.ts';
import type { Call } from '#platform/web/lib/call.ts';

/** An entry for the player, with the cover of its set where it has none; null for what does not sound here. */
export function trackOfEntry({ title, by, path, sound }: SetEntry, { cover }: Pick<SharedItem, 'cover'>): Track | null {
  if (!sound) return null;
  return {
    ...sound,
    ...(path !== null && { path }),
    title: title ?? '',
    author: by,
    username: null,
    artwork: sound.artwork.length > 0 ? sound.artwork : cover,
    // The player reads it when the track is heard: a page of a hundred would be too much.
    wave: null,
  };
}

/** Lets a set go on behind its first track, which plays already. A failure leaves that alone in the queue. */
export async function goOnWithSet(call: Call, set: Pick<SharedItem, 'id' | 'cover' | 'sound'>): Promise<void> {
  const { items } = await call('GET /sets/:itemId/entries', { params: { itemId: set.id }, query: {} });
  const tracks = items.flatMap((entry) => trackOfEntry(entry, set) ?? []);
  sitePlayer().change((queue) => goOnWith(queue, set.sound?.trackId ?? '', tracks));
}
