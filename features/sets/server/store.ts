import { sets as limits } from '#features/sets/contract/limits.ts';
import { canSeeAdult } from '#content/core/server/policies.ts';
import type { ContentState } from '#content/core/server/type.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';

/** Cursor of a page of entries. */
export interface EntryPlace {
  readonly place: number;
  readonly id: string;
}

/** An entry as it is stored: a track of an upload, or a song. */
export interface EntryRow extends EntryPlace {
  readonly upload_id: string | null;
  readonly track_id: string | null;
  readonly song_id: string | null;
}

/** Skeleton of one page, in order. */
export async function entryRows(db: Executor, setId: string, after: EntryPlace | null): Promise<EntryRow[]> {
  const key = after === null ? sql`` : sql` AND (place, id) > (${after.place}::int, ${after.id}::uuid)`;
  return await db.rows<EntryRow>(sql`
    SELECT id, place, upload_id, track_id, song_id FROM set_entries
    WHERE set_id = ${setId}${key} ORDER BY place, id LIMIT ${limits.perPage + 1}`);
}

/** A track of an entry, with what decides who may hear it. */
export interface EntryTrack {
  readonly track_id: string;
  readonly upload_id: string;
  readonly file_id: string;
  readonly kind: 'audio' | 'video' | 'image';
  readonly author_id: string;
  readonly state: string;
  readonly is_adult: boolean;
  readonly display_name: string | null;
}

/** Hydrate: tracks by id. Whether a reader may see them is not asked. */
export async function entryTracks(db: Executor, trackIds: readonly string[]): Promise<EntryTrack[]> {
  if (trackIds.length === 0) return [];
  return await db.rows<EntryTrack>(sql`
    SELECT t.id AS track_id, t.upload_id, t.file_id, t.kind, u.author_id, u.state, u.is_adult, p.display_name
    FROM upload_files t JOIN uploads u ON u.id = t.upload_id LEFT JOIN profiles p ON p.id = u.author_id
    WHERE t.id = ANY(${[...trackIds]}::uuid[])`);
}

/** The first track in a set. */
export interface FirstTrack {
  readonly set_id: string;
  readonly track_id: string;
  readonly upload_id: string;
  readonly file_id: string;
  readonly uploader: string | null;
}

/**
 * The first track in each of some sets that a reader may see, also as a song. An 18+ one counts in an 18+ set alone, which
 * covers itself; a private one for the author of both.
 * @param isLinked the reader has come by a secret link to these sets, which opens the private ones too
 */
export async function firstTracks(
  db: Executor,
  viewer: Viewer | null,
  setIds: readonly string[],
  isLinked: boolean,
): Promise<FirstTrack[]> {
  const isOpen = isLinked ? sql`true` : sql`u.author_id = ${viewer?.profileId ?? null}::uuid`;
  const isAdult = canSeeAdult(viewer) ? sql`s.is_adult` : sql`false`;
  return await db.rows<FirstTrack>(sql`
    SELECT s.id AS set_id, first.track_id, first.upload_id, first.file_id, p.display_name AS uploader
    FROM sets s CROSS JOIN LATERAL (
      SELECT t.id AS track_id, t.upload_id, t.file_id, u.author_id
      FROM set_entries e LEFT JOIN songs g ON g.id = e.song_id JOIN upload_files t ON t.id = coalesce(e.track_id, g.track_id)
        JOIN uploads u ON u.id = t.upload_id
      WHERE e.set_id = s.id AND (NOT u.is_adult OR ${isAdult})
        AND (g.id IS NULL OR (g.state = 'published' AND (NOT g.is_adult OR ${isAdult})${unblockedOnly(viewer, sql.raw('g.author_id'))}))
        AND ((u.state = 'published'${unblockedOnly(viewer, sql.raw('u.author_id'))}) OR (u.state = 'private' AND u.author_id = s.author_id AND ${isOpen}))
      ORDER BY e.place, e.id LIMIT 1) first LEFT JOIN profiles p ON p.id = first.author_id
    WHERE s.id = ANY(${[...setIds]}::uuid[])`);
}

/** A song of an entry. */
export interface EntrySong {
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  readonly url: string | null;
  readonly track_id: string | null;
  readonly state: string;
  readonly is_adult: boolean;
}

/** Hydrate: songs by id, likewise. */
export async function entrySongs(db: Executor, songIds: readonly string[]): Promise<EntrySong[]> {
  if (songIds.length === 0) return [];
  return await db.rows<EntrySong>(sql`
    SELECT id, title, artist, url, track_id, state, is_adult FROM songs WHERE id = ANY(${[...songIds]}::uuid[])`);
}

/** A new entry of a set. */
export interface NewEntry {
  readonly id: string;
  readonly setId: string;
  readonly uploadId: string | null;
  readonly trackId: string | null;
  readonly songId: string | null;
  readonly addedAt: Date;
}

/** Appends an entry. The caller has locked the set. @returns false when the set already has it */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<boolean> {
  const rows = await tx.rows(sql`
    INSERT INTO set_entries (id, set_id, place, upload_id, track_id, song_id, added_at)
    SELECT ${entry.id}::uuid, ${entry.setId}::uuid, coalesce(max(place), 0) + 1, ${entry.uploadId}::uuid, ${entry.trackId}::uuid, ${entry.songId}::uuid,
      ${entry.addedAt}::timestamptz
    FROM set_entries WHERE set_id = ${entry.setId} ON CONFLICT DO NOTHING RETURNING id`);
  return rows.length > 0;
}

