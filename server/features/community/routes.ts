import { community } from '#contract/profiles.ts';
import { activeCustomRoles, personOf } from '#server/features/profiles/store.ts';
import { doors } from '#server/platform/http/door.ts';
import { newestMembers, statistics } from './store.ts';

export const communityDoors = doors(community, {
  'GET /community/statistics': (ctx) => statistics(ctx.db),
  async 'GET /community/newest-members'(ctx) {
    const [rows, roles] = await Promise.all([newestMembers(ctx.db), activeCustomRoles(ctx.db)]);
    return {
      items: rows.map((row) => ({ ...personOf(row, roles), xp: row.xp, joinedAt: row.created_at.toISOString() })),
    };
  },
});
