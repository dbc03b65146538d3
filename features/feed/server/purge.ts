import type { Context } from '#platform/server/context.ts';
import { releaseFiles } from '#content/media/server/actions.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';

/** Deletes what belongs to uploads alone: tracks with their versions and plays, tags, polls. */
export async function deleteUploadParts(ctx: Context, tx: Tx, uploadIds: readonly string[]): Promise<void> {
  const ids = [...uploadIds];
  const tracks = await tx.rows<{ id: string }>(
    sql`DELETE FROM upload_files WHERE upload_id = ANY(${ids}::uuid[]) RETURNING id`,
  );
  const trackIds = tracks.map((track) => track.id);
  await releaseFiles(ctx, tx, 'upload_version', trackIds);
  await tx.rows(sql`DELETE FROM track_versions WHERE track_id = ANY(${trackIds}::uuid[])`);
  await tx.rows(sql`DELETE FROM plays WHERE track_id = ANY(${trackIds}::uuid[])`);
  await tx.rows(sql`DELETE FROM upload_tags WHERE upload_id = ANY(${ids}::uuid[])`);
  await tx.rows(sql`DELETE FROM poll_votes WHERE upload_id = ANY(${ids}::uuid[])`);
  await tx.rows(sql`DELETE FROM poll_options WHERE upload_id = ANY(${ids}::uuid[])`);
  await tx.rows(sql`DELETE FROM polls WHERE upload_id = ANY(${ids}::uuid[])`);
}
