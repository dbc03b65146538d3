import { bigint, integer, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Columns that the table of every content type has; the shared statements name them. */
export const contentColumns = () => ({
  id: uuid('id').primaryKey(),
  state: text('state', { enum: ['pending', 'published', 'held', 'private', 'removed'] }).notNull(),
  /** The state that a restore goes back to. */
  stateBefore: text('state_before', { enum: ['pending', 'published', 'held', 'private'] }),
  removedBy: uuid('removed_by'),
  removedAt: at('removed_at'),
  removedReason: text('removed_reason'),
  version: integer('version').notNull().default(1),
  /** Idempotency key, made once by the form: a repeated submit finds the first content. */
  submitId: uuid('submit_id').notNull(),
  editedAt: at('edited_at'),
  /** Profile id of the member of staff who edited last; null where that was the author, or nobody. */
  editedBy: uuid('edited_by'),
  createdAt: at('created_at').notNull(),
});

/** Columns of an answer: a content that belongs to another content, in a thread or a room. */
export const answerColumns = () => ({
  /**
   * Its place in its thread: a sequence of the server, drawn while the parent's row is locked, so that places, live events
   * and commits have one order. Clocks may be set back, and differ between processes.
   */
  place: bigint('place', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
  excerpt: text('excerpt').notNull(),
});

/** Columns of a content that staff approve before others see it. */
export const reviewColumns = () => ({
  /** Who of staff approved or rejected it last; null for the operator, and for what waits. */
  decidedBy: uuid('decided_by'),
  /** When they did. Null again when its author deletes what was rejected: it is removed like any other then. */
  decidedAt: at('decided_at'),
});

/** Columns of a Markdown text. */
export const textColumns = () => ({
  content: text('content').notNull(),
  html: text('html').notNull(),
  /** Version of the Markdown renderer that made `html`. */
  renderer: smallint('renderer').notNull(),
});
