import type { HandlerInput } from '#platform/contract/endpoint.ts';
import { showcase as limits } from '#features/showcase/contract/limits.ts';
import type { showcaseEndpoints } from '#features/showcase/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { noteGone } from '#content/moderation/server/actions.ts';
import { releaseFiles } from '#content/media/server/actions.ts';
import { checkName } from '#people/profiles/server/actions.ts';
import { type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { enqueueRefresh } from './jobs.ts';
import { SHOWCASE_KIND, artistOf } from './rules.ts';
import { type Typed, deleteShowcases, insertShowcase, showcaseOfUser, updateTyped } from './store.ts';

/** Deletes showcases with their pictures; their members may connect again. @returns how many */
export async function removeShowcases(ctx: Context, tx: Tx, where: SQL): Promise<number> {
  const ids = await deleteShowcases(tx, where);
  await releaseFiles(ctx, tx, SHOWCASE_KIND, ids);
  await noteGone(ctx, tx, SHOWCASE_KIND, ids);
  if (ids.length > 0) tx.afterCommit(() => ctx.pages.drop());
  return ids.length;
}

/**
 * Connects an artist to a member, or updates what they typed. Another artist than before is a new showcase; until the
 * job has asked Spotify it has the member's own name.
 * @throws {Refusal} `artist_address`, and as `checkName`
 */
export async function connectArtist(
  ctx: Context,
  viewer: Viewer,
  body: HandlerInput<(typeof showcaseEndpoints)['PUT /showcases/mine']>['body'],
): Promise<void> {
  const artistId = artistOf(body.artist);
  if (artistId === null)
    throw new Refusal('artist_address', {
      fields: { artist: 'Paste the address of the artist at open.spotify.com/artist/.' },
    });
  const topTrack =
    body.topTrackName === ''
      ? null
      : await checkName(ctx, ctx.db, body.topTrackName, { field: 'topTrackName', max: limits.trackNameMax });
  const typed: Typed = { followers: body.followers, monthlyListeners: body.monthlyListeners, topTrack };
  const at = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const before = await showcaseOfUser(tx, viewer.userId, true);
    const isSame = before?.artist_id === artistId;
    if (before && isSame) {
      await updateTyped(tx, before.id, typed, at);
      if (before.is_unknown) await enqueueRefresh(ctx, tx, before.id);
    } else {
      await removeShowcases(ctx, tx, sql`user_id = ${viewer.userId}`);
      const id = newId(at);
      const row = { id, userId: viewer.userId, artistId, artistName: viewer.displayName, typed, at };
      // Somebody who sends the form twice at once: the other call has made it.
      if (!(await insertShowcase(tx, row))) return;
      await enqueueRefresh(ctx, tx, id);
    }
    tx.afterCommit(() => ctx.pages.drop());
  });
}
