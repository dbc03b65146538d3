import type { AnnouncementType } from '#features/announcements/contract/limits.ts';
import { type PersonColumns, personColumns } from '#people/profiles/server/store.ts';
import type { Weighed } from '#platform/server/page-budget.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';

export interface AnnouncementRow extends PersonColumns, Weighed {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly html: string;
  readonly renderer: number;
  readonly announcement_type: AnnouncementType;
  readonly priority: number;
  readonly expires_at: Date | null;
  readonly publish_at: Date | null;
  readonly is_published: boolean;
  readonly was_published: boolean;
  readonly is_pinned: boolean;
  readonly version: number;
  readonly created_at: Date;
  readonly edited_at: Date | null;
  readonly edited_by: string | null;
  readonly author_id: string | null;
}

const columns: SQL = sql`a.id, a.title, a.content, a.html, a.renderer, a.announcement_type, a.priority, a.expires_at, a.publish_at, a.is_published, a.was_published, a.is_pinned, a.version, a.created_at, a.edited_at, a.edited_by, a.author_id,
  octet_length(a.html) + octet_length(a.content) AS bytes`;

/** Keyset cursor of an announcement in its list. */
export interface AnnouncementKey {
  readonly isPinned: boolean;
  readonly priority: number;
  readonly at: Date;
  readonly id: string;
}

/**
 * One page: pinned first, then higher priority, then newest.
 * @param shown published and not expired at this time; null shows every one.
 */
export async function announcementPage(
  db: Executor,
  shown: Date | null,
  after: AnnouncementKey | null,
  limit: number,
): Promise<AnnouncementRow[]> {
  const seen = shown === null ? sql`` : sql` AND a.is_published AND (a.expires_at IS NULL OR a.expires_at > ${shown})`;
  const key =
    after === null
      ? sql``
      : sql` AND (a.is_pinned, a.priority, a.created_at, a.id) < (${after.isPinned}::boolean, ${after.priority}::smallint, ${after.at}::timestamptz, ${after.id}::uuid)`;
  return await db.rows<AnnouncementRow>(sql`
    SELECT ${columns}, ${personColumns} FROM announcements a LEFT JOIN profiles p ON p.id = a.author_id
    WHERE true${seen}${key} ORDER BY a.is_pinned DESC, a.priority DESC, a.created_at DESC, a.id DESC LIMIT ${limit}`);
}

/** One announcement, whether it is shown or not. */
export async function announcementById(db: Executor, id: string): Promise<AnnouncementRow | null> {
  const [row] = await db.rows<AnnouncementRow>(
    sql`SELECT ${columns}, ${personColumns} FROM announcements a LEFT JOIN profiles p ON p.id = a.author_id WHERE a.id = ${id}`,
  );
  return row ?? null;
}

/** The announcement that an earlier submit of the same form has made. */
export async function announcementOfSubmit(db: Executor, authorId: string, submitId: string): Promise<string | null> {
  const [row] = await db.rows<{ id: string }>(
    sql`SELECT id FROM announcements WHERE author_id = ${authorId} AND submit_id = ${submitId}`,
  );
  return row?.id ?? null;
}

/** The fields that staff set. */
export interface AnnouncementValues {
  readonly title: string;
  readonly content: string;
  readonly html: string;
  readonly renderer: number;
  readonly type: AnnouncementType;
  readonly priority: number;
  readonly expiresAt: Date | null;
  /** Not published before; null for none. */
  readonly publishAt: Date | null;
}

/** @returns false when this submit has made one already. */
export async function insertAnnouncement(
  tx: Tx,
  announcement: AnnouncementValues & { id: string; authorId: string; submitId: string; createdAt: Date },
): Promise<boolean> {
  const rows = await tx.rows(sql`
    INSERT INTO announcements (id, title, content, html, renderer, author_id, announcement_type, priority, expires_at, publish_at, is_published, was_published, submit_id, created_at)
    VALUES (${announcement.id}, ${announcement.title}, ${announcement.content}, ${announcement.html}, ${announcement.renderer}, ${announcement.authorId}, ${announcement.type}, ${announcement.priority}, ${announcement.expiresAt}, ${announcement.publishAt}, ${announcement.publishAt === null}, ${announcement.publishAt === null}, ${announcement.submitId}, ${announcement.createdAt})
    ON CONFLICT (author_id, submit_id) DO NOTHING RETURNING id`);
  return rows.length > 0;
}

/** Optimistic locking by version. @returns false when somebody was faster, or it is gone. */
export async function updateAnnouncement(
  tx: Tx,
  id: string,
  baseVersion: number,
  next: AnnouncementValues & {
    isPublished: boolean;
    isPinned: boolean;
    /** What was not seen before has this one as its date; null leaves the date. */
    publishedAt: Date | null;
    /** Null where the words stay: then who edited them last stays too. */
    edited: { at: Date; by: string | null } | null;
  },
): Promise<boolean> {
  const rows = await tx.rows(sql`
    UPDATE announcements SET title = ${next.title}, content = ${next.content}, html = ${next.html}, renderer = ${next.renderer},
      announcement_type = ${next.type}, priority = ${next.priority}, expires_at = ${next.expiresAt}, publish_at = ${next.publishAt}, is_published = ${next.isPublished}, was_published = was_published OR ${next.isPublished},
      is_pinned = ${next.isPinned}, created_at = coalesce(${next.publishedAt}::timestamptz, created_at), edited_at = coalesce(${next.edited?.at ?? null}::timestamptz, edited_at),
      edited_by = CASE WHEN ${next.edited !== null} THEN ${next.edited?.by ?? null}::uuid ELSE edited_by END, version = version + 1
    WHERE id = ${id} AND version = ${baseVersion} RETURNING id`);
  return rows.length > 0;
}

/** Publishes an announcement that is scheduled for this time, once. @returns whether it was */
export async function publishScheduled(tx: Tx, id: string, at: Date): Promise<boolean> {
  const rows = await tx.rows(sql`
    UPDATE announcements SET is_published = true, was_published = true, created_at = publish_at, publish_at = NULL, version = version + 1
    WHERE id = ${id} AND publish_at = ${at} AND NOT is_published RETURNING id`);
  return rows.length > 0;
}

/** @returns its title, null when it is not there. */
export async function deleteAnnouncement(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx.rows<{ title: string }>(sql`DELETE FROM announcements WHERE id = ${id} RETURNING title`);
  return row?.title ?? null;
}

/** Members to notify, in order of their ids. */
export async function membersAfter(db: Executor, after: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`SELECT id FROM profiles WHERE id > ${after}::uuid AND user_id IS NOT NULL ORDER BY id LIMIT ${limit}`,
  );
  return rows.map((row) => row.id);
}
