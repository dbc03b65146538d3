import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { type StatedDetails, shownSounds } from '../stated.ts';
import type { FileRow } from '../store.ts';
import type { EntryKind } from '#platform/contract/archive-limits.ts';
import type { MusicCandidates } from '#platform/server/archive/analyse.ts';
import type { ArchiveEntry } from '#platform/server/archive/directory.ts';
import type { WrittenEntry } from '#platform/server/archive/write.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';

export type EntryPlayback = 'direct' | 'prepared';
export type EntryAnalysis = 'waiting' | 'done' | 'not_sound' | 'damaged' | 'unavailable' | 'interrupted';

/** An entry that is listed now. */
export interface NewEntry extends ArchiveEntry {
  readonly kind: EntryKind;
  readonly analysis: EntryAnalysis | null;
}

/** Rows of one statement. */
const BATCH = 5000;

/** Writes the list of an archive, in the place of one before. What its author said of sounds stays. */
export async function insertArchive(
  tx: Tx,
  fileId: string,
  { entries, isExact }: { readonly entries: readonly NewEntry[]; readonly isExact: boolean },
): Promise<void> {
  const before = await tx.rows<{ path: string; stated: StatedDetails }>(
    sql`DELETE FROM archive_entries WHERE file_id = ${fileId} RETURNING path, stated`,
  );
  const statedOf = new Map(before.map(({ path, stated }) => [path, stated]));
  const count = (kind: EntryKind): number => entries.filter((entry) => entry.kind === kind).length;
  const unpacked = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  await tx.rows(sql`
    INSERT INTO archives (file_id, entries, sounds, programs, nested, unpacked_bytes, is_exact)
    VALUES (${fileId}, ${entries.length}, ${count('sound')}, ${count('program')}, ${count('archive')}, ${unpacked}, ${isExact})
    ON CONFLICT (file_id) DO UPDATE SET entries = excluded.entries, sounds = excluded.sounds, programs = excluded.programs,
      nested = excluded.nested, unpacked_bytes = excluded.unpacked_bytes, is_exact = excluded.is_exact`);
  for (let from = 0; from < entries.length; from += BATCH) {
    const rows = entries
      .slice(from, from + BATCH)
      .map((entry, index) => ({ ...entry, position: from + index, stated: statedOf.get(entry.path) ?? {} }));
    await tx.rows(sql`
      INSERT INTO archive_entries (file_id, position, path, kind, bytes, packed, method, crc, local_at, analysis, stated)
      SELECT ${fileId}::uuid, e.position, e.path, e.kind, e.bytes, e.packed, e.method, e.crc, e.offset, e.analysis, e.stated
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS e(position int, path text, kind text, bytes int8, packed int8, method int2, crc int8, "offset" int8, analysis text, stated jsonb)`);
  }
}

/** Kinds of files that kits and packs are made of. */
const madeOf = ['sound', 'midi', 'preset', 'project', 'lut', 'video', 'font'] as const satisfies readonly EntryKind[];

/**
 * SQL of whether a listed archive `a` has at least as many programs and archives in it, which nobody has opened, as files
 * that kits are made of: one sound beside them makes no kit.
 */
export const isProgramsAlone: SQL = sql`a.programs + a.nested > 0 AND a.programs + a.nested >=
  (SELECT count(*) FROM archive_entries e WHERE e.file_id = a.file_id AND e.kind = ANY(${[...madeOf]}::text[]))`;

/** What is known of a listed archive. */
export interface ArchiveRow {
  readonly file_id: string;
  readonly key: string;
  readonly owner_id: string;
  readonly name: string;
  readonly bytes: number;
  readonly content_kind: string | null;
  readonly content_id: string | null;
  /** Every program unpacks it to what is listed. */
  readonly is_exact: boolean;
}

/** A claimed archive that is listed; null for anything else. */
export async function listedArchive(db: Executor, fileId: string): Promise<ArchiveRow | null> {
  const [row] = await db.rows<ArchiveRow>(sql`
    SELECT f.id AS file_id, f.key, f.owner_id, f.name, f.bytes::float8 AS bytes, f.content_kind, f.content_id, a.is_exact
    FROM files f JOIN archives a ON a.file_id = f.id
    WHERE f.id = ${fileId} AND f.kind = 'archive' AND f.state = 'claimed' AND f.processing = 'done'`);
  return row ?? null;
}

/** An entry as its row says. */
export interface EntryRow {
  readonly position: number;
  readonly path: string;
  readonly kind: EntryKind;
  readonly bytes: number;
  readonly packed: number;
  readonly method: number;
  readonly crc: number;
  readonly offset: number;
  readonly analysis: EntryAnalysis | null;
  readonly content_type: string | null;
  readonly playback: EntryPlayback | null;
  readonly duration_ms: number | null;
  readonly tempo: number | null;
  readonly musical_key: string | null;
  readonly candidates: MusicCandidates | null;
  readonly stated: Pick<StatedDetails, 'tempo' | 'key'>;
  readonly peaks: Uint8Array | null;
}

