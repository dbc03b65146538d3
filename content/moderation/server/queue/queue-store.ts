import { moderation as limits } from '#content/moderation/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { newId } from '#platform/server/ids.ts';
import { notifyReportersJob } from '#content/moderation/server/reporters-job.ts';
import { CHANGE_ASKED } from '#content/moderation/server/rules/hold-reasons.ts';
import {
  type Decision,
  type ReportReason,
  askedPriority,
  markedPriority,
  reportPriority,
  waitingPriority,
} from '#content/moderation/server/rules/queue.ts';

/** What an item of the queue is about. */
export interface Subject {
  readonly kind: string;
  readonly id: string;
}

/** An item of the queue as its row has it. */
export interface QueueRow {
  readonly id: string;
  readonly content_kind: string;
  readonly content_id: string;
  readonly author_id: string | null;
  readonly state: 'open' | 'decided';
  readonly priority: number;
  readonly report_count: number;
  readonly report_reasons: string[];
  readonly hold_reasons: string[] | null;
  readonly marked_words: string[] | null;
  readonly editor_id: string | null;
  readonly needs_approval: boolean;
  readonly decision: Decision | 'obsolete' | null;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly decision_reason: string;
  readonly escalated_at: Date | null;
  readonly asked_at: Date | null;
  readonly answered_at: Date | null;
  readonly opened_by: string | null;
  readonly opened_at: Date | null;
  readonly created_at: Date;
}

/** Columns of {@link QueueRow}. */
export const queueColumns = sql.raw(
  'id, content_kind, content_id, author_id, state, priority, report_count, report_reasons, hold_reasons, marked_words, editor_id, needs_approval, decision, decided_by, decided_at, decision_reason, escalated_at, asked_at, answered_at, opened_by, opened_at, created_at',
);

/** Open queues of staff learn that an item has changed, once that is committed. */
export function announceItem(ctx: Context, tx: Tx, itemId: string): void {
  tx.afterCommit(() => ctx.realtime.announce('staff', 'queue_changed', { id: itemId }));
}

const openOf = (subject: Subject): SQL =>
  sql`content_id = ${subject.id} AND content_kind = ${subject.kind} AND state = 'open'`;

/** Whether an item was handed to admins and somebody is none. @param by profile id; null for the operator and the system */
const isWithAdmins = (by: string | null): SQL =>
  sql`escalated_at IS NOT NULL AND EXISTS (SELECT 1 FROM profiles p WHERE p.id = ${by}::uuid AND NOT p.is_admin)`;

/** One line of an item's history. */
export interface NewEntry {
  readonly itemId: string;
  readonly kind:
    | 'report'
    | 'hold'
    | 'mark'
    | 'approval'
    | 'removal'
    | 'decision'
    | 'escalation'
    | 'request'
    | 'reversal';
  readonly actorId: string | null;
  readonly reasons?: readonly string[];
  readonly note?: string;
  readonly source?: string;
  readonly decision?: Decision | 'obsolete';
}

/** Adds a line to the history of an item. @returns its id */
export async function insertEntry(ctx: Context, tx: Tx, entry: NewEntry): Promise<string> {
  const now = ctx.clock.now();
  const id = newId(now);
  await tx.rows(sql`
    INSERT INTO queue_entries (id, item_id, kind, actor_id, reasons, note, source, decision, created_at)
    VALUES (${id}, ${entry.itemId}, ${entry.kind}, ${entry.actorId}::uuid, ${[...(entry.reasons ?? [])]}::text[], ${entry.note ?? ''}, ${entry.source ?? null}, ${entry.decision ?? null}, ${now})`);
  return id;
}

/** What puts a subject into the queue. */
export type Cause =
  | { readonly by: 'report'; readonly reporterId: string; readonly reason: ReportReason; readonly note: string }
  | {
      readonly by: 'hold';
      readonly reasons: readonly string[];
      readonly editorId: string | null;
      readonly source: string;
    }
  | { readonly by: 'mark'; readonly words: readonly string[] }
  | {
      readonly by: 'approval';
      readonly reasons: readonly string[];
      readonly source: string;
      readonly priority?: number;
    };

