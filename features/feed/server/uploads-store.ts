import type { FileKind } from '#content/media/contract/limits.ts';
import type { EditedRow } from '#content/core/server/edit.ts';
import type { ContentPlace } from '#content/core/server/reader.ts';
import type { ContentState } from '#content/core/server/type.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import type { TimePlace } from '#platform/server/paging.ts';

/** Bytes of one file in a page: its addresses, its waveform and the drawing of it. */
const FILE_BYTES = 8192;

/** Kinds that the feed can be narrowed to. */
export type UploadKind = Exclude<FileKind, 'archive'> | 'text' | 'poll';

/** Which uploads a list shows. */
export interface UploadFilter {
  readonly kind: UploadKind | null;
  readonly authorId: string | null;
  /** Profile id of who asks for uploads of those whom they follow alone. */
  readonly followedBy: string | null;
  /** The author asks for their own uploads: those that only they see are among them. */
  readonly isOwn: boolean;
  readonly tag: string | null;
  /** Whether 18+ uploads are in it at all. */
  readonly adult: boolean;
  /** Leaves out authors who are blocked, either way; nothing for a reader without blocks. Made for `u.author_id`. */
  readonly unblocked: SQL;
}

/** The conditions match the partial indexes word for word. */
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
  const state = filter.isOwn ? sql`state IN ('published', 'private')` : sql`state = 'published'`;
  const followed =
    filter.followedBy === null
      ? sql``
      : sql` AND EXISTS (SELECT 1 FROM follows w WHERE w.follower_id = ${filter.followedBy}::uuid AND w.followed_id = u.author_id)`;
  return sql`${state}${adult}${kind}${author}${followed}${filter.unblocked}`;
}

/** Bytes that an upload adds to a page: the sizes of its texts, and for each file the size of its shown data. */
const bytes: SQL = sql`octet_length(u.html) + octet_length(u.content) + ${FILE_BYTES} * (SELECT count(*)::int FROM upload_files f WHERE f.upload_id = u.id) AS bytes`;

/**
 * Skeleton: ids of one page, newest first. Everything that decides what a reader sees is in this query, so that a page
 * is never short.
 */
export async function uploadIds(
  db: Executor,
  filter: UploadFilter,
  after: TimePlace | null,
  limit: number,
): Promise<ContentPlace[]> {
  if (filter.followedBy !== null && filter.tag === null) return await followedUploadIds(db, filter, after, limit);
  return await db.rows<ContentPlace>(
    filter.tag === null
      ? sql`SELECT u.id, ${bytes} FROM uploads u WHERE ${conditions(filter)}${
          after === null ? sql`` : sql` AND (u.created_at, u.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
        } ORDER BY u.created_at DESC, u.id DESC LIMIT ${limit}`
      : sql`SELECT u.id, ${bytes} FROM upload_tags g JOIN uploads u ON u.id = g.upload_id WHERE g.tag = ${filter.tag} AND ${conditions(filter)}${
          after === null ? sql`` : sql` AND (g.created_at, g.upload_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
        } ORDER BY g.created_at DESC, g.upload_id DESC LIMIT ${limit}`,
  );
}

/**
 * The same of those whom a reader follows: the newest of each by the authors' index, then the newest of all. The cost
 * grows with how many they follow, at most `friends.followingMax`, and not with how much there is.
 */
async function followedUploadIds(
  db: Executor,
  filter: UploadFilter,
  after: TimePlace | null,
  limit: number,
): Promise<ContentPlace[]> {
  const key = after === null ? sql`` : sql` AND (u.created_at, u.id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  return await db.rows<ContentPlace>(sql`
    SELECT u.id, ${bytes} FROM (
      SELECT n.id, n.created_at, n.html, n.content FROM follows f CROSS JOIN LATERAL (
        SELECT u.id, u.created_at, u.html, u.content FROM uploads u
        WHERE u.author_id = f.followed_id AND ${conditions({ ...filter, followedBy: null })}${key}
        ORDER BY u.created_at DESC, u.id DESC LIMIT ${limit}) n
      WHERE f.follower_id = ${filter.followedBy}::uuid ORDER BY n.created_at DESC, n.id DESC LIMIT ${limit}) u
    ORDER BY u.created_at DESC, u.id DESC`);
}

/** How many uploads came after one; stops counting at `max`. */
export async function countNewer(db: Executor, filter: UploadFilter, than: TimePlace, max: number): Promise<number> {
  const [row] = await db.rows<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM uploads u WHERE ${conditions(filter)} AND (u.created_at, u.id) > (${than.at}::timestamptz, ${than.id}::uuid)
      ORDER BY u.created_at, u.id LIMIT ${max}) newer`);
  return row!.count;
}

