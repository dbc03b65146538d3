import { relationAccepted, relationEnded } from '#people/friends/server/events.ts';
import { sql } from '#platform/server/db/database.ts';
import { on } from '#platform/server/events/emit.ts';
import type { Feature } from '#platform/server/feature.ts';
import { recordFriendship, removeFriendship } from './store.ts';

/** What members did. The endpoints belong to the page that shows it. */
export const activityFeature: Feature = {
  name: 'activity',
  on: [
    on(relationAccepted, (_ctx, tx, change) => recordFriendship(tx, change)),
    on(relationEnded, (_ctx, tx, change) => removeFriendship(tx, change)),
  ],
  personal: {
    exportOf: async (ctx, profileId) => ({
      activity: await ctx.db.rows(
        sql`SELECT activity_type, target_type, target_id, content, metadata, created_at FROM activity_feed WHERE user_id = ${profileId} ORDER BY created_at`,
      ),
    }),
    // Others' rows name the member too.
    erase: async (_ctx, tx, profileId) => {
      await tx.rows(
        sql`DELETE FROM activity_feed WHERE user_id = ${profileId} OR (target_type = 'profile' AND target_id = ${profileId})`,
      );
    },
  },
};
