import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** The last sequence number of each topic. The row lock puts concurrent events of one topic in the order of commits. */
export const topics = pgTable('topics', {
  topic: text('topic').primaryKey(),
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
});

/** Event log: numbered events of 24 hours, so that a page can resume after a gap. */
export const topicEvents = pgTable(
  'topic_events',
  {
    topic: text('topic').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    type: text('type').notNull(),
    data: jsonb('data').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.topic, table.seq] }), index('topic_events_created_idx').on(table.createdAt)],
);
