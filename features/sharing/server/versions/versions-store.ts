import type { Context } from '#platform/server/context.ts';
import { releaseFiles } from '#content/media/server/actions.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';

/** What claims the archives of kits and packs: each version its own. */
export const versionKind = 'kit_version';

/** A version of an archive. */
export interface VersionRow {
  readonly id: string;
  readonly item_id: string;
  readonly item_kind: string;
  readonly number: number;
  readonly file_id: string;
  readonly notes: string;
  readonly created_at: Date;
}

const columns = sql.raw('id, item_id, item_kind, number, file_id, notes, created_at');

/** Versions of a thing, newest first. */
export async function versionsOf(db: Executor, itemId: string): Promise<VersionRow[]> {
  return await db.rows<VersionRow>(
    sql`SELECT ${columns} FROM kit_versions WHERE item_id = ${itemId} ORDER BY number DESC`,
  );
}

/** The version that a file was claimed by. */
export async function versionById(db: Executor, id: string): Promise<VersionRow | null> {
  const [row] = await db.rows<VersionRow>(sql`SELECT ${columns} FROM kit_versions WHERE id = ${id}`);
  return row ?? null;
}

/** Writes the next version of a thing, whose row the caller has locked or just made. */
export async function insertVersion(
  tx: Tx,
  version: {
    readonly id: string;
    readonly itemId: string;
    readonly itemKind: string;
    readonly number: number;
    readonly fileId: string;
    readonly notes: string;
    readonly at: Date;
  },
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO kit_versions (id, item_id, item_kind, number, file_id, notes, created_at)
    VALUES (${version.id}, ${version.itemId}, ${version.itemKind}, ${version.number}, ${version.fileId}, ${version.notes}, ${version.at})`);
}

/** A staged archive of a member, with how far its list is; null for anything else. */
export async function stagedArchive(
  db: Executor,
  ownerId: string,
  fileId: string,
): Promise<{ processing: string; reason: string | null } | null> {
  const [row] = await db.rows<{ processing: string; reason: string | null }>(sql`
    SELECT processing, processing_reason AS reason FROM files
    WHERE id = ${fileId} AND owner_id = ${ownerId} AND kind = 'archive' AND state = 'staged'`);
  return row ?? null;
}

/** Deletes the versions and purchases of purged items, and releases their archives. */
export async function deleteVersions(ctx: Context, tx: Tx, itemIds: readonly string[]): Promise<void> {
  const ids = [...itemIds];
  const versions = await tx.rows<{ id: string }>(
    sql`DELETE FROM kit_versions WHERE item_id = ANY(${ids}::uuid[]) RETURNING id`,
  );
  await releaseFiles(
    ctx,
    tx,
    versionKind,
    versions.map((version) => version.id),
  );
  await tx.rows(sql`DELETE FROM sharing_purchases WHERE item_id = ANY(${ids}::uuid[])`);
}

/** Which of some items a member has bought. */
export async function boughtAmong(db: Executor, itemIds: readonly string[], profileId: string): Promise<Set<string>> {
  const rows = await db.rows<{ item_id: string }>(
    sql`SELECT item_id FROM sharing_purchases WHERE profile_id = ${profileId} AND item_id = ANY(${[...itemIds]}::uuid[])`,
  );
  return new Set(rows.map((row) => row.item_id));
}
