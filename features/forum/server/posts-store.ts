import type { HiddenAnswers } from '#content/core/server/answers/thread.ts';
import type { EditedRow } from '#content/core/server/edit.ts';
import type { ContentState } from '#content/core/server/type.ts';
import { type MaybePersonColumns, personColumns } from '#people/profiles/server/store.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import type { StoredBanner } from './tables.ts';

/** Place of a row in a list: pinned first, then newest. */
export interface PostKey {
  readonly pinned: boolean;
  readonly at: Date;
  readonly id: string;
}

/** Which posts a list shows. */
export interface PostFilter {
  readonly name: string | null;
  readonly categoryId: string | null;
  readonly authorId: string | null;
  /** Whether 18+ posts are in it at all. */
  readonly adult: boolean;
  /** Leaves out categories that are switched off or hidden. */
  readonly listed: SQL;
  /** Leaves out authors who are blocked, either way; nothing for a reader without blocks. */
  readonly unblocked: SQL;
}

/** What a post has of its own, in lists and on its page. */
export interface PostColumns {
  readonly preview: string;
  readonly category_name: string | null;
  readonly category_id: string | null;
  readonly category_label: string | null;
  readonly is_pinned: boolean;
  readonly is_locked: boolean;
  readonly reply_count: number;
  readonly custom_banner: StoredBanner | null;
  /** The widest picture that was made of the banner's image. */
  readonly banner_key: string | null;
  readonly last_reply_at: Date | null;
}

/** A row of the list. */
export interface PostCardRow extends PostColumns, MaybePersonColumns, HiddenAnswers {
  readonly id: string;
  readonly title: string;
  readonly author_id: string;
  readonly is_adult: boolean;
  readonly state: ContentState;
  readonly created_at: Date;
  /** Null when the reader never opened it. */
  readonly replies_read: number | null;
}

/** Columns of a post `t` and its category `c`. */
export const postColumns: SQL =
  sql.raw(`t.preview, t.category_name, t.category_id, c.name AS category_label, t.is_pinned, t.is_locked, t.reply_count,
  t.custom_banner, t.last_reply_at,
  (SELECT r.key FROM file_renditions r WHERE r.file_id = (t.custom_banner->>'file_id')::uuid AND r.width IS NOT NULL
   ORDER BY r.width DESC LIMIT 1) AS banner_key`);

const cardColumns: SQL = sql`t.id, t.title, t.author_id, t.is_adult, t.state, t.created_at, ${postColumns}`;

/** SQL conditions of a filter on published posts. */
function chosenBy(filter: PostFilter): SQL {
  const adult = filter.adult ? sql`` : sql` AND NOT is_adult`;
  const category =
    filter.name !== null
      ? sql` AND category_name = ${filter.name}`
      : filter.categoryId !== null
        ? sql` AND category_id = ${filter.categoryId}::uuid`
        : sql``;
  const author = filter.authorId === null ? sql`` : sql` AND author_id = ${filter.authorId}::uuid`;
  return sql`${adult}${category}${author}${filter.listed}${filter.unblocked}`;
}

/**
 * Skeleton: ids of one page of the list. Everything that decides what a reader sees is in this query, so that a page is
 * never short. The conditions match the partial indexes word for word.
 */
export async function postIds(
  db: Executor,
  filter: PostFilter,
  after: PostKey | null,
  limit: number,
): Promise<string[]> {
  const key =
    after === null
      ? sql``
      : sql` AND (is_pinned, created_at, id) < (${after.pinned}, ${after.at}::timestamptz, ${after.id}::uuid)`;
  const rows = await db.rows<{ id: string }>(
    sql`SELECT id FROM forum_posts WHERE state = 'published'${chosenBy(filter)}${key} ORDER BY is_pinned DESC, created_at DESC, id DESC LIMIT ${limit}`,
  );
  return rows.map((row) => row.id);
}

/** A post's last reply, or its own time where it has none: the list by activity has an index on it. */
const activity: SQL = sql`coalesce(last_reply_at, created_at)`;

/**
 * Posts by their last reply.
 * @param unread only what this reader has not read since `since`; what they wrote themselves counts once it is answered
 */
