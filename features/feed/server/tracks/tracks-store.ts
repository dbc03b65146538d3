import type { FileKind } from '#content/media/contract/limits.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';

/** A file's place in an upload. */
export interface TrackRow {
  readonly id: string;
  readonly upload_id: string;
  readonly kind: FileKind;
  readonly file_id: string;
  readonly version: number;
  readonly version_at: Date;
  readonly play_count: number;
  /** A picture that its author has chosen for a sound. */
  readonly cover_file_id: string | null;
  /** The picture inside the sound is not shown. */
  readonly hides_found_cover: boolean;
}

/** Columns of the places of files `t`. */
const columns = sql.raw(
  't.id, t.upload_id, t.kind, t.file_id, t.version, t.version_at, t.play_count, t.cover_file_id, t.hides_found_cover',
);

/** The files' places of some uploads, by upload and in order. One query for a whole list. */
export async function tracksOf(db: Executor, uploadIds: readonly string[]): Promise<TrackRow[]> {
  if (uploadIds.length === 0) return [];
  return await db.rows<TrackRow>(sql`
    SELECT ${columns} FROM upload_files t
    WHERE t.upload_id = ANY(${[...uploadIds]}::uuid[]) ORDER BY t.upload_id, t.position, t.id`);
}

/** One track of an upload with the length of its newest sound; null when there is none. */
export async function trackOf(
  db: Executor,
  uploadId: string,
  trackId: string,
): Promise<(TrackRow & { duration_ms: number | null }) | null> {
  const [row] = await db.rows<TrackRow & { duration_ms: number | null }>(sql`
    SELECT ${columns}, f.duration_ms
    FROM upload_files t LEFT JOIN files f ON f.id = t.file_id
    WHERE t.id = ${trackId} AND t.upload_id = ${uploadId} AND t.kind IN ('audio', 'video')`);
  return row ?? null;
}

/** A file that an upload may take. */
export interface StagedFile {
  readonly id: string;
  readonly kind: FileKind;
  readonly key: string;
  readonly sha256: string;
}

/** A member's files among some that nothing uses yet, in the order of the ids. */
export async function stagedFiles(db: Executor, ownerId: string, ids: readonly string[]): Promise<StagedFile[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows<StagedFile>(sql`
    SELECT id, kind, key, sha256 FROM files WHERE id = ANY(${[...ids]}::uuid[]) AND owner_id = ${ownerId} AND state = 'staged'`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Adds files to an upload as tracks, in order. */
export async function insertTracks(
  tx: Tx,
  uploadId: string,
  tracks: readonly { id: string; kind: FileKind; fileId: string; coverFileId: string | null }[],
  at: Date,
): Promise<void> {
  if (tracks.length === 0) return;
  await tx.rows(sql`
    INSERT INTO upload_files (id, upload_id, position, kind, file_id, cover_file_id, version_at)
    SELECT t.id, ${uploadId}::uuid, t.place - 1, t.kind, t.file_id, t.cover_file_id, ${at}::timestamptz
    FROM unnest(${tracks.map((track) => track.id)}::uuid[], ${tracks.map((track) => track.kind)}::text[], ${tracks.map((track) => track.fileId)}::uuid[],
      ${tracks.map((track) => track.coverFileId)}::uuid[]) WITH ORDINALITY AS t (id, kind, file_id, cover_file_id, place)`);
}

/** Puts tracks into a new order. */
export async function orderTracks(tx: Tx, uploadId: string, trackIds: readonly string[]): Promise<void> {
  await tx.rows(sql`
    UPDATE upload_files SET position = array_position(${[...trackIds]}::uuid[], id) - 1
    WHERE upload_id = ${uploadId} AND id = ANY(${[...trackIds]}::uuid[])`);
}

/** Sets what tracks show as their cover. */
export async function setCovers(
  tx: Tx,
  trackIds: readonly string[],
  cover: { readonly fileId: string | null; readonly hidesFound: boolean },
): Promise<void> {
  await tx.rows(sql`
    UPDATE upload_files SET cover_file_id = ${cover.fileId}::uuid, hides_found_cover = ${cover.hidesFound}
    WHERE id = ANY(${[...trackIds]}::uuid[])`);
}

/** Files that the places of an upload name: sounds, videos, pictures and covers. */
export const filesIn = (tracks: readonly TrackRow[]): string[] =>
  tracks.flatMap((track) => (track.cover_file_id === null ? track.file_id : [track.file_id, track.cover_file_id]));

/** Deletes tracks with their versions and plays; their timed comments become plain comments. */
export async function deleteTracks(tx: Tx, trackIds: readonly string[]): Promise<void> {
  const ids = [...trackIds];
  await tx.rows(sql`
    UPDATE upload_comments SET track_id = NULL, at_ms = NULL, mark = NULL WHERE track_id = ANY(${ids}::uuid[])`);
  await tx.rows(sql`DELETE FROM track_versions WHERE track_id = ANY(${ids}::uuid[])`);
  await tx.rows(sql`DELETE FROM plays WHERE track_id = ANY(${ids}::uuid[])`);
  await tx.rows(sql`DELETE FROM upload_files WHERE id = ANY(${ids}::uuid[])`);
}

/** Replaces the sound of a track; the old one stays as a version. */
export async function replaceSound(tx: Tx, track: TrackRow, file: StagedFile, at: Date): Promise<void> {
  await tx.rows(sql`
    INSERT INTO track_versions (track_id, version, file_id, created_at) VALUES (${track.id}, ${track.version}, ${track.file_id}, ${track.version_at})`);
  await tx.rows(sql`
    UPDATE upload_files SET file_id = ${file.id}, version = version + 1, version_at = ${at} WHERE id = ${track.id}`);
}

/** Every older version of a track, newest first. */
export async function olderVersions(
  db: Executor,
  trackId: string,
): Promise<{ version: number; file_id: string; created_at: Date }[]> {
  return await db.rows(sql`
    SELECT version, file_id, created_at FROM track_versions WHERE track_id = ${trackId} ORDER BY version DESC LIMIT 200`);
}

/** The upload that a track belongs to. */
export async function uploadOfTrack(db: Executor, trackId: string): Promise<string | null> {
  const [row] = await db.rows<{ upload_id: string }>(sql`SELECT upload_id FROM upload_files WHERE id = ${trackId}`);
  return row?.upload_id ?? null;
}
