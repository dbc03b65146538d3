import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { sitePlayer } from '#features/player/web/engine/use-player.ts';
import type { Track } from '#features/player/web/track.ts';
import { itemAddress } from '#features/sharing/web/filter.ts';
import type { Call } from '#platform/web/lib/call.ts';

/** What is heard is called as the song, else as its track or file. */
export const soundName = ({ kind, title, sound }: Pick<SharedItem, 'kind' | 'title' | 'sound'>): string =>
  kind === 'song' || sound === null ? title : sound.title;

/** What sounds of a thing, for the player; null where nothing does, or not yet. */
function trackOf(item: SharedItem): Track | null {
  const { id, kind, cover, sound } = item;
  if (sound?.url == null) return null;
  const { uploadId, trackId, fileId, url, wave, durationMs, loudness, truePeak } = sound;
  return {
    uploadId,
    trackId,
    fileId,
    url,
    wave,
    durationMs,
    loudness,
    truePeak,
    path: itemAddress(kind, id),
    title: soundName(item),
    author: (kind === 'song' && item.artist) || sound.by,
    username: null,
    artwork: cover,
  };
}

/**
 * Plays what sounds of a thing; call it while a click or a key is handled.
 * @param queue the things around it, whose sounds follow; a set is followed by what is in it
 * @param atMs where it begins; without it, what is in the player goes on where it is
 */
export function playItem(call: Call, item: SharedItem, queue: readonly SharedItem[] = [item], atMs?: number): void {
  const track = trackOf(item);
  if (!track) return;
  const isSet = item.kind === 'set';
  const tracks = isSet ? [track] : queue.flatMap((one) => trackOf(one) ?? []);
  sitePlayer().start(track, { tracks, ...(atMs !== undefined && { atMs }) });
  if (isSet)
    void import('#features/sets/web/play-entries.ts')
      .then(({ goOnWithSet }) => goOnWithSet(call, item))
      // Its first track plays all the same.
      .catch(() => undefined);
}
