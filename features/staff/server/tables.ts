import { bigint, date, integer, jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Bytes and number of files, by name. */
export type StoredFigures = Readonly<Record<string, { readonly bytes: number; readonly files: number }>>;

/** Figures of a day (UTC) for the Overview of the admin panel, counted by a job. */
export const siteDays = pgTable('site_days', {
  day: date('day').primaryKey(),
  signUps: integer('sign_ups').notNull(),
  /** Members who visited. */
  active: integer('active').notNull(),
  /** Everything that members published or sent for approval: posts, replies, uploads and all other content. */
  posts: integer('posts').notNull(),
  /** Plays that count. */
  plays: integer('plays').notNull(),
  countedAt: timestamp('counted_at', { withTimezone: true }).notNull(),
});

/** What the site stores, by day (UTC), measured by a job. In bytes. */
export const storageDays = pgTable('storage_days', {
  day: date('day').primaryKey(),
  database: bigint('database_bytes', { mode: 'number' }).notNull(),
  /** Files as members uploaded them: a JSON object of bytes and count by kind of file. */
  originals: jsonb('originals').$type<StoredFigures>().notNull(),
  /** What was made of them: smaller pictures, streams, waveforms. */
  derived: jsonb('derived').$type<StoredFigures>().notNull(),
  /** Files that something uses no more, or not yet, and transfers, by what they are. */
  reclaimable: jsonb('reclaimable').$type<StoredFigures>().notNull(),
  measuredAt: timestamp('measured_at', { withTimezone: true }).notNull(),
});

/** The members with the most stored bytes, as the job last measured them. */
export const storageMembers = pgTable('storage_members', {
  profileId: uuid('profile_id').primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  files: integer('files').notNull(),
});