function priorityOf(cause: Cause): number {
  if (cause.by === 'report') return reportPriority(cause.reason);
  if (cause.by === 'mark') return markedPriority;
  return (cause.by === 'approval' ? cause.priority : undefined) ?? waitingPriority;
}

/** The line of a cause in the history of its item. */
function entryOf(itemId: string, cause: Cause): NewEntry {
  const { by: kind } = cause;
  if (kind === 'report') return { itemId, kind, actorId: cause.reporterId, reasons: [cause.reason], note: cause.note };
  if (kind === 'mark') return { itemId, kind, actorId: null, reasons: cause.words };
  const actorId = kind === 'hold' ? cause.editorId : null;
  return { itemId, kind, actorId, reasons: cause.reasons, source: cause.source };
}

/**
 * Upserts the open item of a subject with a cause. The caller has locked the subject's own row, or writes it in the
 * same transaction.
 */
export async function addCause(
  ctx: Context,
  tx: Tx,
  subject: Subject & { readonly authorId: string | null; readonly threadId?: string | null },
  cause: Cause,
): Promise<void> {
  const now = ctx.clock.now();
  const report = cause.by === 'report' ? cause : null;
  const hold = cause.by === 'hold' ? cause : null;
  const marked = cause.by === 'mark' ? [...cause.words] : null;
  const [item] = await tx.rows<{ id: string }>(sql`
    INSERT INTO queue_items AS q (id, content_kind, content_id, author_id, priority, report_count, report_reasons, hold_reasons, marked_words, editor_id, needs_approval, thread_id, created_at)
    VALUES (${newId(now)}, ${subject.kind}, ${subject.id}, ${subject.authorId}::uuid, ${priorityOf(cause)}::smallint,
      ${report ? 1 : 0}::int, ${report ? [report.reason] : []}::text[], ${hold ? [...hold.reasons] : null}::text[], ${marked}::text[], ${hold?.editorId ?? null}::uuid, ${cause.by === 'approval'}::boolean, ${subject.threadId ?? subject.id}::uuid, ${now})
    ON CONFLICT (content_id, content_kind) WHERE state = 'open' DO UPDATE SET
      priority = least(q.priority, excluded.priority),
      report_count = q.report_count + excluded.report_count,
      report_reasons = CASE WHEN q.report_reasons @> excluded.report_reasons THEN q.report_reasons ELSE q.report_reasons || excluded.report_reasons END,
      hold_reasons = coalesce(q.hold_reasons, excluded.hold_reasons),
      marked_words = coalesce(excluded.marked_words, q.marked_words),
      editor_id = CASE WHEN q.hold_reasons IS NULL THEN excluded.editor_id ELSE q.editor_id END,
      needs_approval = q.needs_approval OR excluded.needs_approval
    RETURNING id`);
  await insertEntry(ctx, tx, entryOf(item!.id, cause));
  announceItem(ctx, tx, item!.id);
}

/** Whether a member has reported a subject. @param openOnly leaves out what was decided */
export async function hasReported(tx: Tx, subject: Subject, reporterId: string, openOnly: boolean): Promise<boolean> {
  const rows = await tx.rows(sql`
    SELECT 1 FROM queue_items i JOIN queue_entries e ON e.item_id = i.id AND e.kind = 'report' AND e.actor_id = ${reporterId}
    WHERE i.content_id = ${subject.id} AND i.content_kind = ${subject.kind}${openOnly ? sql` AND i.state = 'open'` : sql``} LIMIT 1`);
  return rows.length > 0;
}

/** Notes who of staff wrote the words that are held now; null for nobody of staff. */
export async function setEditor(tx: Tx, subject: Subject, editorId: string | null): Promise<void> {
  await tx.rows(
    sql`UPDATE queue_items SET editor_id = ${editorId}::uuid WHERE ${openOf(subject)} AND hold_reasons IS NOT NULL`,
  );
}