/** Recounts the entries of a set, in its row. @returns the count */
export async function countEntries(tx: Tx, setId: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    UPDATE sets SET entry_count = (SELECT count(*)::int FROM set_entries WHERE set_id = ${setId})
    WHERE id = ${setId} RETURNING entry_count AS count`);
  return row?.count ?? 0;
}

/** Removes an entry. */
export async function deleteEntry(tx: Tx, setId: string, entryId: string): Promise<void> {
  await tx.rows(sql`DELETE FROM set_entries WHERE id = ${entryId} AND set_id = ${setId}`);
}

/** Ids of all entries of a set, in order. */
export async function entryIds(tx: Tx, setId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`SELECT id FROM set_entries WHERE set_id = ${setId} ORDER BY place, id`,
  );
  return rows.map((row) => row.id);
}

/** Writes the order of all entries. The caller has locked the set. */
export async function orderEntries(tx: Tx, setId: string, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`
    UPDATE set_entries SET place = array_position(${[...ids]}::uuid[], id) WHERE set_id = ${setId}`);
}

/** How a set is released. */
export interface ReleaseRow {
  readonly state: ContentState;
  readonly set_type: 'set' | 'album';
  readonly release_at: Date | null;
  readonly is_scheduled: boolean;
  readonly suspended_until: Date | null;
  readonly silenced_until: Date | null;
}

/** Reads it. @param lock keeps the row until the transaction ends */
export async function releaseOf(db: Executor, setId: string, lock = false): Promise<ReleaseRow | null> {
  const [row] = await db.rows<ReleaseRow>(sql`
    SELECT s.state, s.set_type, s.release_at, s.is_scheduled, p.suspended_until, p.silenced_until
    FROM sets s JOIN profiles p ON p.id = s.author_id WHERE s.id = ${setId}${lock ? sql` FOR UPDATE OF s` : sql``}`);
  return row ?? null;
}

/** What everybody may know of an album before its hour. */
export interface ScheduledAlbum {
  readonly title: string;
  readonly author_id: string;
  readonly release_at: Date;
  readonly entry_count: number;
}

/** An album with a scheduled release, where this reader may see it then; null for anything else. */
export async function scheduledAlbum(
  db: Executor,
  viewer: Viewer | null,
  setId: string,
): Promise<ScheduledAlbum | null> {
  const withoutAdult = canSeeAdult(viewer) ? sql`` : sql` AND NOT s.is_adult`;
  const [row] = await db.rows<ScheduledAlbum>(sql`
    SELECT s.title, s.author_id, s.release_at, s.entry_count FROM sets s
    WHERE s.id = ${setId} AND s.state = 'private' AND s.is_scheduled AND s.release_at IS NOT NULL${withoutAdult}${unblockedOnly(viewer, sql.raw('s.author_id'))}`);
  return row ?? null;
}

/** Writes it. */
export async function setRelease(
  tx: Tx,
  setId: string,
  release: { releaseAt: Date | null; isScheduled: boolean },
): Promise<void> {
  await tx.rows(sql`
    UPDATE sets SET release_at = ${release.releaseAt}::timestamptz, is_scheduled = ${release.isScheduled} WHERE id = ${setId}`);
}

/** Uploads in a set that its author still keeps to themself: they open with it. */
export async function privateUploadsIn(tx: Tx, setId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    SELECT DISTINCT u.id FROM set_entries e JOIN uploads u ON u.id = e.upload_id JOIN sets s ON s.id = e.set_id
    WHERE e.set_id = ${setId} AND u.state = 'private' AND u.author_id = s.author_id ORDER BY u.id`);
  return rows.map((row) => row.id);
}

/** Whether an upload is in a set of the same author. */
export async function isInOwnSet(db: Executor, setId: string, uploadId: string): Promise<boolean> {
  const rows = await db.rows(sql`
    SELECT 1 FROM set_entries e JOIN sets s ON s.id = e.set_id JOIN uploads u ON u.id = e.upload_id
    WHERE e.upload_id = ${uploadId} AND e.set_id = ${setId} AND u.author_id = s.author_id AND s.state IN ('private', 'published') LIMIT 1`);
  return rows.length > 0;
}

/** What is in a member's sets, for their data export. */
export async function exportEntries(db: Executor, profileId: string): Promise<Record<string, unknown[]>> {
  return {
    set_entries: await db.rows(sql`
      SELECT e.set_id, e.place, e.upload_id, e.track_id, e.song_id, e.added_at FROM set_entries e JOIN sets s ON s.id = e.set_id
      WHERE s.author_id = ${profileId} ORDER BY e.set_id, e.place`),
  };
}

/** The album of each of a member's tracks that is in one of their own, by its file: the newest. */
export async function albumTags(db: Executor, profileId: string): Promise<Map<string, { album: string }>> {
  const rows = await db.rows<{ file_id: string; title: string }>(sql`
    SELECT t.file_id, s.title FROM sets s JOIN set_entries e ON e.set_id = s.id JOIN upload_files t ON t.id = e.track_id
      JOIN uploads u ON u.id = t.upload_id AND u.author_id = s.author_id JOIN files f ON f.id = t.file_id AND f.tags ->> 'album' IS NULL
    WHERE s.author_id = ${profileId} AND s.set_type = 'album' AND s.state <> 'removed' ORDER BY s.created_at, s.id`);
  return new Map(rows.map((row) => [row.file_id, { album: row.title }]));
}

/** A set of a member's own. */
export interface OwnSet {
  readonly id: string;
  readonly title: string;
  readonly is_adult: boolean;
}

/** A member's sets, the oldest first; removed ones are left out. */
export async function ownSets(db: Executor, profileId: string): Promise<OwnSet[]> {
  return await db.rows<OwnSet>(sql`
    SELECT id, title, is_adult FROM sets WHERE author_id = ${profileId} AND state <> 'removed' ORDER BY created_at, id`);
}
