import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Words and phrases that staff look at, or that nobody may post. */
export const bannedWords = pgTable('banned_words', {
  id: uuid('id').primaryKey(),
  word: text('word').notNull().unique(),
  /** What happens to a text with it: refused, held for review, or published and put into the queue. */
  action: text('action', { enum: ['refuse', 'hold', 'mark'] })
    .notNull()
    .default('refuse'),
  createdBy: uuid('created_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/**
 * Who wrote a text lately, for the check of the same text from many accounts. A job forgets what is older than
 * `sameTextHours`.
 */
export const textPrints = pgTable(
  'text_prints',
  {
    /** As `contentFingerprint` makes it. */
    fingerprint: text('fingerprint').notNull(),
    authorId: uuid('author_id').notNull(),
    /** When they wrote it last. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** As `nearPrint` makes them; empty for texts that are too short. */
    bands: integer('bands').array().notNull().default([]),
    sketch: integer('sketch').array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.fingerprint, table.authorId] }),
    // Without the list of pending entries, which every search would read whole.
    index('text_prints_bands_idx').using('gin', table.bands).with({ fastupdate: false }),
    index('text_prints_at_idx').on(table.at),
    index('text_prints_author_idx').on(table.authorId),
  ],
);

/** How often a check of texts broke, by day. */
export const brokenChecks = pgTable(
  'broken_checks',
  {
    name: text('name').notNull(),
    day: date('day').notNull(),
    count: integer('count').notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.day] })],
);

/**
 * What waits for a decision of staff, and what was decided. A subject has at most one open item, whatever has put it there:
 * reports, a hold, an approval that it needs. Its history is in `queue_entries`.
 */
