import { announcementTopics } from '#features/announcements/contract/endpoints.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { topicRule } from '#platform/server/realtime/topic.ts';
import { publishAnnouncementJob } from './actions.ts';
import { announcementDocuments } from './documents.ts';
import { announcementJobs } from './jobs.ts';
import { announcementRoutes } from './routes.ts';

/** Announcements of staff to everybody. */
export const announcementsFeature: Feature = {
  name: 'announcements',
  routes: announcementRoutes,
  documents: announcementDocuments,
  jobs: [...announcementJobs, publishAnnouncementJob],
  topics: [topicRule(announcementTopics.announcements, { maySubscribe: () => true })],
  personal: {
    exportOf: async (ctx, profileId) => ({
      announcements: await ctx.db.rows(
        sql`SELECT id, title, content, announcement_type, priority, expires_at, publish_at, is_published, is_pinned, created_at, edited_at FROM announcements WHERE author_id = ${profileId} ORDER BY created_at`,
      ),
    }),
    // The site's own words stay, without a name.
    erase: async (_ctx, tx, profileId) => {
      await tx.rows(sql`UPDATE announcements SET author_id = NULL WHERE author_id = ${profileId}`);
    },
  },
};
