import { createHash } from 'node:crypto';
import type { Context } from '#platform/server/context.ts';
import type { ContentItem, WholeContent } from '#platform/server/content-kind.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type QueueRow, type Subject, queueColumns } from './queue-store.ts';

/** What staff read of a content: all of it where its kind can show it, else its title and excerpt. */
export type ReadContent = WholeContent | Pick<ContentItem, 'title' | 'excerpt'>;

/** SHA-256 in base64url, cut to 132 bits, which makes collisions of two states infeasible. */
export const digestOf = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22);

/** A hash of what staff read of a content.  @param content undefined for one that is gone for good */
export function fingerprintOf(content: ReadContent | undefined): string {
  if (content === undefined) return '';
  return 'text' in content
    ? digestOf([content.text, content.files.map((file) => file.id).toSorted()])
    : digestOf([content.title, content.excerpt]);
}

/**
 * The version of an item for optimistic locking (an ETag): it changes with its content, its state and why it waits.
 * Decisions name the version that was read. The number of reports follows the dot; only some decisions check it.
 */
export function versionOf(item: QueueRow, content: ReadContent | undefined): string {
  const facts = digestOf([
    item.id,
    item.state,
    item.decided_at?.getTime() ?? null,
    item.hold_reasons,
    item.editor_id,
    item.marked_words,
    item.needs_approval,
    item.escalated_at?.getTime() ?? null,
    fingerprintOf(content),
  ]);
  return `${facts}.${item.report_count}`;
}

/** What staff read of several contents of one kind, by id. @param db the transaction in which something is decided about them */
export async function readContents(
  ctx: Context,
  db: Executor,
  kindName: string,
  ids: readonly string[],
): Promise<Map<string, ReadContent>> {
  const kind = ctx.kinds.get(kindName);
  const contents = (await kind?.show?.(ctx, ids, db)) ?? (await kind?.load?.(ctx, ids, db)) ?? [];
  return new Map(contents.map((one) => [one.id, one]));
}

/** The version of an item as it is now. */
export async function currentVersion(ctx: Context, db: Executor, item: QueueRow): Promise<string> {
  const contents = await readContents(ctx, db, item.content_kind, [item.content_id]);
  return versionOf(item, contents.get(item.content_id));
}

/**
 * Optimistic locking: refuses a decision about an item that changed since its read. The caller has locked its content.
 * @param read version of the item that was read; null for the operator at the command line, who decides by its id alone
 * @param dismisses the decision turns its reports down: those that came since then were not read
 * @throws {Refusal} `decision_outdated`
 */
export async function checkItemRead(
  ctx: Context,
  tx: Tx,
  item: QueueRow,
  read: string | null,
  dismisses: boolean,
): Promise<void> {
  if (read === null) return;
  const now = await currentVersion(ctx, tx, item);
  const isRead = dismisses ? read === now : read.split('.')[0] === now.split('.')[0];
  if (!isRead) throw new Refusal('decision_outdated');
}

/** Versions of the open items of contents of one kind, by the id of the content. */
export async function openVersions(
  ctx: Context,
  db: Executor,
  kind: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const items = await db.rows<QueueRow>(sql`
    SELECT ${queueColumns} FROM queue_items WHERE content_id = ANY(${[...ids]}::uuid[]) AND content_kind = ${kind} AND state = 'open'`);
  const contents = await readContents(ctx, db, kind, ids);
  return new Map(items.map((item) => [item.content_id, versionOf(item, contents.get(item.content_id))]));
}

/**
 * As `checkItemRead`, for endpoints that name the content and not its item. What waits has one.
 * @throws {Refusal} `decision_outdated`, also where it has no open item
 */
export async function checkSubjectRead(ctx: Context, tx: Tx, subject: Subject, read: string): Promise<void> {
  const now = (await openVersions(ctx, tx, subject.kind, [subject.id])).get(subject.id);
  if (now !== read) throw new Refusal('decision_outdated');
}
