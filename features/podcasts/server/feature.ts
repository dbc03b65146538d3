import type { Feature } from '#platform/server/feature.ts';
import { podcastDocuments } from './documents.ts';
import { podcastRoutes } from './routes.ts';
import { erasePodcast, exportPodcast } from './store.ts';

/** Members' public tracks as podcasts, which directories take. */
export const podcastsFeature: Feature = {
  name: 'podcasts',
  routes: podcastRoutes,
  documents: podcastDocuments,
  personal: {
    exportOf: (ctx, profileId) => exportPodcast(ctx.db, profileId),
    erase: (_ctx, tx, profileId) => erasePodcast(tx, profileId),
  },
};