/** An item by its id; undefined when there is none. @param lock keeps its row until the transaction ends */
export async function queueItem(db: Executor, id: string, lock = false): Promise<QueueRow | undefined> {
  const [row] = await db.rows<QueueRow>(
    sql`SELECT ${queueColumns} FROM queue_items WHERE id = ${id}${lock ? sql` FOR UPDATE` : sql``}`,
  );
  return row;
}

/** Id of the open item of a subject; null for none. */
export async function openItemIdOf(db: Executor, subject: Subject): Promise<string | null> {
  const [row] = await db.rows<{ id: string }>(sql`SELECT id FROM queue_items WHERE ${openOf(subject)}`);
  return row?.id ?? null;
}

/** How an item ends. */
export interface End {
  readonly decision: Decision | 'obsolete';
  /** Profile id; null for the operator and the system. */
  readonly by: string | null;
  readonly reason: string;
  /** What it did to the content, for who takes it back; left out for nothing. */
  readonly effect?: 'released' | 'removed';
}

/**
 * Closes an open item whose row the caller has locked. Its reporters are notified by a job, late enough for a decision that
 * is taken back at once.
 * @returns the id of the decision's entry
 */
export async function closeItem(ctx: Context, tx: Tx, itemId: string, end: End): Promise<string> {
  const now = ctx.clock.now();
  const [item] = await tx.rows<{ report_count: number }>(sql`
    UPDATE queue_items SET state = 'decided', decision = ${end.decision}, decided_by = ${end.by}::uuid, decided_at = ${now}, decision_reason = ${end.reason},
      opened_by = NULL, opened_at = NULL
    WHERE id = ${itemId} RETURNING report_count`);
  const { decision, by: actorId, reason: note, effect } = end;
  const entryId = await insertEntry(ctx, tx, {
    itemId,
    kind: 'decision',
    actorId,
    note,
    decision,
    ...(effect && { source: effect }),
  });
  if (item!.report_count > 0 && decision !== 'obsolete')
    await ctx.jobs.enqueue(
      tx,
      notifyReportersJob,
      { itemId, entryId, after: null },
      { startAfter: new Date(now.getTime() + limits.undoSeconds * 1000) },
    );
  announceItem(ctx, tx, itemId);
  return entryId;
}

/** Opens a decided item again, whose row the caller has locked. */
export async function reopenItem(ctx: Context, tx: Tx, itemId: string): Promise<void> {
  await tx.rows(sql`
    UPDATE queue_items SET state = 'open', decision = NULL, decided_by = NULL, decided_at = NULL, decision_reason = '' WHERE id = ${itemId}`);
  announceItem(ctx, tx, itemId);
}

/** The newest decision of an item: its entry, and what it did. */
export async function lastDecision(
  db: Executor,
  itemId: string,
): Promise<{ id: string; effect: string | null; decision: Decision | 'obsolete' | null } | undefined> {
  const [row] = await db.rows<{ id: string; effect: string | null; decision: Decision | 'obsolete' | null }>(sql`
    SELECT id, source AS effect, decision FROM queue_entries WHERE item_id = ${itemId} AND kind = 'decision'
    ORDER BY created_at DESC, id DESC LIMIT 1`);
  return row;
}

/** Whether a subject has an item that came after this one. */
export async function hasLaterItem(db: Executor, item: QueueRow): Promise<boolean> {
  const rows = await db.rows(sql`
    SELECT 1 FROM queue_items WHERE content_id = ${item.content_id} AND content_kind = ${item.content_kind}
      AND (created_at, id) > (${item.created_at}::timestamptz, ${item.id}::uuid) LIMIT 1`);
  return rows.length > 0;
}

