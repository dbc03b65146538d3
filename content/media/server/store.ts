import type { DownloadChoice, FileKind, FilePurpose, Licence } from '#content/media/contract/limits.ts';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import type { MusicCandidates } from '#platform/server/archive/analyse.ts';
import type { StatedDetails } from './stated.ts';
import { buckets } from './rules.ts';

/** What was made from a file, as its row says. */
export interface RenditionRow {
  readonly name: string;
  readonly key: string;
  readonly content_type: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
}

/** A file with what was made from it. */
export interface FileRow {
  readonly id: string;
  readonly owner_id: string;
  readonly purpose: FilePurpose;
  readonly key: string;
  readonly name: string;
  readonly alt_text: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly content_type: string;
  readonly kind: FileKind;
  readonly state: 'staged' | 'claimed' | 'removed';
  readonly content_kind: string | null;
  readonly content_id: string | null;
  readonly position: number;
  readonly processing: MediaFile['processing'];
  readonly processing_reason: string | null;
  readonly analysis: 'waiting' | 'later' | 'done' | 'unavailable' | 'interrupted' | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration_ms: number | null;
  readonly placeholder: string | null;
  readonly wave: string | null;
  readonly loudness: number | null;
  readonly true_peak: number | null;
  readonly played_loudness: number | null;
  readonly played_true_peak: number | null;
  readonly ends_early: boolean;
  readonly tempo: number | null;
  readonly musical_key: string | null;
  readonly candidates: MusicCandidates | null;
  readonly download: DownloadChoice;
  readonly licence: Licence;
  readonly tags: Record<string, string>;
  readonly stated: StatedDetails;
  readonly created_at: Date;
  readonly renditions: readonly RenditionRow[];
}

const columns: SQL =
  sql.raw(`f.id, f.owner_id, f.purpose, f.key, f.name, f.alt_text, f.bytes::float8 AS bytes, f.sha256, f.content_type,
  f.kind, f.state, f.content_kind, f.content_id, f.position, f.processing, f.processing_reason, f.analysis, f.width, f.height,
  f.duration_ms, f.placeholder, f.wave, f.loudness, f.true_peak, f.played_loudness, f.played_true_peak, f.ends_early, f.tempo, f.musical_key, f.candidates, f.download, f.licence, f.tags, f.stated, f.created_at,
  coalesce((SELECT jsonb_agg(jsonb_build_object('name', r.name, 'key', r.key, 'content_type', r.content_type,
    'bytes', r.bytes, 'width', r.width, 'height', r.height) ORDER BY r.width NULLS FIRST, r.name)
    FROM file_renditions r WHERE r.file_id = f.id), '[]'::jsonb) AS renditions`);

/** Of a rendition: captions, which the author of a video uploads; processing makes all others. */
export const isCaptions: SQL = sql`name LIKE 'captions-%'`;

/** A new file, nobody's but its owner's. Once: a second insert of the same id changes nothing. @returns whether it is new */
export async function insertFile(
  tx: Tx,
  file: {
    id: string;
    ownerId: string;
    purpose: FilePurpose;
    bucket: string;
    key: string;
    name: string;
    bytes: number;
    sha256: string;
    contentType: string;
    kind: FileKind;
    at: Date;
  },
): Promise<boolean> {
  const rows = await tx.rows(sql`
    INSERT INTO files (id, owner_id, purpose, bucket, key, name, bytes, sha256, content_type, kind, state, processing, created_at)
    VALUES (${file.id}, ${file.ownerId}, ${file.purpose}, ${file.bucket}, ${file.key}, ${file.name}, ${file.bytes},
      ${file.sha256}, ${file.contentType}, ${file.kind}, 'staged', 'waiting', ${file.at})
    ON CONFLICT (id) DO NOTHING RETURNING id`);
  return rows.length > 0;
}

/** A file that is not removed. */
export async function fileById(db: Executor, id: string): Promise<FileRow | null> {
  const [row] = await db.rows<FileRow>(sql`SELECT ${columns} FROM files f WHERE f.id = ${id} AND f.state <> 'removed'`);
  return row ?? null;
}

/** A member's files that nothing uses, newest first. */
export function stagedFilesOf(db: Executor, ownerId: string): Promise<FileRow[]> {
  return db.rows<FileRow>(
    sql`SELECT ${columns} FROM files f WHERE f.owner_id = ${ownerId} AND f.state = 'staged' ORDER BY f.id DESC LIMIT 100`,
  );
}

/** Files of several contents of one kind, in their order: one query. */
export function claimedFiles(db: Executor, contentKind: string, contentIds: readonly string[]): Promise<FileRow[]> {
  return db.rows<FileRow>(sql`
    SELECT ${columns} FROM files f
    WHERE f.content_id = ANY(${[...contentIds]}::uuid[]) AND f.content_kind = ${contentKind} AND f.state = 'claimed'
    ORDER BY f.content_id, f.position, f.id`);
}

/** The pictures among the renditions of some files, the narrowest first, by file: what a long list of tracks shows. */
export async function picturesOf(db: Executor, fileIds: readonly string[]): Promise<Map<string, RenditionRow[]>> {
  const rows = await db.rows<RenditionRow & { readonly file_id: string }>(sql`
    SELECT file_id, name, key, content_type, bytes::float8 AS bytes, width, height FROM file_renditions
    WHERE file_id = ANY(${[...fileIds]}::uuid[]) AND width IS NOT NULL ORDER BY file_id, width, name`);
  return Map.groupBy(rows, (row) => row.file_id);
}