const columns: SQL = sql.raw(`position, path, kind, bytes::float8 AS bytes, packed::float8 AS packed, method,
  crc::float8 AS crc, local_at::float8 AS "offset", analysis, content_type, playback, duration_ms, tempo, musical_key, candidates, stated, peaks`);

/** One entry. */
export async function entryAt(db: Executor, fileId: string, position: number): Promise<EntryRow | null> {
  const [row] = await db.rows<EntryRow>(
    sql`SELECT ${columns} FROM archive_entries WHERE file_id = ${fileId} AND position = ${position}`,
  );
  return row ?? null;
}

/** Several entries, in their order. */
export async function entriesAt(db: Executor, fileId: string, positions: readonly number[]): Promise<EntryRow[]> {
  return await db.rows<EntryRow>(sql`
    SELECT ${columns} FROM archive_entries WHERE file_id = ${fileId} AND position = ANY(${[...positions]}::int[]) ORDER BY position`);
}

/** Every entry, as a ZIP of them is made, in their order. */
export async function writtenEntries(
  db: Executor,
  fileId: string,
): Promise<(WrittenEntry & { readonly offset: number })[]> {
  return await db.rows<WrittenEntry & { readonly offset: number }>(sql`
    SELECT path, method, crc::float8 AS crc, packed::float8 AS packed, bytes::float8 AS bytes, local_at::float8 AS "offset"
    FROM archive_entries WHERE file_id = ${fileId} ORDER BY position`);
}

/** What a list of entries is narrowed to. */
export interface EntryFilter {
  readonly kind: EntryKind | null;
  /** Part of a path, in lower case; empty for all. */
  readonly search: string;
  readonly minMs: number | null;
  readonly maxMs: number | null;
  readonly minTempo: number | null;
  readonly maxTempo: number | null;
  readonly key: string | null;
}

/** SQL of entries `e` with tempo and key as they are shown. */
const shownEntries: SQL = sql.raw(
  `archive_entries e CROSS JOIN LATERAL (SELECT ${shownSounds('e')}) AS s (shown_tempo, shown_key)`,
);

/** A page of the list, behind a position. */
export async function entriesOf(
  db: Executor,
  fileId: string,
  filter: EntryFilter,
  after: number,
  limit: number,
): Promise<EntryRow[]> {
  const conditions = [
    filter.kind === null ? sql`` : sql` AND kind = ${filter.kind}`,
    filter.search === '' ? sql`` : sql` AND position(${filter.search} in lower(path)) > 0`,
    filter.minMs === null ? sql`` : sql` AND duration_ms >= ${filter.minMs}`,
    filter.maxMs === null ? sql`` : sql` AND duration_ms <= ${filter.maxMs}`,
    filter.minTempo === null ? sql`` : sql` AND shown_tempo >= ${filter.minTempo}`,
    filter.maxTempo === null ? sql`` : sql` AND shown_tempo < ${filter.maxTempo}::real + 1`,
    filter.key === null ? sql`` : sql` AND shown_key = ${filter.key}`,
  ];
  return await db.rows<EntryRow>(sql`
    SELECT ${columns} FROM ${shownEntries} WHERE file_id = ${fileId} AND position > ${after}${sql.join(conditions, sql``)}
    ORDER BY position LIMIT ${limit}`);
}

/** A sound of an archive, with tempo and key as they are shown. */
export interface FoundEntry extends Pick<
  EntryRow,
  'position' | 'path' | 'playback' | 'method' | 'bytes' | 'duration_ms' | 'peaks'
> {
  readonly file_id: string;
  readonly shown_tempo: number | null;
  readonly shown_key: string | null;
}

/** Sounds of an archive among which the one is looked for by which it is heard. */
const FIRST_SOUNDS = 48;

/** The longest of the first sounds in each of some archives, by file: one query for all. Who may hear it is not asked. */
export async function firstSounds(db: Executor, fileIds: readonly string[]): Promise<Map<string, FoundEntry>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db.rows<FoundEntry>(sql`
    SELECT archive.id AS file_id, one.* FROM unnest(${[...fileIds]}::uuid[]) AS archive(id) CROSS JOIN LATERAL (
      SELECT * FROM (
        SELECT position, path, playback, method, bytes::float8 AS bytes, duration_ms, peaks, shown_tempo, shown_key
        FROM ${shownEntries} WHERE file_id = archive.id AND kind = 'sound' AND playback IS NOT NULL
        ORDER BY position LIMIT ${FIRST_SOUNDS}
      ) sounds ORDER BY duration_ms DESC NULLS LAST, position LIMIT 1) one`);
  return new Map(rows.map((row) => [row.file_id, row]));
}

