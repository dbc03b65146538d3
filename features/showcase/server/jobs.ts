import { z } from 'zod';
import { showcase as limits } from '#features/showcase/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { claimFiles, insertContent, releaseFiles, storeContent } from '#content/media/server/actions.ts';
import { checkName } from '#people/profiles/server/actions.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { GuardedFetchError } from '#platform/server/http/network/guarded-fetch.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Cron, type Job, defineJob } from '#platform/server/jobs/job.ts';
import { SHOWCASE_KIND } from './rules.ts';
import { type Spotify, beginningOf, spotifyOf } from './spotify.ts';
import { type ShowcaseRow, idsAfter, markUnknown, showcasesById, updateAsked } from './store.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Showcases that one transaction puts into the queue. */
const BATCH = 500;

/** Asks Spotify about one artist. */
const refreshJob = defineJob({
  name: 'showcase.refresh',
  payload: z.object({ showcaseId: z.uuid() }),
  singleton: true,
  async run(ctx, { showcaseId }) {
    const spotify = spotifyOf(ctx);
    const [row] = await showcasesById(ctx.db, [showcaseId]);
    if (!spotify || !row) return;
    await refresh(ctx, spotify, row);
  },
});

const refreshAllJob = defineJob({
  name: 'showcase.refresh-all',
  payload: z.object({}),
  timeoutSeconds: 3000,
  async run(ctx) {
    if (!spotifyOf(ctx)) return;
    for (let last: string | undefined = NOBODY; last !== undefined;) {
      const ids: string[] = await idsAfter(ctx.db, last, BATCH);
      await ctx.db.tx(async (tx) => {
        for (const id of ids) await enqueueRefresh(ctx, tx, id);
      });
      last = ids.length === BATCH ? ids.at(-1) : undefined;
    }
  },
});

export const showcaseJobs: readonly Job[] = [refreshJob, refreshAllJob];
export const showcaseCrons: readonly Cron[] = [{ schedule: '41 4 * * *', job: refreshAllJob }];

/** Enqueues the refresh of a showcase from Spotify, after the commit. */
export async function enqueueRefresh(ctx: Context, tx: Tx, id: string): Promise<void> {
  await ctx.jobs.enqueue(tx, refreshJob, { showcaseId: id }, { singletonKey: id });
}

async function refresh(ctx: Context, spotify: Spotify, row: ShowcaseRow): Promise<void> {
  const artist = await spotify.artist(row.artist_id);
  const at = ctx.clock.now();
  if (!artist) {
    await ctx.db.tx(async (tx) => {
      await markUnknown(tx, row.id, at);
      tx.afterCommit(() => ctx.pages.drop());
    });
    return;
  }
  const artistName = (await nameFrom(ctx, artist.name, limits.artistNameMax)) ?? row.artist_name;
  const topTrack = artist.topTrack && (await nameFrom(ctx, artist.topTrack, limits.trackNameMax));
  const isNewPicture = artist.pictureUrl !== null && artist.pictureUrl !== row.profile_image_url;
  const picture = isNewPicture ? await pictureFrom(ctx, spotify, artist.pictureUrl, row) : null;
  await ctx.db.tx(async (tx) => {
    // Who has removed it or connected another artist meanwhile gets nothing of this one.
    const [still] = await showcasesById(tx, [row.id], true);
    if (!still) return;
    if (picture) {
      await insertContent(ctx, tx, picture);
      const claim = { contentKind: SHOWCASE_KIND, contentId: row.id, guarded: false, kinds: ['image'] as const };
      await claimFiles(ctx, tx, picture.ownerId, [picture.id], claim);
      await releaseFiles(ctx, tx, SHOWCASE_KIND, [row.id], [picture.id]);
    }
    await updateAsked(tx, row.id, {
      artistName,
      followers: artist.followers,
      topTrack: topTrack || null,
      // A picture that could not be had is tried again with the next refresh.
      imageUrl: isNewPicture && !picture ? still.profile_image_url : artist.pictureUrl,
      at,
    });
    tx.afterCommit(() => ctx.pages.drop());
  });
}

/** A text of Spotify's as a name that may be shown; null where our checks refuse it. */
async function nameFrom(ctx: Context, text: string, max: number): Promise<string | null> {
  try {
    return await checkName(ctx, ctx.db, beginningOf(text, max), { field: 'artistName', max });
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Stores a picture of Spotify's; null where it cannot be fetched or is no picture. */
async function pictureFrom(ctx: Context, spotify: Spotify, url: string, row: ShowcaseRow) {
  try {
    const content = await spotify.picture(url);
    const owner = { profileId: row.person_id!, userId: row.user_id };
    return content && (await storeContent(ctx, owner, content, { purpose: 'avatar', name: 'artist' }));
  } catch (error) {
    if (!(error instanceof GuardedFetchError) && !(error instanceof Refusal)) throw error;
    ctx.log.warn({ err: error, showcase: row.id }, 'the picture of an artist could not be fetched');
    return null;
  }
}