/** Bytes that a member's files and transfers take together. */
export async function usedBytes(db: Executor, ownerId: string): Promise<number> {
  const [row] = await db.rows<{ bytes: number }>(sql`
    SELECT (coalesce((SELECT sum(bytes) FROM files WHERE owner_id = ${ownerId} AND state <> 'removed'), 0)
      + coalesce((SELECT sum(length) FROM file_uploads WHERE owner_id = ${ownerId}), 0))::float8 AS bytes`);
  return row?.bytes ?? 0;
}

/** A file or a rendition by its address, with what decides who may have it. */
export interface ServedRow {
  readonly owner_id: string;
  readonly state: 'staged' | 'claimed';
  readonly guarded: boolean;
  readonly content_kind: string | null;
  readonly content_id: string | null;
  readonly name: string;
  readonly content_type: string;
  readonly bytes: number;
  readonly download: DownloadChoice;
  /** The sound or the video itself, not a picture or an outline of it. */
  readonly is_played: boolean;
  /** What readers get; the file as it was uploaded, for its author and staff; or that for its owner alone. */
  readonly audience: 'readers' | 'staff' | 'owner';
}

export async function servedByKey(db: Executor, key: string): Promise<ServedRow | null> {
  // A picture may contain where it was taken; an archive has addresses of its own, where downloads are counted and paid. What was not processed yet, or is damaged, may contain anything: no reader's
  // decoder gets it. Of sound and video with a version to stream, the original is its author's to offer.
  const [row] = await db.rows<ServedRow>(sql`
    SELECT f.owner_id, f.state, f.guarded, f.content_kind, f.content_id, f.name, f.content_type, f.bytes::float8 AS bytes, f.download,
      CASE WHEN f.kind IN ('image', 'archive') OR f.processing IN ('waiting', 'failed', 'interrupted') THEN 'owner'
        WHEN f.download <> 'original' AND EXISTS (SELECT 1 FROM file_renditions s WHERE s.file_id = f.id AND s.name = 'stream') THEN 'staff'
        ELSE 'readers' END AS audience, f.kind IN ('audio', 'video') AS is_played
    FROM files f WHERE f.key = ${key} AND f.state <> 'removed'
    UNION ALL
    SELECT f.owner_id, f.state, f.guarded, f.content_kind, f.content_id, f.name, r.content_type, r.bytes::float8, f.download, 'readers', r.name LIKE 'stream%' AS is_played
    FROM file_renditions r JOIN files f ON f.id = r.file_id WHERE r.key = ${key} AND f.state <> 'removed'`);
  return row ?? null;
}

/** Stores what the author of a sound or a video offers. */
export async function setTerms(
  tx: Tx,
  fileId: string,
  terms: { readonly download: DownloadChoice; readonly licence: Licence },
): Promise<void> {
  await tx.rows(sql`UPDATE files SET download = ${terms.download}, licence = ${terms.licence} WHERE id = ${fileId}`);
}

/** What was chosen for one file, and said of it, holds for the one that takes its place. */
export async function copyTerms(tx: Tx, fromFileId: string, toFileId: string): Promise<void> {
  await tx.rows(sql`
    UPDATE files f SET download = o.download, licence = o.licence, stated = o.stated FROM files o WHERE o.id = ${fromFileId} AND f.id = ${toFileId}`);
}

/** Makes files nobody's; the cleaning job does the rest. @returns how many */
export async function markRemoved(tx: Executor, where: SQL, at: Date): Promise<number> {
  const rows = await tx.rows(
    sql`UPDATE files SET state = 'removed', removed_at = ${at} WHERE state <> 'removed' AND ${where} RETURNING id`,
  );
  return rows.length;
}

/** Which of some keys belong to a row, removed ones included. */
export async function knownKeys(db: Executor, keys: readonly string[]): Promise<Set<string>> {
  const list = [...keys];
  const rows = await db.rows<{ key: string }>(sql`
    SELECT key FROM files WHERE key = ANY(${list}::text[])
    UNION ALL SELECT key FROM file_renditions WHERE key = ANY(${list}::text[])
    UNION ALL SELECT key FROM file_uploads WHERE key = ANY(${list}::text[])`);
  return new Set(rows.map((row) => row.key));
}

/** Bytes in each bucket. */
export async function bytesByBucket(db: Executor): Promise<Record<string, number>> {
  const rows = await db.rows<{ bucket: string; bytes: number }>(sql`
    SELECT f.bucket, (sum(f.bytes) + coalesce(sum(r.bytes), 0))::float8 AS bytes FROM files f
    LEFT JOIN (SELECT file_id, sum(bytes) AS bytes FROM file_renditions GROUP BY file_id) r ON r.file_id = f.id
    GROUP BY f.bucket`);
  return {
    ...Object.fromEntries(buckets.map((bucket) => [bucket, 0])),
    ...Object.fromEntries(rows.map((row) => [row.bucket, row.bytes])),
  };
}

/** Keys that files and renditions of contents have in the storage, in order, after one. */
export async function storedKeysAfter(db: Executor, after: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(sql`
    (SELECT key FROM files WHERE key > ${after} AND state <> 'removed' ORDER BY key LIMIT ${limit})
    UNION (SELECT r.key FROM file_renditions r JOIN files f ON f.id = r.file_id
      WHERE r.key > ${after} AND f.state <> 'removed' ORDER BY r.key LIMIT ${limit})
    ORDER BY key LIMIT ${limit}`);
  return rows.map((row) => row.key);
}
