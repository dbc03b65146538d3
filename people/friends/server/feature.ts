import { requestCount } from '#people/accounts/server/events.ts';
import { answer } from '#platform/server/events/emit.ts';
import type { Feature } from '#platform/server/feature.ts';
import { announceToPages } from './actions.ts';
import { relationAccepted, relationAsked, relationEnded } from './events.ts';
import { eraseFollowing, exportFollowing } from './following.ts';
import { friendRoutes } from './routes.ts';
import { eraseRelations, exportRelations, pendingCount } from './store.ts';

/** Friends and blocks. */
export const friendsFeature: Feature = {
  name: 'friends',
  routes: friendRoutes,
  emits: [relationAsked, relationAccepted, relationEnded],
  answers: [answer(requestCount, (ctx, viewer) => pendingCount(ctx.db, viewer.profileId))],
  personal: {
    exportOf: async (ctx, profileId) => ({
      ...(await exportRelations(ctx.db, profileId)),
      ...(await exportFollowing(ctx.db, profileId)),
    }),
    async erase(ctx, tx, profileId) {
      await eraseFollowing(tx, profileId);
      announceToPages(ctx, tx, await eraseRelations(tx, profileId));
    },
  },
};