/** Numbers of an archive, by file. */
export interface ArchiveCounts {
  readonly file_id: string;
  readonly name: string;
  readonly bytes: number;
  readonly processing: MediaFile['processing'];
  readonly processing_reason: string | null;
  readonly analysis: FileRow['analysis'];
  readonly entries: number | null;
  readonly sounds: number | null;
  readonly programs: number | null;
  readonly nested: number | null;
  readonly unpacked_bytes: number | null;
}

/** Archives with their numbers, where they are listed: one query for all. */
export async function archivesOf(db: Executor, fileIds: readonly string[]): Promise<Map<string, ArchiveCounts>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db.rows<ArchiveCounts>(sql`
    SELECT f.id AS file_id, f.name, f.bytes::float8 AS bytes, f.processing, f.processing_reason, f.analysis, a.entries, a.sounds, a.programs, a.nested,
      a.unpacked_bytes::float8 AS unpacked_bytes
    FROM files f LEFT JOIN archives a ON a.file_id = f.id WHERE f.id = ANY(${[...fileIds]}::uuid[]) AND f.state <> 'removed'`);
  return new Map(rows.map((row) => [row.file_id, row]));
}

/** What the page's filters can be set to: how many of each kind, the keys that there are, and sounds that wait. */
export async function facetsOf(
  db: Executor,
  fileId: string,
): Promise<{ kinds: Record<string, number>; keys: string[]; waiting: number }> {
  const rows = await db.rows<{ kind: string; key: string | null; count: number; waiting: number }>(sql`
    SELECT kind, shown_key AS key, count(*)::int AS count, (count(*) FILTER (WHERE analysis = 'waiting'))::int AS waiting
    FROM ${shownEntries} WHERE file_id = ${fileId} GROUP BY kind, shown_key`);
  const kinds: Record<string, number> = {};
  for (const row of rows) kinds[row.kind] = (kinds[row.kind] ?? 0) + row.count;
  return {
    kinds,
    keys: [...new Set(rows.flatMap((row) => row.key ?? []))].toSorted(),
    waiting: rows.reduce((sum, row) => sum + row.waiting, 0),
  };
}
/** The next sounds that are not analysed. */
export async function waitingEntries(db: Executor, fileId: string, after: number, limit: number): Promise<EntryRow[]> {
  return await db.rows<EntryRow>(sql`
    SELECT ${columns} FROM archive_entries WHERE file_id = ${fileId} AND analysis = 'waiting' AND position > ${after}
    ORDER BY position LIMIT ${limit}`);
}

/** What the analysis of a sound found. */
export interface Analysed {
  readonly position: number;
  readonly analysis: EntryAnalysis;
  readonly content_type: string | null;
  readonly playback: EntryPlayback | null;
  readonly duration_ms: number | null;
  readonly tempo: number | null;
  readonly musical_key: string | null;
  readonly candidates: MusicCandidates | null;
  /** Base64. */
  readonly peaks: string | null;
}

/** Another finding about how a sound is heard, by who was about to play it. */
export async function setPlayback(
  db: Executor,
  fileId: string,
  position: number,
  { playback, analysis }: { readonly playback: EntryPlayback | null; readonly analysis: EntryAnalysis },
): Promise<void> {
  await db.rows(sql`
    UPDATE archive_entries SET playback = ${playback}, analysis = ${analysis}
    WHERE file_id = ${fileId} AND position = ${position}`);
}

/** Stores what was found of several sounds. */
export async function storeAnalysed(tx: Tx, fileId: string, found: readonly Analysed[]): Promise<void> {
  await tx.rows(sql`
    UPDATE archive_entries e SET analysis = f.analysis, content_type = f.content_type, playback = f.playback, duration_ms = f.duration_ms,
      tempo = f.tempo, musical_key = f.musical_key, candidates = f.candidates, peaks = decode(f.peaks, 'base64')
    FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      AS f(position int, analysis text, content_type text, playback text, duration_ms int, tempo real, musical_key text, candidates jsonb, peaks text)
    WHERE e.file_id = ${fileId} AND e.position = f.position`);
}

/** Stores what the author of a sound says of it. */
export async function setEntryStated(
  tx: Tx,
  { file_id: fileId, position }: { readonly file_id: string; readonly position: number },
  stated: EntryRow['stated'],
): Promise<void> {
  await tx.rows(sql`
    UPDATE archive_entries SET stated = ${JSON.stringify(stated)}::jsonb
    WHERE file_id = ${fileId} AND position = ${position}`);
}

/** Carries what an author said of sounds over to the same sounds in another archive, wherever they are there. */
export async function copyEntriesStated(tx: Tx, fromFileId: string, toFileId: string): Promise<void> {
  await tx.rows(sql`
    UPDATE archive_entries e SET stated = o.stated FROM archive_entries o
    WHERE o.file_id = ${fromFileId} AND o.stated <> '{}' AND e.file_id = ${toFileId} AND e.stated = '{}'
      AND e.crc = o.crc AND e.bytes = o.bytes`);
}
