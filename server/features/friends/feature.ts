import type { Feature } from '#server/platform/feature.ts';
import { announceToPages } from './actions.ts';
import { relationAccepted, relationAsked, relationEnded } from './events.ts';
import { friendRoutes } from './routes.ts';
import { eraseRelations, exportRelations } from './store.ts';

/** Friends and blocks. */
export const friendsFeature: Feature = {
  name: 'friends',
  routes: friendRoutes,
  emits: [relationAsked, relationAccepted, relationEnded],
  personal: {
    exportOf: (ctx, profileId) => exportRelations(ctx.db, profileId),
    erase: async (ctx, tx, profileId) => announceToPages(ctx, tx, await eraseRelations(tx, profileId)),
  },
};
