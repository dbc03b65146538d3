import type { FileKind } from '#contract/limits.ts';
import type { ContentState } from '#server/features/forum/rules.ts';
import { type PersonColumns, isAdminColumn, personColumns } from '#server/features/profiles/store.ts';
import { type Executor, type SQL, type Tx, sql } from '#server/platform/db/database.ts';
import type { Weighed } from '#server/platform/page-budget.ts';
import type { TimeKey } from './paging.ts';

/** Bytes of one file in a page: its addresses, its waveform and the drawing of it. */
const FILE_BYTES = 8192;

/** Kinds that the feed can be narrowed to. */
export type UploadKind = FileKind | 'text' | 'poll';

/** Which uploads a list shows. */
export interface UploadFilter {
  readonly kind: UploadKind | null;
  readonly authorId: string | null;
  readonly tag: string | null;
  /** Whether 18+ uploads are in it at all. */
  readonly adult: boolean;
  /** Leaves out authors who are blocked, either way; nothing for a reader without blocks. Made for `u.author_id`. */
  readonly unblocked: SQL;
}

/** The conditions match the partial indexes to the letter. */
const ofKind: Readonly<Record<UploadKind, SQL>> = {
  image: sql` AND has_image`,
  audio: sql` AND has_audio`,
  video: sql` AND has_video`,
  poll: sql` AND has_poll`,
  text: sql` AND NOT has_image AND NOT has_audio AND NOT has_video AND NOT has_poll`,
};

function conditions(filter: UploadFilter): SQL {
  const adult = filter.adult ? sql`` : sql` AND NOT is_adult`;
  const kind = filter.kind === null ? sql`` : ofKind[filter.kind];
  const author = filter.authorId === null ? sql`` : sql` AND u.author_id = ${filter.authorId}::uuid`;
  return sql`state = 'published'${adult}${kind}${author}${filter.unblocked}`;
}

/** An upload of a skeleton. */
export interface UploadPlace extends Weighed {
  readonly id: string;
}

/** What an upload adds to a page: its texts, by their sizes alone, and for each file what is drawn and told of it. */
const bytes: SQL = sql`octet_length(u.html) + octet_length(u.content) + ${FILE_BYTES} * (SELECT count(*)::int FROM upload_files f WHERE f.upload_id = u.id) AS bytes`;

/**
 * Skeleton: ids of one page, newest first. Everything that decides what a reader sees is in this query, so that a page
 * is never short.
 */
