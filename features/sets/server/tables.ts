import { sql } from 'drizzle-orm';
import { index, integer, pgTable, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** What is in a set, in order: a sound or a video of an upload, or a song. What has gone keeps its place until it is taken out. */
export const setEntries = pgTable(
  'set_entries',
  {
    id: uuid('id').primaryKey(),
    setId: uuid('set_id').notNull(),
    /** From 1, without gaps once somebody has ordered it. */
    place: integer('place').notNull(),
    uploadId: uuid('upload_id'),
    trackId: uuid('track_id'),
    songId: uuid('song_id'),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('set_entries_set_idx').on(table.setId, table.place, table.id),
    // The same thing once.
    uniqueIndex('set_entries_track_key')
      .on(table.setId, table.trackId)
      .where(sql`track_id IS NOT NULL`),
    uniqueIndex('set_entries_song_key')
      .on(table.setId, table.songId)
      .where(sql`song_id IS NOT NULL`),
    // The author's tracks that a secret link to the set opens.
    index('set_entries_upload_idx').on(table.uploadId, table.setId),
  ],
);
