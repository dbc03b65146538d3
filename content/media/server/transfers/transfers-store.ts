import type { FileKind, FilePurpose } from '#content/media/contract/limits.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';

/** An unfinished transfer. */
export interface TransferRow {
  readonly id: string;
  readonly owner_id: string;
  readonly user_id: string;
  readonly purpose: FilePurpose;
  readonly name: string;
  readonly length: number;
  readonly key: string | null;
  readonly sha256: string | null;
  readonly content_type: string | null;
  readonly kind: FileKind | null;
  readonly expires_at: Date;
}

const columns: SQL = sql.raw(
  'id, owner_id, user_id, purpose, name, length::float8 AS length, key, sha256, content_type, kind, expires_at',
);

export async function insertTransfer(
  tx: Tx,
  transfer: {
    id: string;
    ownerId: string;
    userId: string;
    purpose: FilePurpose;
    name: string;
    length: number;
    at: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO file_uploads (id, owner_id, user_id, purpose, name, length, created_at, expires_at)
    VALUES (${transfer.id}, ${transfer.ownerId}, ${transfer.userId}, ${transfer.purpose}, ${transfer.name}, ${transfer.length}, ${transfer.at}, ${transfer.expiresAt})`);
}

export async function transferById(db: Executor, id: string): Promise<TransferRow | null> {
  const [row] = await db.rows<TransferRow>(sql`SELECT ${columns} FROM file_uploads WHERE id = ${id}`);
  return row ?? null;
}

/** Unfinished transfers of a member. */
export async function countTransfers(db: Executor, ownerId: string): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM file_uploads WHERE owner_id = ${ownerId}`,
  );
  return row?.count ?? 0;
}

/** Records where a finished transfer is stored, before it is stored. The first one to record it decides. */
export async function setDestination(
  db: Executor,
  id: string,
  found: { key: string; sha256: string; contentType: string; kind: FileKind },
): Promise<void> {
  await db.rows(sql`
    UPDATE file_uploads SET key = ${found.key}, sha256 = ${found.sha256}, content_type = ${found.contentType}, kind = ${found.kind}
    WHERE id = ${id} AND key IS NULL`);
}

export async function deleteTransfer(db: Executor, id: string): Promise<void> {
  await db.rows(sql`DELETE FROM file_uploads WHERE id = ${id}`);
}

/** Expired transfers. */
export function expiredTransfers(db: Executor, now: Date): Promise<TransferRow[]> {
  return db.rows<TransferRow>(
    sql`SELECT ${columns} FROM file_uploads WHERE expires_at <= ${now} ORDER BY expires_at LIMIT 500`,
  );
}

/** The ids among these that are unfinished transfers. */
export async function knownTransfers(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(sql`SELECT id FROM file_uploads WHERE id = ANY(${[...ids]}::uuid[])`);
  return new Set(rows.map((row) => row.id));
}

/** How many transfers are not finished. */
export async function openTransfers(db: Executor): Promise<number> {
  const [row] = await db.rows<{ count: number }>(sql`SELECT count(*)::int AS count FROM file_uploads`);
  return row!.count;
}
