import { opensAlong } from '#content/core/server/events.ts';
import { answer } from '#platform/server/events/emit.ts';
import type { Feature } from '#platform/server/feature.ts';
import { soundsOfSets } from '#features/sharing/server/events.ts';
import { foundSounds } from './actions.ts';
import { openSetJob } from './jobs.ts';
import { setRoutes } from './routes.ts';
import { playlistsFor } from './playlists.ts';
import { albumTags, exportEntries, isInOwnSet } from './store.ts';

/**
 * What is in sets, and when they open. The sets themselves are a type of `sharing`, which has their lists, pages, likes
 * and replies, and deletes their entries with them.
 */
export const setsFeature: Feature = {
  name: 'sets',
  routes: setRoutes,
  jobs: [openSetJob],
  pageTopics: { 'GET /sets/:itemId/countdown': ({ itemId }) => [`set:${itemId}`] },
  // A link to a set opens its author's private tracks in it.
  answers: [
    answer(
      opensAlong,
      async (ctx, { linked, kind, id }) =>
        linked.kind === 'set' && kind === 'upload' && (await isInOwnSet(ctx.db, linked.id, id)),
    ),
    answer(soundsOfSets, (ctx, { viewer, setIds }) => foundSounds(ctx, viewer, setIds)),
  ],
  personal: {
    exportOf: (ctx, profileId) => exportEntries(ctx.db, profileId),
    tagsOf: (ctx, profileId) => albumTags(ctx.db, profileId),
    textsFor: playlistsFor,
    // They are deleted with the sets.
    erase: async () => {},
  },
};
