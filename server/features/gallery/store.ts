import { type PersonColumns, isAdminColumn, personColumns } from '#server/features/profiles/store.ts';
import { unblockedOnly } from '#server/features/friends/store.ts';
import { type Executor, type SQL, type Tx, sql } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { type GalleryState, containing } from './rules.ts';

/** Place of an image in the list. */
export interface ImageKey {
  readonly featured: boolean;
  readonly at: Date;
  readonly id: string;
}

/** What the list leaves out. */
export interface ImageFilter {
  readonly viewer: Viewer | null;
  /** Part of title or description; empty for all. */
  readonly search: string;
  readonly uploaderId: string | null;
  /** Featured ones first; else by time alone. */
  readonly featuredFirst: boolean;
}

/**
 * Skeleton: ids of one page of approved images. Everything that decides what a reader sees is in this query, so that a
 * page is never short. The conditions match the partial indexes word for word.
 */
export async function approvedIds(
  db: Executor,
  filter: ImageFilter,
  after: ImageKey | null,
  limit: number,
): Promise<string[]> {
  const adult = filter.viewer?.adult === true ? sql`` : sql` AND NOT is_adult`;
  const search = filter.search === '' ? sql`` : sql` AND search_text LIKE ${containing(filter.search)}`;
  const uploader = filter.uploaderId === null ? sql`` : sql` AND uploader_id = ${filter.uploaderId}::uuid`;
  const unblocked = unblockedOnly(filter.viewer, sql`uploader_id`);
  const key =
    after === null
      ? sql``
      : filter.featuredFirst
        ? sql` AND (is_featured, created_at, id) < (${after.featured}, ${after.at}::timestamptz, ${after.id}::uuid)`
        : sql` AND (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  const order = filter.featuredFirst ? sql`is_featured DESC, created_at DESC` : sql`created_at DESC`;
  const rows = await db.rows<{ id: string }>(sql`
    SELECT id FROM gallery_images WHERE state = 'approved'${adult}${search}${uploader}${unblocked}${key}
    ORDER BY ${order}, id DESC LIMIT ${limit}`);
  return rows.map((row) => row.id);
}

/** A member's own images that are not removed, newest first. @param unapproved without those in the gallery */
export async function ownIds(
  db: Executor,
  uploaderId: string,
  unapproved: boolean,
  after: ImageKey | null,
  limit: number,
): Promise<string[]> {
  const states = unapproved ? ['pending', 'rejected'] : ['pending', 'approved', 'rejected'];
  const key = after === null ? sql`` : sql` AND (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  const rows = await db.rows<{ id: string }>(sql`
    SELECT id FROM gallery_images WHERE uploader_id = ${uploaderId} AND state = ANY(${states}::text[])${key}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
  return rows.map((row) => row.id);
}

/** What waits for staff, oldest first. */
export async function pendingIds(db: Executor, after: ImageKey | null, limit: number): Promise<string[]> {
  const key = after === null ? sql`` : sql` AND (created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`;
  const rows = await db.rows<{ id: string }>(
    sql`SELECT id FROM gallery_images WHERE state = 'pending'${key} ORDER BY created_at, id LIMIT ${limit}`,
  );
  return rows.map((row) => row.id);
}

/** An image with its uploader and the reader's own like. */
export interface ImageRow extends PersonColumns {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly uploader_id: string;
  readonly state: GalleryState;
  readonly reason: string | null;
  readonly removed_by: string | null;
  readonly is_featured: boolean;
  readonly is_adult: boolean;
  readonly like_count: number;
  readonly created_at: Date;
  readonly liked: boolean;
}

/** Hydrate: rows of ids, one query, in the order of the ids. @param userId the reader's sign-in id */
export async function imageRows(db: Executor, ids: readonly string[], userId: string | null): Promise<ImageRow[]> {
  if (ids.length === 0) return [];
  const liked: SQL =
    userId === null
      ? sql`false`
      : sql`EXISTS (SELECT 1 FROM gallery_likes l WHERE l.image_id = i.id AND l.user_id = ${userId})`;
  const rows = await db.rows<ImageRow>(sql`
    SELECT i.id, i.title, i.description, i.uploader_id, i.state, i.reason, i.removed_by, i.is_featured, i.is_adult, i.like_count, i.created_at,
      ${liked} AS liked, ${personColumns}
    FROM gallery_images i LEFT JOIN profiles p ON p.id = i.uploader_id WHERE i.id = ANY(${[...ids]}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What a change must know of an image before it touches it. */
export interface ImageRecord {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly uploaderId: string;
  readonly uploaderIsAdmin: boolean;
  readonly state: GalleryState;
  readonly stateBefore: Exclude<GalleryState, 'removed'> | null;
  readonly removedBy: string | null;
  readonly isAdult: boolean;
  readonly isFeatured: boolean;
}

/** Reads an image for policies. @param lock keeps the row until the transaction ends */
export async function imageRecord(db: Executor, id: string, lock = false): Promise<ImageRecord | null> {
  const [row] = await db.rows<ImageRecord>(sql`
    SELECT id, title, description, uploader_id AS "uploaderId", ${isAdminColumn('uploader_id')} AS "uploaderIsAdmin", state, state_before AS "stateBefore", removed_by AS "removedBy", is_adult AS "isAdult", is_featured AS "isFeatured"
    FROM gallery_images WHERE id = ${id}${lock ? sql` FOR UPDATE` : sql``}`);
  return row ?? null;
}

/** Writes an image that waits for staff; its file is claimed in the same transaction. @returns false when this submit has made one already */
export async function insertImage(
  tx: Tx,
  image: {
    id: string;
    title: string;
    description: string;
    searchText: string;
    uploaderId: string;
    fileId: string;
    isAdult: boolean;
    submitId: string;
    at: Date;
  },
): Promise<boolean> {
  const rows = await tx.rows(sql`
    INSERT INTO gallery_images (id, title, description, search_text, uploader_id, file_id, file_size, file_type, state, is_adult, submit_id, created_at)
    SELECT ${image.id}::uuid, ${image.title}, ${image.description}, ${image.searchText}, ${image.uploaderId}::uuid, f.id, f.bytes, f.content_type,
      'pending', ${image.isAdult}, ${image.submitId}::uuid, ${image.at}::timestamptz
    FROM files f WHERE f.id = ${image.fileId}
    ON CONFLICT (uploader_id, submit_id) DO NOTHING RETURNING id`);
  return rows.length > 0;
}

/** The image that an earlier submit of the same form has made. */
export async function imageOfSubmit(db: Executor, uploaderId: string, submitId: string): Promise<string | null> {
  const [row] = await db.rows<{ id: string }>(
    sql`SELECT id FROM gallery_images WHERE uploader_id = ${uploaderId} AND submit_id = ${submitId}`,
  );
  return row?.id ?? null;
}

/** Recent uploads of a member, for the cooldown: how many since a timestamp, and the first of them. */
export async function recentImages(
  db: Executor,
  uploaderId: string,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  const [row] = await db.rows<{ count: number; first: Date | null }>(
    sql`SELECT count(*)::int AS count, min(created_at) AS first FROM gallery_images WHERE uploader_id = ${uploaderId} AND created_at > ${since}`,
  );
  return row!;
}

/** Approves or rejects a pending image; the caller holds its row. */
export async function markDecided(
  tx: Tx,
  id: string,
  decision: { state: 'approved' | 'rejected'; by: string | null; reason: string | null; at: Date },
): Promise<void> {
  await tx.rows(sql`
    UPDATE gallery_images SET state = ${decision.state}, reason = ${decision.reason}, decided_by = ${decision.by}::uuid, decided_at = ${decision.at},
      removed_at = CASE WHEN ${decision.state} = 'rejected' THEN ${decision.at}::timestamptz END
    WHERE id = ${id}`);
}

/** Hides an image with what it was before; the caller holds its row. */
export async function markRemoved(
  tx: Tx,
  id: string,
  removal: { by: string | null; reason: string; at: Date },
): Promise<void> {
  await tx.rows(sql`
    UPDATE gallery_images SET state_before = state, state = 'removed', is_featured = false, removed_by = ${removal.by}::uuid,
      reason = CASE WHEN ${removal.reason} = '' THEN reason ELSE ${removal.reason} END, removed_at = ${removal.at}
    WHERE id = ${id}`);
}

/** Undoes a removal; the caller holds its row. */
export async function markRestored(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`
    UPDATE gallery_images SET state = coalesce(state_before, 'pending'), state_before = NULL, removed_by = NULL,
      reason = CASE WHEN state_before = 'rejected' THEN reason END,
      removed_at = CASE WHEN state_before = 'rejected' THEN removed_at END
    WHERE id = ${id}`);
}

/** Features an image, or no longer. */
export async function setFeatured(tx: Tx, id: string, on: boolean): Promise<void> {
  await tx.rows(sql`UPDATE gallery_images SET is_featured = ${on} WHERE id = ${id}`);
}

/** Sets or takes back a like and moves the count by what changed; the caller holds the image's row. */
export async function setLike(
  tx: Tx,
  imageId: string,
  userId: string,
  at: Date | null,
): Promise<{ count: number; changed: boolean }> {
  const changed = await tx.rows(
    at === null
      ? sql`DELETE FROM gallery_likes WHERE image_id = ${imageId} AND user_id = ${userId} RETURNING image_id`
      : sql`INSERT INTO gallery_likes (image_id, user_id, created_at) VALUES (${imageId}, ${userId}, ${at}) ON CONFLICT DO NOTHING RETURNING image_id`,
  );
  const by = changed.length === 0 ? 0 : at === null ? -1 : 1;
  const [row] = await tx.rows<{ like_count: number }>(
    sql`UPDATE gallery_images SET like_count = like_count + ${by} WHERE id = ${imageId} RETURNING like_count`,
  );
  return { count: row!.like_count, changed: by !== 0 };
}

/** Deletes images for good, with their likes. @returns their ids, whose files the caller gives up */
export async function deleteImages(tx: Tx, where: SQL): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`DELETE FROM gallery_images WHERE ${where} RETURNING id`);
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await tx.rows(sql`DELETE FROM gallery_likes WHERE image_id = ANY(${ids}::uuid[])`);
  return ids;
}

/** A member leaves: their likes go, and the counts with them. */
export async function deleteLikesOf(tx: Tx, profileId: string): Promise<void> {
  // Locked in the order of ids, as two members may leave at once.
  await tx.rows(sql`
    SELECT 1 FROM gallery_images WHERE id IN (SELECT l.image_id FROM gallery_likes l JOIN profiles p ON p.user_id = l.user_id WHERE p.id = ${profileId})
    ORDER BY id FOR UPDATE`);
  await tx.rows(sql`
    WITH gone AS (DELETE FROM gallery_likes l USING profiles p WHERE p.id = ${profileId} AND p.user_id = l.user_id RETURNING l.image_id)
    UPDATE gallery_images SET like_count = like_count - 1 WHERE id IN (SELECT image_id FROM gone)`);
}
