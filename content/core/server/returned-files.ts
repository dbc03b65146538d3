import type { Context } from '#platform/server/context.ts';
import { type FileParts, blockFiles, filesToReview } from '#content/media/server/actions.ts';
import { PROGRAMS_ALONE, RETURNED_FILE } from '#content/moderation/server/rules/hold-reasons.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
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
 * Why a content waits for staff because of its files for readers: one was hidden with another content, or an archive is
 * of programs alone.
 * @param among of its files these alone; all of them when not given
 */
export async function fileReasons(
  db: Executor,
  type: ContentType,
  id: string,
  among?: readonly string[],
): Promise<string[]> {
  const parts = type.fileParts?.isRead ? await partsOf(db, type, id) : [];
  const { returned, programs } = await filesToReview(db, type.kind, id, parts, among);
  return [...(returned ? [RETURNED_FILE] : []), ...(programs ? [PROGRAMS_ALONE] : [])];
}

/**
 * After an edit has brought files into a content: it waits for staff, as a new one would, because of what they are. What
 * it had before was let through.
 * @param fileIds what the edit has claimed
 */
export async function holdForFiles<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  id: string,
  fileIds: readonly string[],
): Promise<void> {
  const reasons = fileIds.length === 0 ? [] : await fileReasons(tx, type, id, fileIds);
  if (reasons.length > 0) await holdBack(ctx, tx, type, id, reasons);
}

/** Remembers all files of a thing that was hidden after a complaint, those that its readers no longer get too. */
export async function blockFilesOf(tx: Tx, kind: string, id: string, at: Date): Promise<void> {
  const type = contentType(kind);
  await blockFiles(tx, kind, id, at, type ? await partsOf(tx, type, id) : []);
}
