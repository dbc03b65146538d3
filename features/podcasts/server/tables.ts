import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { podcastChoices } from '#features/podcasts/contract/limits.ts';

/** What members chose for their podcasts; who chose nothing has no row. */
export const podcasts = pgTable('podcasts', {
  profileId: uuid('profile_id').primaryKey(),
  choice: text('choice', { enum: podcastChoices }).notNull(),
  /** Chosen tracks; one that has gone is in no feed. */
  trackIds: uuid('track_ids')
    .array()
    .notNull()
    .default(sql`'{}'::uuid[]`),
  showsMail: boolean('shows_mail').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
});