/** A member's own uploads that wait for staff, newest first: shown to them above their list. */
export async function heldUploadIds(db: Executor, authorId: string): Promise<ContentPlace[]> {
  return await db.rows<ContentPlace>(
    sql`SELECT u.id, ${bytes} FROM uploads u WHERE author_id = ${authorId} AND state = 'held' ORDER BY created_at DESC, id DESC LIMIT 10`,
  );
}

/** Columns of an upload that derive from its text. */
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
  readonly state: ContentState;
  readonly fingerprint: string;
  readonly submitId: string;
  readonly createdAt: Date;
}

/** Writes an upload. @returns false when this submit has made one already. */
export async function insertUpload(tx: Tx, upload: NewUpload): Promise<boolean> {
  const rows = await tx.rows(sql`
    INSERT INTO uploads (id, user_id, author_id, title, content, html, summary, renderer, file_url, file_type, has_image, has_audio, has_video, has_poll,
      is_adult, state, is_unreleased, fingerprint, submit_id, created_at)
    VALUES (${upload.id}, ${upload.userId}, ${upload.authorId}, ${upload.title}, ${upload.content}, ${upload.html}, ${upload.summary}, ${upload.renderer},
      ${upload.fileUrl}, ${upload.fileType}, ${upload.hasImage}, ${upload.hasAudio}, ${upload.hasVideo}, ${upload.hasPoll},
      ${upload.isAdult}, ${upload.state}, ${upload.state === 'private'}, ${upload.fingerprint}, ${upload.submitId}, ${upload.createdAt})
    ON CONFLICT (author_id, submit_id) DO NOTHING RETURNING id`);
  return rows.length > 0;
}

/** An upload that was private becomes public: the first time it stands at the top of lists, and later where it stood. */
export async function releaseUpload(tx: Tx, id: string, at: Date): Promise<void> {
  const rows = await tx.rows(sql`
    UPDATE uploads SET created_at = ${at}, is_unreleased = false WHERE id = ${id} AND is_unreleased RETURNING id`);
  if (rows.length > 0) await tx.rows(sql`UPDATE upload_tags SET created_at = ${at} WHERE upload_id = ${id}`);
}

/** Whether an author has uploaded the same since a timestamp. */
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
  next: UploadText & Holdings & EditedRow & { isAdult: boolean },
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

/** Tags of published uploads since a timestamp that begin with a text, most used first, without those of 18+ ones. */
export async function usedTags(
  db: Executor,
  since: Date,
  limit: number,
  beginning = '',
): Promise<{ tag: string; count: number }[]> {
  // Both have the same timestamp: so the join reads the list's index and no row.
  return await db.rows(sql`
    SELECT g.tag, count(*)::int AS count FROM upload_tags g JOIN uploads u ON u.id = g.upload_id
    WHERE g.created_at > ${since} AND u.created_at > ${since} AND state = 'published' AND NOT is_adult AND starts_with(g.tag, ${beginning})
    GROUP BY g.tag ORDER BY count(*) DESC, g.tag LIMIT ${limit}`);
}

/** The number of a member's published uploads, and of plays of their tracks. */
export async function countUploadsOf(db: Executor, profileId: string): Promise<{ uploads: number; plays: number }> {
  const [row] = await db.rows<{ uploads: number; plays: number }>(sql`
    SELECT count(DISTINCT u.id)::int AS uploads, coalesce(sum(t.play_count), 0)::int AS plays
    FROM uploads u LEFT JOIN upload_files t ON t.upload_id = u.id AND t.play_count > 0
    WHERE u.author_id = ${profileId} AND u.state = 'published'`);
  return row!;
}
