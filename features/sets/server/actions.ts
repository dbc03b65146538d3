import type { Artwork } from '#content/media/contract/endpoints.ts';
import type { SetEntry } from '#features/sets/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { playablesOf } from '#features/feed/server/actions.ts';
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
 * Covers of sets that have none of their own, by set: that of the first track in it that the reader may see. Whether they
 * may see the set is not asked. Two queries.
 * @param isLinked as for `firstTracks`
 */
export async function foundCovers(
  ctx: Context,
  viewer: Viewer | null,
  setIds: readonly string[],
  isLinked = false,
): Promise<Map<string, readonly Artwork[]>> {
  const tracks = await firstTracks(ctx.db, viewer, setIds, isLinked);
  const playables = await playablesOf(
    ctx.db,
    tracks.map((track) => track.upload_id),
  );
  return new Map(tracks.map((track) => [track.set_id, playables.get(track.track_id)?.artwork ?? []]));
}

/** The public facts of an album before its release. @throws {Refusal} `set_not_found` */
export async function readCountdown(ctx: Context, viewer: Viewer | null, setId: string) {
  const album = await scheduledAlbum(ctx.db, viewer, setId);
  const author = album && (await peopleById(ctx.db, [album.author_id])).get(album.author_id);
  if (!author) throw new Refusal('set_not_found');
  return { title: album.title, author, releaseAt: album.release_at.toISOString(), entryCount: album.entry_count };
}