export const queueItems = pgTable(
  'queue_items',
  {
    id: uuid('id').primaryKey(),
    contentKind: text('content_kind').notNull(),
    contentId: uuid('content_id').notNull(),
    /** Profile id of who made it; null where that is not known any more. */
    authorId: uuid('author_id'),
    state: text('state', { enum: ['open', 'decided'] })
      .notNull()
      .default('open'),
    /** 1 is decided first: what harms most (`rules/queue.ts`). */
    priority: smallint('priority').notNull(),
    reportCount: integer('report_count').notNull().default(0),
    /** Of all its reports, each once. */
    reportReasons: text('report_reasons')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Kinds of private information for which it is held; null where it is not held. */
    holdReasons: text('hold_reasons').array(),
    /** Who of staff wrote the words that are held; null where the author did. */
    editorId: uuid('editor_id'),
    /** Banned words for which staff want to see it while it is published; null where there are none. */
    markedWords: text('marked_words').array(),
    /** Of a type whose contents are reviewed before they are published. */
    needsApproval: boolean('needs_approval').notNull().default(false),
    /** `obsolete`: nothing was left to decide, because its author removed it or it is gone. */
    decision: text('decision', { enum: ['approve', 'remove', 'keep', 'obsolete'] }),
    /** Profile id; null for the operator and the system. */
    decidedBy: uuid('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    decisionReason: text('decision_reason').notNull().default(''),
    /** What it stands below, or itself. */
    threadId: uuid('thread_id').notNull(),
    /** Handed to admins, who alone decide then. */
    escalatedAt: timestamp('escalated_at', { withTimezone: true }),
    /** When staff last asked its author to change it, and when the author last edited it since then. */
    askedAt: timestamp('asked_at', { withTimezone: true }),
    answeredAt: timestamp('answered_at', { withTimezone: true }),
    /** Profile id of who of staff has it open; a lease that ends soon after their page is gone. */
    openedBy: uuid('opened_by'),
    openedAt: timestamp('opened_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('queue_items_open_key')
      .on(table.contentId, table.contentKind)
      .where(sql`state = 'open'`),
    index('queue_items_content_idx').on(table.contentId, table.createdAt, table.id),
    index('queue_items_open_idx')
      .on(table.priority, table.createdAt, table.id)
      .where(sql`state = 'open'`),
    index('queue_items_open_kind_idx')
      .on(table.contentKind, table.priority, table.createdAt, table.id)
      .where(sql`state = 'open'`),
    index('queue_items_reported_idx')
      .on(table.priority, table.createdAt, table.id)
      .where(sql`state = 'open' AND report_count > 0`),
    index('queue_items_held_idx')
      .on(table.priority, table.createdAt, table.id)
      .where(sql`state = 'open' AND hold_reasons IS NOT NULL`),
    index('queue_items_marked_idx')
      .on(table.priority, table.createdAt, table.id)
      .where(sql`state = 'open' AND marked_words IS NOT NULL`),
    index('queue_items_taken_idx')
      .on(table.openedAt)
      .where(sql`state = 'open' AND opened_by IS NOT NULL`),
    index('queue_items_approval_idx')
      .on(table.priority, table.createdAt, table.id)
      .where(sql`state = 'open' AND needs_approval`),
    index('queue_items_decided_idx')
      .on(table.decidedAt, table.id)
      .where(sql`state = 'decided'`),
    index('queue_items_decided_kind_idx')
      .on(table.contentKind, table.decidedAt, table.id)
      .where(sql`state = 'decided'`),
    index('queue_items_thread_idx').on(table.threadId, table.createdAt, table.id),
    index('queue_items_author_idx').on(table.authorId, table.createdAt, table.id),
  ],
);

/** The history of queue items: what has put them there, and what was decided. Append-only. */
export const queueEntries = pgTable(
  'queue_entries',
  {
    id: uuid('id').primaryKey(),
    itemId: uuid('item_id')
      .notNull()
      .references(() => queueItems.id, { onDelete: 'cascade' }),
    /** `removal`: not by staff; its reports stay. */
    kind: text('kind', {
      enum: ['report', 'hold', 'mark', 'approval', 'removal', 'decision', 'escalation', 'reversal'],
    }).notNull(),
    /** Profile id of who reported, wrote what is held (of staff), removed or decided; null for the system and the operator. */
    actorId: uuid('actor_id'),
    /** Of a report its one reason, of a hold the kinds of private information, of a mark its banned words. */
    reasons: text('reasons')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Of a report its note, of a decision its reason. */
    note: text('note').notNull().default(''),
    /** What has held it; of a decision what it did: `released`, `removed` or null for nothing. */
    source: text('source'),
    decision: text('decision', { enum: ['approve', 'remove', 'keep', 'obsolete'] }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    // Apart, because a crowd may report one item.
    index('queue_entries_item_idx')
      .on(table.itemId, table.createdAt, table.id)
      .where(sql`kind <> 'report'`),
    index('queue_entries_item_reports_idx')
      .on(table.itemId, table.createdAt, table.id)
      .where(sql`kind = 'report'`),
    uniqueIndex('queue_entries_reporter_key')
      .on(table.itemId, table.actorId)
      .where(sql`kind = 'report'`),
    index('queue_entries_reporter_idx')
      .on(table.actorId, table.createdAt)
      .where(sql`kind = 'report'`),
  ],
);

/** Decisions of staff that a member is a spammer: a suspension and removals that are undone as one. */
export const spamDecisions = pgTable(
  'spam_decisions',
  {
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id').notNull(),
    state: text('state', { enum: ['removing', 'removed', 'restoring', 'restored'] }).notNull(),
    reason: text('reason').notNull(),
    /** What the member made from then on is removed. */
    since: timestamp('since', { withTimezone: true }).notNull(),
    restrictionId: uuid('restriction_id').notNull(),
    /** Profile ids; null for the operator. */
    decidedBy: uuid('decided_by'),
    undoneBy: uuid('undone_by'),
    undoneAt: timestamp('undone_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('spam_decisions_profile_idx').on(table.profileId, table.createdAt, table.id),
    index('spam_decisions_created_idx').on(table.createdAt),
  ],
);

/** Contents that such a decision has removed, and the items of the queue that it has decided with them. */
export const spamRemovals = pgTable(
  'spam_removals',
  {
    decisionId: uuid('decision_id')
      .notNull()
      .references(() => spamDecisions.id, { onDelete: 'cascade' }),
    contentKind: text('content_kind').notNull(),
    contentId: uuid('content_id').notNull(),
    itemId: uuid('item_id'),
  },
  (table) => [primaryKey({ columns: [table.decisionId, table.contentId, table.contentKind] })],
);

/** Reasons that a member of staff writes often: their own, in their order. */
export const reasonTemplates = pgTable('reason_templates', {
  profileId: uuid('profile_id').primaryKey(),
  texts: text('texts').array().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

/** What staff note about a member, for staff alone. */
export const staffNotes = pgTable(
  'staff_notes',
  {
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id').notNull(),
    /** Profile id of who wrote it. */
    authorId: uuid('author_id'),
    text: text('text').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('staff_notes_profile_idx').on(table.profileId, table.createdAt, table.id)],
);

/** Suspensions, silences and warnings; the one in force is also on the profile, where every request reads it. */
export const restrictions = pgTable(
  'restrictions',
  {
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id').notNull(),
    kind: text('kind', { enum: ['suspension', 'silence', 'warning'] }).notNull(),
    reason: text('reason').notNull(),
    until: timestamp('until', { withTimezone: true }),
    createdBy: uuid('created_by'),
    liftedBy: uuid('lifted_by'),
    liftedAt: timestamp('lifted_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('restrictions_profile_idx').on(table.profileId, table.createdAt)],
);

/** Appeals of members against decisions of staff: one for each decision. */
export const appeals = pgTable(
  'appeals',
  {
    id: uuid('id').primaryKey(),
    /** The decision's line in the audit log. */
    decisionId: uuid('decision_id').notNull().unique(),
    profileId: uuid('profile_id').notNull(),
    /** Profile id of who decided first; null for the operator and the system. */
    deciderId: uuid('decider_id'),
    state: text('state', { enum: ['open', 'upheld', 'reversed'] }).notNull(),
    statement: text('statement').notNull(),
    decidedBy: uuid('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    /** What staff say about it. */
    answer: text('answer').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('appeals_profile_idx').on(table.profileId, table.createdAt, table.id)],
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
    /** With `before` and `after`: what the action changed, as it was and as it is now. */
    details: jsonb('details').notNull().default({}),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('audit_log_created_idx').on(table.createdAt, table.id),
    index('audit_log_target_idx').on(table.targetId, table.createdAt, table.id),
    index('audit_log_actor_idx').on(table.actorId, table.createdAt, table.id),
    index('audit_log_action_idx').on(table.action, table.createdAt, table.id),
  ],
);

/**
 * The order of the audit log's entries, each with a hash of itself and of all before it. A trigger writes it at the commit,
 * and triggers refuse every change of both tables, whoever asks: migration `0001_init`.
 */
export const auditChain = pgTable('audit_chain', {
  /** Without gaps, from 1. */
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  entryId: uuid('entry_id').notNull().unique(),
  /** SHA-256 of the hash before and of the entry, as `audit_hash` makes it. */
  hash: bytea('hash').notNull(),
});
