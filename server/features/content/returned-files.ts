import type { Context } from '#server/context.ts';
import { type FileParts, blockFiles, hasBlockedFile } from '#server/features/media/actions.ts';
import { RETURNED_FILE } from '#server/features/moderation/rules/hold-reasons.ts';
import { type Executor, type Tx, sql } from '#server/platform/db/database.ts';
import { holdBack } from './lifecycle.ts';
import { type ContentType, contentType } from './type.ts';

/** What claims files for a content under a kind of its own (`fileParts`). */
async function partsOf(db: Executor, type: ContentType, id: string): Promise<FileParts[]> {
  if (!type.fileParts) return [];
  const { kind, ids } = type.fileParts;
  const rows = await db.rows<{ id: string }>(sql`
    SELECT part.id FROM ${sql.raw(type.table)} t CROSS JOIN LATERAL (${sql.raw(ids)}) part WHERE t.id = ${id}`);
  return [{ kind, ids: rows.map((row) => row.id) }];
}

/**
 * Whether a content has a file for its readers that was hidden with another content.
 * @param among of its files these alone; all of them when not given
 */
export async function hasReturnedFile(
  db: Executor,
  type: ContentType,
  id: string,
  among?: readonly string[],
): Promise<boolean> {
  const parts = type.fileParts?.isRead ? await partsOf(db, type, id) : [];
  return await hasBlockedFile(db, type.kind, id, parts, among);
}

/**
 * After an edit has brought files into a content: it waits for staff, as a new one would, where one of them was hidden with
 * another content. What it had before was let through.
 * @param fileIds what the edit has claimed
 */
export async function holdForReturnedFile<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  id: string,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0 || !(await hasReturnedFile(tx, type, id, fileIds))) return;
  await holdBack(ctx, tx, type, id, [RETURNED_FILE]);
}

/** Remembers all files of a thing that was hidden after a complaint, those that its readers no longer get too. */
export async function blockFilesOf(tx: Tx, kind: string, id: string, at: Date): Promise<void> {
  const type = contentType(kind);
  await blockFiles(tx, kind, id, at, type ? await partsOf(tx, type, id) : []);
}