export async function postIdsByActivity(
  db: Executor,
  filter: PostFilter,
  unread: { readonly profileId: string; readonly since: Date } | null,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<string[]> {
  const isUnread =
    unread === null
      ? sql``
      : sql` AND ${activity} > ${unread.since}::timestamptz AND (author_id <> ${unread.profileId}::uuid OR reply_count > 0) AND NOT EXISTS (
          SELECT 1 FROM post_readers r WHERE r.profile_id = ${unread.profileId}::uuid AND r.post_id = forum_posts.id AND r.last_read_at IS NOT NULL AND r.replies_read >= forum_posts.reply_count)`;
  const key = after === null ? sql`` : sql` AND (${activity}, id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  const rows = await db.rows<{ id: string }>(
    sql`SELECT id FROM forum_posts WHERE state = 'published'${chosenBy(filter)}${isUnread}${key} ORDER BY ${activity} DESC, id DESC LIMIT ${limit}`,
  );
  return rows.map((row) => row.id);
}

/** Posts of one member, newest first (a profile's list knows no pins). */
export async function postIdsOfAuthor(
  db: Executor,
  authorId: string,
  reader: { adult: boolean; unblocked: SQL },
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    SELECT id FROM forum_posts WHERE author_id = ${authorId} AND state = 'published' AND (${reader.adult} OR NOT is_adult)${reader.unblocked}
      AND (${after?.at ?? null}::timestamptz IS NULL OR (created_at, id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
  return rows.map((row) => row.id);
}

/** Bookmarked posts that the reader may still see, last bookmarked first, with their keys. */
export async function bookmarkedPosts(
  db: Executor,
  profileId: string,
  reader: { adult: boolean; unblocked: SQL },
  before: { at: Date; id: string } | null,
  limit: number,
): Promise<{ id: string; bookmarked_at: Date }[]> {
  return await db.rows(sql`
    SELECT r.post_id AS id, r.bookmarked_at FROM post_readers r JOIN forum_posts t ON t.id = r.post_id
    WHERE r.profile_id = ${profileId} AND r.bookmarked_at IS NOT NULL AND (t.state = 'published' OR t.author_id = ${profileId}) AND (${reader.adult} OR NOT t.is_adult)${reader.unblocked}
      AND (${before?.at ?? null}::timestamptz IS NULL OR (r.bookmarked_at, r.post_id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    ORDER BY r.bookmarked_at DESC, r.post_id DESC LIMIT ${limit}`);
}

/** Hydrate: rows of ids with authors, categories and the reader's own marks, one query, in the order of the ids. */
export async function postCards(db: Executor, ids: readonly string[], readerId: string | null): Promise<PostCardRow[]> {
  if (ids.length === 0) return [];
  const rows =
    readerId === null
      ? await db.rows<PostCardRow>(sql`
          SELECT ${cardColumns}, NULL::int AS replies_read, ${personColumns}
          FROM forum_posts t LEFT JOIN profiles p ON p.id = t.author_id LEFT JOIN forum_categories c ON c.id = t.category_id
          WHERE t.id = ANY(${[...ids]}::uuid[])`)
      : await db.rows<PostCardRow>(sql`
          SELECT ${cardColumns}, r.replies_read, ${personColumns}
          FROM forum_posts t LEFT JOIN profiles p ON p.id = t.author_id LEFT JOIN forum_categories c ON c.id = t.category_id
          LEFT JOIN post_readers r ON r.post_id = t.id AND r.profile_id = ${readerId}::uuid AND r.last_read_at IS NOT NULL
          WHERE t.id = ANY(${[...ids]}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Columns of a post that derive from its text. */
export interface PostText {
  readonly title: string;
  readonly content: string;
  readonly html: string;
  readonly preview: string;
  readonly summary: string;
  readonly renderer: number;
  readonly fingerprint: string;
}

export interface NewPost extends PostText {
  readonly id: string;
  readonly authorId: string;
  readonly categoryName: string | null;
  readonly categoryId: string | null;
  readonly isAdult: boolean;
  readonly isLocked: boolean;
  readonly state: ContentState;
  readonly customBanner: StoredBanner | null;
  readonly submitId: string;
  readonly createdAt: Date;
}

/** Writes a post and makes its author watch it. @returns false when this submit has made one already. */
export async function insertPost(tx: Tx, post: NewPost): Promise<boolean> {
  const rows = await tx.rows(sql`
    WITH made AS (
      INSERT INTO forum_posts (id, title, content, html, preview, summary, renderer, fingerprint, author_id, category_name, category_id, is_adult, is_locked, state, custom_banner, submit_id, created_at)
      VALUES (${post.id}, ${post.title}, ${post.content}, ${post.html}, ${post.preview}, ${post.summary}, ${post.renderer}, ${post.fingerprint}, ${post.authorId},
        ${post.categoryName}, ${post.categoryId}::uuid, ${post.isAdult}, ${post.isLocked}, ${post.state}, ${post.customBanner === null ? null : JSON.stringify(post.customBanner)}::jsonb, ${post.submitId}, ${post.createdAt})
      ON CONFLICT (author_id, submit_id) DO NOTHING RETURNING id, author_id
    ), reader AS (
      INSERT INTO post_readers (profile_id, post_id, watching, last_read_at) SELECT author_id, id, true, ${post.createdAt} FROM made
    )
    SELECT id FROM made`);
  return rows.length > 0;
}

/** Stores the addresses of a post's pictures, after files were claimed or released. */
export async function notePostImages(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`
    UPDATE forum_posts SET image_urls = i.urls, image_url = i.urls[1]
    FROM (SELECT coalesce(array_agg('/files/' || key ORDER BY position, id), '{}') AS urls
      FROM files WHERE content_id = ${id} AND content_kind = 'forum_post' AND state = 'claimed' AND kind = 'image') i
    WHERE forum_posts.id = ${id}`);
}

/** Whether anybody posted the same text since a timestamp. */
export async function postedSince(db: Executor, fingerprint: string, since: Date): Promise<boolean> {
  const rows = await db.rows(
    sql`SELECT 1 FROM forum_posts WHERE fingerprint = ${fingerprint} AND created_at > ${since} LIMIT 1`,
  );
  return rows.length > 0;
}

/** Texts of an author's posts since a timestamp that are visible or wait for staff, newest first. */
export async function postTextsSince(db: Executor, authorId: string, since: Date, atMost: number): Promise<string[]> {
  const rows = await db.rows<{ content: string }>(sql`
    SELECT content FROM forum_posts WHERE author_id = ${authorId} AND created_at > ${since} AND state IN ('published', 'held')
    ORDER BY created_at DESC, id DESC LIMIT ${atMost}`);
  return rows.map((row) => row.content);
}

/** Replaces a post's text; the caller has locked the row and compared the version. */
export async function updatePostText(
  tx: Tx,
  id: string,
  text: PostText &
    EditedRow & {
      categoryName: string | null;
      categoryId: string | null;
      isAdult: boolean;
      isLocked: boolean;
    },
): Promise<void> {
  await tx.rows(sql`
    UPDATE forum_posts SET title = ${text.title}, content = ${text.content}, html = ${text.html}, preview = ${text.preview}, summary = ${text.summary},
      renderer = ${text.renderer}, fingerprint = ${text.fingerprint}, category_name = ${text.categoryName}, category_id = ${text.categoryId}::uuid,
      is_adult = ${text.isAdult}, is_locked = ${text.isLocked}, state = ${text.state}, edited_at = ${text.editedAt}, edited_by = ${text.editedBy}::uuid, version = version + 1
    WHERE id = ${id}`);
}

/** Takes the advisory lock of this member's pins until the transaction ends. */
export async function takePinTurn(tx: Tx, profileId: string): Promise<void> {
  await tx.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`pin:${profileId}`}, 0))`);
}

/** Pins or unpins. @param by null: the operator. @param alone with a member's right: their other posts are unpinned. */
export async function setPinned(
  tx: Tx,
  id: string,
  on: boolean,
  { by, alone }: { by: string | null; alone: string | null },
): Promise<void> {
  if (on && alone !== null)
    await tx.rows(
      sql`UPDATE forum_posts SET is_pinned = false, pinned_by = NULL WHERE author_id = ${alone} AND pinned_by = ${alone} AND is_pinned`,
    );
  await tx.rows(sql`UPDATE forum_posts SET is_pinned = ${on}, pinned_by = ${on ? by : null}::uuid WHERE id = ${id}`);
}

/** Unpins what a member who is no staff has pinned of their own; what others have pinned stays. @returns the posts */
export async function unpinOwn(tx: Tx, profileId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    UPDATE forum_posts SET is_pinned = false, pinned_by = NULL WHERE author_id = ${profileId} AND pinned_by = ${profileId} AND is_pinned
      AND NOT EXISTS (SELECT 1 FROM profiles p WHERE p.id = ${profileId} AND (p.is_admin OR p.is_moderator)) RETURNING id`);
  return rows.map((row) => row.id);
}
