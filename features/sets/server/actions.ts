import type { SetEntry } from '#features/sets/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { soundsOfTracks } from '#features/sharing/server/actions.ts';
import type { FoundSound } from '#features/sharing/server/events.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { readEntries, requireSet } from './entries.ts';
import { firstTracks, scheduledAlbum } from './store.ts';

/** The first page of what is in a set, as a visitor sees it. @throws {Refusal} `set_not_found`, `adults_only` */
export async function publicEntries(ctx: Context, setId: string): Promise<SetEntry[]> {
  return (await readEntries(ctx, null, await requireSet(ctx, null, setId, undefined), undefined)).items;
}

/**
 * What sets sound like, by set: the first track in each that the reader may hear, with its cover. Whether they may see the
 * set is not asked. Four queries.
 * @param isLinked as for `firstTracks`
 */
export async function foundSounds(
  ctx: Context,
  viewer: Viewer | null,
  setIds: readonly string[],
  isLinked = false,
): Promise<Map<string, FoundSound>> {
  const tracks = await firstTracks(ctx.db, viewer, setIds, isLinked);
  const sounds = await soundsOfTracks(ctx, tracks);
  return new Map(
    tracks.flatMap((track) => {
      const found = sounds.get(track.track_id);
      return found ? [[track.set_id, found]] : [];
    }),
  );
}

/** The public facts of an album before its release. @throws {Refusal} `set_not_found` */
export async function readCountdown(ctx: Context, viewer: Viewer | null, setId: string) {
  const album = await scheduledAlbum(ctx.db, viewer, setId);
  const author = album && (await peopleById(ctx.db, [album.author_id])).get(album.author_id);
  if (!author) throw new Refusal('set_not_found');
  return { title: album.title, author, releaseAt: album.release_at.toISOString(), entryCount: album.entry_count };
}