export async function uploadIds(
  db: Executor,
  filter: UploadFilter,
  after: TimeKey | null,
  limit: number,
): Promise<UploadPlace[]> {
  return await db.rows<UploadPlace>(
    filter.tag === null
      ? sql`SELECT u.id, ${bytes} FROM uploads u WHERE ${conditions(filter)}${
          after === null ? sql`` : sql` AND (u.created_at, u.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
        } ORDER BY u.created_at DESC, u.id DESC LIMIT ${limit}`
      : sql`SELECT u.id, ${bytes} FROM upload_tags g JOIN uploads u ON u.id = g.upload_id WHERE g.tag = ${filter.tag} AND ${conditions(filter)}${
          after === null ? sql`` : sql` AND (g.created_at, g.upload_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
        } ORDER BY g.created_at DESC, g.upload_id DESC LIMIT ${limit}`,
  );
}

/** How many uploads came after one; counts to `max` and no further. */
export async function countNewer(db: Executor, filter: UploadFilter, than: TimeKey, max: number): Promise<number> {
  const [row] = await db.rows<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM uploads u WHERE ${conditions(filter)} AND (u.created_at, u.id) > (${than.at}::timestamptz, ${than.id}::uuid)
      ORDER BY u.created_at, u.id LIMIT ${max}) newer`);
  return row!.count;
}

/** A member's own uploads that wait for staff, newest first: shown to them above their list. */
export async function heldUploadIds(db: Executor, authorId: string): Promise<UploadPlace[]> {
  return await db.rows<UploadPlace>(
    sql`SELECT u.id, ${bytes} FROM uploads u WHERE author_id = ${authorId} AND state = 'held' ORDER BY created_at DESC, id DESC LIMIT 10`,
  );
}

export interface UploadRow extends PersonColumns {
  readonly id: string;
  readonly author_id: string;
  readonly title: string;
  readonly content: string;
  readonly html: string;
  readonly summary: string;
  readonly version: number;
  readonly is_adult: boolean;
  readonly state: ContentState;
  readonly removed_by: string | null;
  readonly removed_reason: string | null;
  readonly like_count: number;
  readonly comment_count: number;
  readonly created_at: Date;
  readonly edited_at: Date | null;
  readonly edited_by: string | null;
  readonly hold_reasons: string[] | null;
  readonly liked: boolean;
  readonly tags: string[];
  /** Number of the last event of its topic; null before the first. */
  readonly event_seq: string | null;
}

/** Hydrate: rows of ids with authors, tags and the reader's own like, one query, in the order of the ids. */
export async function uploadRows(db: Executor, ids: readonly string[], userId: string | null): Promise<UploadRow[]> {
  if (ids.length === 0) return [];
  const liked =
    userId === null
      ? sql`false`
      : sql`EXISTS (SELECT 1 FROM upload_likes l WHERE l.upload_id = u.id AND l.user_id = ${userId}::uuid)`;
  const rows = await db.rows<UploadRow>(sql`
    SELECT u.id, u.author_id, u.title, u.content, u.html, u.summary, u.version, u.is_adult, u.state, u.removed_by, u.removed_reason,
      u.like_count, u.comment_count, u.created_at, u.edited_at, u.edited_by, ${liked} AS liked, e.last_seq AS event_seq, ${personColumns},
      CASE WHEN u.state = 'held' THEN (SELECT h.reasons FROM holds h WHERE h.content_kind = 'upload' AND h.content_id = u.id AND h.state = 'open' LIMIT 1) END AS hold_reasons,
      array(SELECT g.tag FROM upload_tags g WHERE g.upload_id = u.id ORDER BY g.tag) AS tags
    FROM uploads u LEFT JOIN profiles p ON p.id = u.author_id LEFT JOIN topics e ON e.topic = 'upload:' || u.id::text
    WHERE u.id = ANY(${[...ids]}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What a change must know of an upload before it touches it. */
export interface UploadGate {
  readonly id: string;
  readonly authorId: string;
  readonly authorIsAdmin: boolean;
  readonly title: string;
  readonly state: ContentState;
  readonly stateBefore: 'published' | 'held' | null;
  readonly removedBy: string | null;
  readonly isAdult: boolean;
  readonly hasAudio: boolean;
  readonly hasPoll: boolean;
  readonly version: number;
  readonly createdAt: Date;
}

/** Reads the gate of an upload. @param lock keeps the row until the transaction ends. */
export async function uploadGate(db: Executor, id: string, lock = false): Promise<UploadGate | null> {
  const [row] = await db.rows<UploadGate>(sql`
    SELECT id, author_id AS "authorId", ${isAdminColumn('author_id')} AS "authorIsAdmin", title, state, state_before AS "stateBefore", removed_by AS "removedBy", is_adult AS "isAdult",
      has_audio AS "hasAudio", has_poll AS "hasPoll", version, created_at AS "createdAt"
    FROM uploads WHERE id = ${id}${lock ? sql` FOR UPDATE` : sql``}`);
  return row ?? null;
}

/** An upload's parts that its text decides. */
export interface UploadText {
  readonly title: string;
  readonly content: string;
  readonly html: string;
  readonly summary: string;
  readonly renderer: number;
}

/** What an upload holds. */
export interface Holdings {
  readonly fileUrl: string | null;
  readonly fileType: FileKind | null;
  readonly hasImage: boolean;
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
}

export interface NewUpload extends UploadText, Holdings {
  readonly id: string;
  readonly userId: string;
  readonly authorId: string;
  readonly hasPoll: boolean;
  readonly isAdult: boolean;
  readonly state: 'published' | 'held';
  readonly fingerprint: string;
  readonly submitId: string;
  readonly createdAt: Date;
}

/** Writes an upload. @returns false when this submit has made one already. */
export async function insertUpload(tx: Tx, upload: NewUpload): Promise<boolean> {
  const rows = await tx.rows(sql`
    INSERT INTO uploads (id, user_id, author_id, title, content, html, summary, renderer, file_url, file_type, has_image, has_audio, has_video, has_poll,
      is_adult, state, fingerprint, submit_id, created_at)
    VALUES (${upload.id}, ${upload.userId}, ${upload.authorId}, ${upload.title}, ${upload.content}, ${upload.html}, ${upload.summary}, ${upload.renderer},
      ${upload.fileUrl}, ${upload.fileType}, ${upload.hasImage}, ${upload.hasAudio}, ${upload.hasVideo}, ${upload.hasPoll},
      ${upload.isAdult}, ${upload.state}, ${upload.fingerprint}, ${upload.submitId}, ${upload.createdAt})
    ON CONFLICT (author_id, submit_id) DO NOTHING RETURNING id`);
  return rows.length > 0;
}

/** The upload that an earlier submit of the same form has made. */
export async function uploadOfSubmit(
  db: Executor,
  authorId: string,
  submitId: string,
): Promise<{ id: string; state: ContentState } | null> {
  const [row] = await db.rows<{ id: string; state: ContentState }>(
    sql`SELECT id, state FROM uploads WHERE author_id = ${authorId} AND submit_id = ${submitId}`,
  );
  return row ?? null;
}

/** Recent uploads of an author, for the rate: how many since a moment, and the first of them. */
export async function recentUploads(
  db: Executor,
  authorId: string,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  const [row] = await db.rows<{ count: number; first: Date | null }>(
    sql`SELECT count(*)::int AS count, min(created_at) AS first FROM uploads WHERE author_id = ${authorId} AND created_at > ${since}`,
  );
  return row!;
}

/** Whether an author has uploaded the same since a moment. */
export async function uploadedSince(
  db: Executor,
  authorId: string,
  fingerprint: string,
  since: Date,
): Promise<boolean> {
  const rows = await db.rows(
    sql`SELECT 1 FROM uploads WHERE author_id = ${authorId} AND fingerprint = ${fingerprint} AND created_at > ${since} LIMIT 1`,
  );
  return rows.length > 0;
}

/** Replaces an upload's text and what it holds; the caller has locked the row and compared the version. */
export async function updateUpload(
  tx: Tx,
  id: string,
  next: UploadText & Holdings & { isAdult: boolean; state: ContentState; editedAt: Date; editedBy: string | null },
): Promise<void> {
  await tx.rows(sql`
    UPDATE uploads SET title = ${next.title}, content = ${next.content}, html = ${next.html}, summary = ${next.summary}, renderer = ${next.renderer},
      file_url = ${next.fileUrl}, file_type = ${next.fileType}, has_image = ${next.hasImage}, has_audio = ${next.hasAudio}, has_video = ${next.hasVideo},
      is_adult = ${next.isAdult}, state = ${next.state}, edited_at = ${next.editedAt}, edited_by = ${next.editedBy}::uuid, version = version + 1
    WHERE id = ${id}`);
}

/** Sets the tags of an upload. @param at when the upload was made. */
export async function setTags(tx: Tx, id: string, tags: readonly string[], at: Date): Promise<void> {
  await tx.rows(sql`DELETE FROM upload_tags WHERE upload_id = ${id} AND tag <> ALL(${[...tags]}::text[])`);
  await tx.rows(sql`
    INSERT INTO upload_tags (upload_id, tag, created_at) SELECT ${id}::uuid, tag, ${at}::timestamptz FROM unnest(${[...tags]}::text[]) AS tag
    ON CONFLICT DO NOTHING`);
}

/** Tags of published uploads since a moment, most used first; 18+ ones count for nobody. */
export async function usedTags(db: Executor, since: Date, limit: number): Promise<{ tag: string; count: number }[]> {
  // Both are of the same moment: so the join reads the list's index and no row.
  return await db.rows(sql`
    SELECT g.tag, count(*)::int AS count FROM upload_tags g JOIN uploads u ON u.id = g.upload_id
    WHERE g.created_at > ${since} AND u.created_at > ${since} AND state = 'published' AND NOT is_adult
    GROUP BY g.tag ORDER BY count(*) DESC, g.tag LIMIT ${limit}`);
}

/** Hides an upload with what it was before. */
export async function markUploadRemoved(
  tx: Tx,
  id: string,
  act: { by: string | null; reason: string; at: Date },
): Promise<void> {
  await tx.rows(sql`
    UPDATE uploads SET state_before = state, state = 'removed', removed_by = ${act.by}::uuid, removed_reason = ${act.reason}, removed_at = ${act.at}
    WHERE id = ${id}`);
}

/** Undoes a removal. */
export async function markUploadRestored(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`
    UPDATE uploads SET state = coalesce(state_before, 'published'), state_before = NULL, removed_by = NULL, removed_reason = NULL, removed_at = NULL WHERE id = ${id}`);
}

/** Publishes a held upload. */
export async function markUploadPublished(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`UPDATE uploads SET state = 'published' WHERE id = ${id}`);
}

