import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** How far members are in the welcome; who was here before it has no row. */
export const welcomes = pgTable('welcomes', {
  profileId: uuid('profile_id').primaryKey(),
  /** Steps that are done. */
  steps: text('steps')
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  finishedAt: timestamp('finished_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
