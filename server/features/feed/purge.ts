import type { Context } from '#server/context.ts';
import { forgetActivity } from '#server/features/activity/store.ts';
import { forgetVersions } from '#server/features/forum/store.ts';
import { forgetContent } from '#server/features/notifications/actions.ts';
import { releaseFiles } from '#server/features/media/actions.ts';
import { type Tx, sql } from '#server/platform/db/database.ts';

/** Uploads of one transaction: each may have files, plays and comments without number. */
const BATCH = 100;

/** Deletes uploads with everything that hangs on them, and gives their files up. */
export async function deleteUploads(ctx: Context, tx: Tx, uploadIds: readonly string[]): Promise<void> {
  const ids = [...uploadIds];
  if (ids.length === 0) return;
  const tracks = await tx.rows<{ id: string }>(
    sql`DELETE FROM upload_files WHERE upload_id = ANY(${ids}::uuid[]) RETURNING id`,
  );
  const trackIds = tracks.map((track) => track.id);
  await releaseFiles(ctx, tx, 'upload', ids);
  await releaseFiles(ctx, tx, 'upload_version', trackIds);
  await tx.rows(sql`DELETE FROM track_versions WHERE track_id = ANY(${trackIds}::uuid[])`);
  await tx.rows(sql`DELETE FROM plays WHERE track_id = ANY(${trackIds}::uuid[])`);
  await tx.rows(sql`DELETE FROM upload_likes WHERE upload_id = ANY(${ids}::uuid[])`);
  await tx.rows(sql`DELETE FROM upload_tags WHERE upload_id = ANY(${ids}::uuid[])`);
  await tx.rows(sql`DELETE FROM poll_votes WHERE upload_id = ANY(${ids}::uuid[])`);
  await tx.rows(sql`DELETE FROM poll_options WHERE upload_id = ANY(${ids}::uuid[])`);
  await tx.rows(sql`DELETE FROM polls WHERE upload_id = ANY(${ids}::uuid[])`);
  const comments = await tx.rows<{ id: string }>(
    sql`DELETE FROM upload_comments WHERE upload_id = ANY(${ids}::uuid[]) RETURNING id`,
  );
  await forgetVersions(tx, [...ids, ...comments.map((comment) => comment.id)]);
  await forgetContent(tx, [...ids, ...comments.map((comment) => comment.id)]);
  await tx.rows(sql`DELETE FROM uploads WHERE id = ANY(${ids}::uuid[])`);
  await forgetActivity(tx, 'upload', ids);
  await tx.rows(sql`DELETE FROM topics WHERE topic = ANY(${ids.map((id) => `upload:${id}`)}::text[])`);
}

/** Uploads and comments that were removed before a moment are gone for good. */
export async function purgeRemoved(ctx: Context, before: Date): Promise<void> {
  for (;;) {
    const gone = await ctx.db.tx(async (tx) => {
      const rows = await tx.rows<{ id: string }>(
        sql`SELECT id FROM uploads WHERE state = 'removed' AND removed_at < ${before} ORDER BY removed_at LIMIT ${BATCH} FOR UPDATE`,
      );
      await deleteUploads(
        ctx,
        tx,
        rows.map((row) => row.id),
      );
      return rows.length;
    });
    if (gone < BATCH) break;
  }
  await ctx.db.tx(async (tx) => {
    const rows = await tx.rows<{ id: string }>(
      sql`DELETE FROM upload_comments WHERE state = 'removed' AND removed_at < ${before} RETURNING id`,
    );
    const gone = rows.map((row) => row.id);
    await forgetVersions(tx, gone);
    await forgetContent(tx, gone);
  });
}