/** Notes that the author of an open item was asked to change it, which puts it behind all others until they have. */
export async function markAsked(
  ctx: Context,
  tx: Tx,
  itemId: string,
  { by, note }: { readonly by: string | null; readonly note: string },
): Promise<void> {
  await tx.rows(sql`
    UPDATE queue_items SET asked_at = ${ctx.clock.now()}, answered_at = NULL, priority = ${askedPriority}::smallint,
      hold_reasons = CASE WHEN hold_reasons IS NULL OR ${CHANGE_ASKED} = ANY(hold_reasons) THEN hold_reasons ELSE hold_reasons || ${CHANGE_ASKED}::text END
    WHERE id = ${itemId}`);
  await insertEntry(ctx, tx, { itemId, kind: 'request', actorId: by, note });
  announceItem(ctx, tx, itemId);
}

/** After an author has edited what waits: an item whose change staff asked for is back among the others. */
export async function noteAuthorEdit(ctx: Context, tx: Tx, subject: Subject): Promise<void> {
  const items = await tx.rows<{ id: string }>(sql`
    UPDATE queue_items SET answered_at = ${ctx.clock.now()}, priority = least(priority, ${waitingPriority}::smallint)
    WHERE ${openOf(subject)} AND asked_at IS NOT NULL RETURNING id`);
  for (const { id } of items) announceItem(ctx, tx, id);
}

/** Hands an open item to admins. */
export async function markEscalated(tx: Tx, itemId: string, at: Date): Promise<void> {
  await tx.rows(sql`UPDATE queue_items SET escalated_at = coalesce(escalated_at, ${at}) WHERE id = ${itemId}`);
}

/**
 * Takes an open item for somebody of staff, or gives it back; one that another holds stays theirs until the lease ends.
 * @returns who holds it now; undefined when nothing changed
 */
export async function takeItem(
  db: Executor,
  itemId: string,
  taking: { readonly by: string; readonly on: boolean; readonly at: Date; readonly leasedSince: Date },
): Promise<boolean> {
  const { by, on, at, leasedSince } = taking;
  const rows = await db.rows<{ was_by: string | null }>(
    on
      ? sql`
        UPDATE queue_items q SET opened_by = ${by}::uuid, opened_at = ${at}::timestamptz FROM (SELECT id, opened_by FROM queue_items WHERE id = ${itemId} FOR UPDATE) o
        WHERE q.id = o.id AND q.state = 'open' AND (q.opened_by IS NULL OR q.opened_by = ${by}::uuid OR q.opened_at < ${leasedSince}::timestamptz)
        RETURNING o.opened_by AS was_by`
      : sql`UPDATE queue_items SET opened_by = NULL, opened_at = NULL WHERE id = ${itemId} AND opened_by = ${by}::uuid RETURNING NULL::uuid AS was_by`,
  );
  return rows.some((row) => !on || row.was_by !== by);
}

/** Open items that somebody of staff has open, the latest first, and who. */
export async function takenItems(db: Executor, since: Date, limit: number): Promise<{ id: string; by: string }[]> {
  return await db.rows(sql`
    SELECT id, opened_by AS by FROM queue_items WHERE state = 'open' AND opened_by IS NOT NULL AND opened_at > ${since}::timestamptz
    ORDER BY opened_at DESC LIMIT ${limit}`);
}

/** Reporters of an item in the order of their reports: a page, after one of them. */
export async function reportersOf(
  db: Executor,
  itemId: string,
  after: string | null,
  limit: number,
): Promise<{ id: string; actor_id: string | null }[]> {
  return await db.rows<{ id: string; actor_id: string | null }>(sql`
    SELECT id, actor_id FROM queue_entries WHERE item_id = ${itemId} AND kind = 'report' AND (${after}::uuid IS NULL OR id > ${after}::uuid)
    ORDER BY id LIMIT ${limit}`);
}

/**
 * Closes the open item of a subject, where it has one. The caller has locked the subject's own row.
 * @throws {Refusal} `with_admins` where a moderator decides about what was handed to admins
 */
export async function closeOpen(ctx: Context, tx: Tx, subject: Subject, end: End): Promise<void> {
  const [item] = await tx.rows<{ id: string; is_theirs: boolean }>(sql`
    SELECT id, ${isWithAdmins(end.by)} AS is_theirs
    FROM queue_items WHERE ${openOf(subject)} FOR UPDATE`);
  if (item?.is_theirs) throw new Refusal('with_admins');
  if (item) await closeItem(ctx, tx, item.id, end);
}

