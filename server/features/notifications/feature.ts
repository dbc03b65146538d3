import { sql } from '#server/platform/db/database.ts';
import type { Feature } from '#server/platform/feature.ts';

/** The inbox's rows. Its bell and page come with their doors. */
export const notificationsFeature: Feature = {
  name: 'notifications',
  personal: {
    exportOf: async (ctx, profileId) => ({
      notifications: await ctx.db.rows(
        sql`SELECT kind, title, message, url, is_read, created_at FROM notifications WHERE user_id = ${profileId} ORDER BY created_at`,
      ),
    }),
    erase: async (_ctx, tx, profileId) => {
      await tx.rows(sql`DELETE FROM notifications WHERE user_id = ${profileId}`);
    },
  },
};