/**
 * Sets or takes back a like and keeps the count in step, idempotent.
 * @returns the count, and whether anything changed; null when the upload is not published.
 */
export async function setLike(
  tx: Tx,
  id: string,
  userId: string,
  on: boolean,
  at: Date,
): Promise<{ count: number; changed: boolean } | null> {
  const changed = await tx.rows(
    on
      ? sql`INSERT INTO upload_likes (upload_id, user_id, created_at) SELECT id, ${userId}::uuid, ${at}::timestamptz FROM uploads WHERE id = ${id} AND state = 'published'
            ON CONFLICT DO NOTHING RETURNING upload_id`
      : sql`DELETE FROM upload_likes WHERE upload_id = ${id} AND user_id = ${userId} RETURNING upload_id`,
  );
  const by = changed.length === 0 ? 0 : on ? 1 : -1;
  const [row] =
    by === 0
      ? await tx.rows<{ count: number }>(
          sql`SELECT like_count AS count FROM uploads WHERE id = ${id} AND state = 'published'`,
        )
      : await tx.rows<{ count: number }>(
          sql`UPDATE uploads SET like_count = greatest(0, like_count + ${by}) WHERE id = ${id} RETURNING like_count AS count`,
        );
  return row ? { count: row.count, changed: by !== 0 } : null;
}

/** Published uploads of a member, and how often their tracks were heard. */
export async function countUploadsOf(db: Executor, profileId: string): Promise<{ uploads: number; plays: number }> {
  const [row] = await db.rows<{ uploads: number; plays: number }>(sql`
    SELECT count(DISTINCT u.id)::int AS uploads, coalesce(sum(t.play_count), 0)::int AS plays
    FROM uploads u LEFT JOIN upload_files t ON t.upload_id = u.id AND t.play_count > 0
    WHERE u.author_id = ${profileId} AND u.state = 'published'`);
  return row!;
}

/** The text of an upload as it is now, for its history. */
export async function uploadVersion(
  db: Executor,
  id: string,
): Promise<{ content: string; version: number; author_id: string; created_at: Date }> {
  const [row] = await db.rows<{ content: string; version: number; author_id: string; created_at: Date }>(
    sql`SELECT content, version, author_id, created_at FROM uploads WHERE id = ${id}`,
  );
  return row!;
}
