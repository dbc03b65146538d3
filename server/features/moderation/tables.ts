import { index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** Words and phrases that nobody may post. */
export const bannedWords = pgTable('banned_words', {
  id: uuid('id').primaryKey(),
  word: text('word').notNull().unique(),
  createdBy: uuid('created_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** What waits for staff before others see it. */
export const holds = pgTable(
  'holds',
  {
    id: uuid('id').primaryKey(),
    contentKind: text('content_kind').notNull(),
    contentId: uuid('content_id').notNull(),
    authorId: uuid('author_id').notNull(),
    /** Who of staff wrote the words that are held; null where the author did. */
    editorId: uuid('editor_id'),
    reasons: text('reasons').array().notNull(),
    source: text('source').notNull(),
    state: text('state', { enum: ['open', 'released', 'rejected'] })
      .notNull()
      .default('open'),
    decidedBy: uuid('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    decisionReason: text('decision_reason'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('holds_state_idx').on(table.state, table.createdAt, table.id),
    index('holds_content_idx').on(table.contentKind, table.contentId),
  ],
);

/** Complaints of members about content or members. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    contentKind: text('content_kind').notNull(),
    contentId: uuid('content_id').notNull(),
    reporterId: uuid('reporter_id').notNull(),
    reason: text('reason').notNull(),
    note: text('note').notNull().default(''),
    state: text('state', { enum: ['open', 'resolved'] })
      .notNull()
      .default('open'),
    decision: text('decision', { enum: ['keep', 'remove'] }),
    decidedBy: uuid('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('reports_reporter_key').on(table.contentKind, table.contentId, table.reporterId),
    index('reports_state_idx').on(table.state, table.createdAt, table.id),
  ],
);

/** Suspensions and silences; the one in force is also on the profile, where every request reads it. */
export const restrictions = pgTable(
  'restrictions',
  {
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id').notNull(),
    kind: text('kind', { enum: ['suspension', 'silence'] }).notNull(),
    reason: text('reason').notNull(),
    until: timestamp('until', { withTimezone: true }),
    createdBy: uuid('created_by'),
    liftedBy: uuid('lifted_by'),
    liftedAt: timestamp('lifted_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('restrictions_profile_idx').on(table.profileId, table.createdAt)],
);

/** What staff and the system did: who, what, when, why. Append-only. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid('id').primaryKey(),
    /** Profile id; null for the command line and the system. */
    actorId: uuid('actor_id'),
    action: text('action').notNull(),
    targetKind: text('target_kind').notNull(),
    targetId: text('target_id').notNull(),
    reason: text('reason').notNull().default(''),
    details: jsonb('details').notNull().default({}),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('audit_log_created_idx').on(table.createdAt, table.id),
    index('audit_log_target_idx').on(table.targetId, table.createdAt, table.id),
  ],
);
