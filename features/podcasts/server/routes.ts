import { trackTitle } from '#content/media/contract/track-facts.ts';
import { type PodcastSettings, podcastEndpoints } from '#features/podcasts/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { routes } from '#platform/server/http/route.ts';
import { feedUrlOf } from './feed.ts';
import { areOwnTracks, episodesOf, podcastOwner, saveChoice } from './store.ts';

async function settingsOf(ctx: Context, profileId: string): Promise<PodcastSettings> {
  const [owner, tracks] = await Promise.all([podcastOwner(ctx.db, profileId), episodesOf(ctx.db, profileId, null)]);
  const { choice, track_ids: chosen, shows_mail: showsMail } = owner!;
  return {
    choice,
    trackIds: tracks.flatMap(({ track_id: id }) => (chosen.includes(id) ? [id] : [])),
    showsMail,
    feedUrl: feedUrlOf(ctx, profileId),
    tracks: tracks.map((row) => ({
      id: row.track_id,
      title: trackTitle({ title: row.upload_title }, { name: row.file_name, tags: row.file_tags }, row.has_several),
      createdAt: row.created_at.toISOString(),
    })),
  };
}

export const podcastRoutes = routes(podcastEndpoints, {
  'GET /podcast-settings': (ctx, { viewer }) => settingsOf(ctx, viewer.profileId),
  async 'PUT /podcast-settings'(ctx, { viewer, body }) {
    const { profileId } = viewer;
    await ctx.db.tx(async (tx) => {
      await podcastOwner(tx, profileId, true);
      if (!(await areOwnTracks(tx, profileId, body.trackIds))) throw new Refusal('track_not_found');
      await saveChoice(tx, profileId, { ...body, trackIds: [...new Set(body.trackIds)] }, ctx.clock.now());
    });
    return await settingsOf(ctx, profileId);
  },
});