/**
 * After a content was removed by other ways than the queue: by staff, which decides about it; or by its author or another
 * member, which ends its review, but neither reports nor marks: who restores it would have got rid of them.
 * @param removal.by profile id; null for the operator and the system
 * @throws {Refusal} `with_admins` where a moderator removes what was handed to admins
 */
export async function afterRemoval(
  ctx: Context,
  tx: Tx,
  subject: Subject,
  removal: { readonly by: string | null; readonly reason: string },
): Promise<void> {
  const [item] = await tx.rows<{ id: string; stays: boolean; by_staff: boolean; is_theirs: boolean }>(sql`
    SELECT id, report_count > 0 OR marked_words IS NOT NULL AS stays, ${removal.by}::uuid IS NULL OR (author_id IS DISTINCT FROM ${removal.by}::uuid
      AND EXISTS (SELECT 1 FROM profiles p WHERE p.id = ${removal.by}::uuid AND (p.is_admin OR p.is_moderator))) AS by_staff,
      ${isWithAdmins(removal.by)} AS is_theirs
    FROM queue_items WHERE ${openOf(subject)} FOR UPDATE`);
  if (!item) return;
  if (item.by_staff && item.is_theirs) throw new Refusal('with_admins');
  const { by, reason } = removal;
  if (item.by_staff) await closeItem(ctx, tx, item.id, { decision: 'remove', by, reason, effect: 'removed' });
  else if (!item.stays) await closeItem(ctx, tx, item.id, { decision: 'obsolete', by, reason: '' });
  else {
    await tx.rows(
      sql`UPDATE queue_items SET hold_reasons = NULL, editor_id = NULL, needs_approval = false WHERE id = ${item.id}`,
    );
    await insertEntry(ctx, tx, { itemId: item.id, kind: 'removal', actorId: by });
  }
}

/**
 * Ends the hold of a text whose author has taken out what held it; reports stay with staff. The caller has locked the
 * subject's own row.
 * @returns false where more than its words holds it: a file, or staff, who may have handed it to admins
 */
export async function endTextHold(ctx: Context, tx: Tx, subject: Subject): Promise<boolean> {
  // What its author removed and restored waits for the reason of before.
  const [item] = await tx.rows<{ id: string; report_count: number; is_of_words: boolean }>(sql`
    SELECT id, report_count, escalated_at IS NULL AND hold_reasons IS NOT NULL AND NOT EXISTS (
      SELECT FROM queue_items i JOIN queue_entries e ON e.item_id = i.id
      WHERE i.content_id = ${subject.id} AND i.content_kind = ${subject.kind} AND (i.state = 'open' OR i.decision = 'obsolete')
        AND e.kind IN ('hold', 'request', 'reversal') AND coalesce(e.source, '') NOT IN ('private_information', 'restored')) AS is_of_words
    FROM queue_items WHERE ${openOf(subject)} FOR UPDATE`);
  if (!item?.is_of_words) return false;
  if (item.report_count === 0) await closeItem(ctx, tx, item.id, { decision: 'obsolete', by: null, reason: '' });
  else {
    await tx.rows(sql`UPDATE queue_items SET hold_reasons = NULL, editor_id = NULL WHERE id = ${item.id}`);
    announceItem(ctx, tx, item.id);
  }
  return true;
}

/** Closes the open items of subjects that are gone for good. */
export async function closeForGone(ctx: Context, tx: Tx, kind: string, ids: readonly string[]): Promise<void> {
  const items = await tx.rows<{ id: string }>(sql`
    SELECT id FROM queue_items WHERE content_id = ANY(${[...ids]}::uuid[]) AND content_kind = ${kind} AND state = 'open' FOR UPDATE`);
  for (const { id } of items) await closeItem(ctx, tx, id, { decision: 'obsolete', by: null, reason: '' });
}
