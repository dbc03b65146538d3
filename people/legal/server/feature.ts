import { sql } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { legalPublished } from './events.ts';
import { legalRoutes } from './routes.ts';
import { LEGAL_NEWS, legalChanged } from './store.ts';

/** Terms, privacy policy, rules and own pages, which the operator edits, and their acceptance by members. */
export const legalFeature: Feature = {
  name: 'legal',
  routes: legalRoutes,
  emits: [legalPublished],
  // A new version drops every page.
  pageTopics: { 'GET /legal/texts/:key': () => [] },
  personal: {
    exportOf: async (ctx, profileId) => ({
      accepted_texts: await ctx.db.rows(
        sql`SELECT key, version, accepted_at FROM legal_acceptances WHERE profile_id = ${profileId} ORDER BY accepted_at, key`,
      ),
    }),
    erase: async (_ctx, tx, profileId) => {
      await tx.rows(sql`DELETE FROM legal_acceptances WHERE profile_id = ${profileId}`);
      await tx.rows(sql`UPDATE legal_texts SET created_by = NULL WHERE created_by = ${profileId}`);
    },
  },
  async start(ctx) {
    ctx.bus.on(LEGAL_NEWS, () => legalChanged(ctx));
    ctx.bus.onGap(() => legalChanged(ctx));
  },
};
