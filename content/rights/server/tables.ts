import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, smallint, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Copyright complaints, from the public form to the end. */
export const complaints = pgTable(
  'complaints',
  {
    id: uuid('id').primaryKey(),
    state: text('state', {
      enum: ['unconfirmed', 'open', 'dismissed', 'hidden', 'countered', 'in_court', 'restored'],
    }).notNull(),
    contentKind: text('content_kind').notNull(),
    contentId: uuid('content_id').notNull(),
    /** As they were when the complaint came: the content may be purged. */
    contentTitle: text('content_title').notNull(),
    contentUrl: text('content_url').notNull(),
    /** Profile id of the uploader. */
    authorId: uuid('author_id'),
    claimantName: text('claimant_name').notNull(),
    claimantEmail: text('claimant_email').notNull(),
    claimantAddress: text('claimant_address').notNull(),
    claimantPhone: text('claimant_phone').notNull(),
    claimantSignature: text('claimant_signature').notNull(),
    onBehalfOf: text('on_behalf_of').notNull(),
    work: text('work').notNull(),
    workUrl: text('work_url').notNull(),
    /** Hash of the claimant's link. */
    tokenHash: text('token_hash').notNull(),
    createdAt: at('created_at').notNull(),
    confirmedAt: at('confirmed_at'),
    /** Accepting it has hidden the content, or another complaint had: it comes back with the last of them. */
    hasHidden: boolean('has_hidden').notNull().default(false),
    /** Profile id; null for the operator. */
    decidedBy: uuid('decided_by'),
    decidedAt: at('decided_at'),
    decisionReason: text('decision_reason').notNull().default(''),
    counterUntil: at('counter_until'),
    counterName: text('counter_name'),
    counterAddress: text('counter_address'),
    counterPhone: text('counter_phone'),
    counterSignature: text('counter_signature'),
    counterStatement: text('counter_statement'),
    counterAt: at('counter_at'),
    restoreFrom: at('restore_from'),
    restoreBy: at('restore_by'),
    courtNote: text('court_note').notNull().default(''),
    restoredAt: at('restored_at'),
    restoredBecause: text('restored_because', { enum: ['withdrawn', 'mistake', 'counter_notice'] }),
    /** Reminders of the state that were sent. */
    reminders: smallint('reminders').notNull().default(0),
  },
  (table) => [
    uniqueIndex('complaints_token_key').on(table.tokenHash),
    index('complaints_state_idx').on(table.state, table.createdAt, table.id),
    index('complaints_author_idx').on(table.authorId, table.createdAt, table.id),
    index('complaints_content_idx').on(table.contentId),
    index('complaints_confirmed_idx')
      .on(table.confirmedAt)
      .where(sql`confirmed_at IS NOT NULL`),
  ],
);
