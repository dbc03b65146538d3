import type { NewContent } from '#content/core/server/create.ts';
import type { ContentPlace } from '#content/core/server/reader.ts';
import { rejectedColumn } from '#content/core/server/facts.ts';
import { canSeeAdult } from '#content/core/server/policies.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { containing } from './rules.ts';
import { galleryImage } from './types.ts';

/** Place of an image in the list. */
export interface ImageKey {
  readonly featured: boolean;
  readonly at: Date;
  readonly id: string;
}

/** Filters of the list. */
export interface ImageFilter {
  readonly viewer: Viewer | null;
  /** Part of title or description; empty for all. */
  readonly search: string;
  readonly uploaderId: string | null;
  /** Featured ones first; else by time alone. */
  readonly featuredFirst: boolean;
}

/** What an image adds to a page. */
const BYTES = sql.raw('octet_length(description) AS bytes');

/**
 * Skeleton: ids of one page of approved images. Everything that decides what a reader sees is in this query, so that a
 * page is never short. The conditions match the partial indexes word for word.
 */
export async function approvedIds(
  db: Executor,
  filter: ImageFilter,
  after: ImageKey | null,
  limit: number,
): Promise<ContentPlace[]> {
  const adult = canSeeAdult(filter.viewer) ? sql`` : sql` AND NOT is_adult`;
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
  return await db.rows<ContentPlace>(sql`
    SELECT id, ${BYTES} FROM gallery_images WHERE state = 'published'${adult}${search}${uploader}${unblocked}${key}
    ORDER BY ${order}, id DESC LIMIT ${limit}`);
}

const rejected = sql.raw(rejectedColumn(galleryImage));

/** A member's own images that wait, are in the gallery, or were rejected, newest first. @param unapproved without those in the gallery */
export async function ownIds(
  db: Executor,
  uploaderId: string,
  unapproved: boolean,
  after: ImageKey | null,
  limit: number,
): Promise<ContentPlace[]> {
  const published = unapproved ? sql`` : sql` OR state = 'published'`;
  const key = after === null ? sql`` : sql` AND (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  return await db.rows<ContentPlace>(sql`
    SELECT id, ${BYTES} FROM gallery_images t WHERE uploader_id = ${uploaderId} AND (state IN ('pending', 'held') OR ${rejected}${published})${key}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
}

/** Images that wait for staff, oldest first. */
export async function pendingIds(db: Executor, after: ImageKey | null, limit: number): Promise<ContentPlace[]> {
  const key = after === null ? sql`` : sql` AND (created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`;
  return await db.rows<ContentPlace>(
    sql`SELECT id, ${BYTES} FROM gallery_images WHERE state = 'pending'${key} ORDER BY created_at, id LIMIT ${limit}`,
  );
}

/** Writes an image from a file that is claimed in the same transaction. @returns false when this submit has made one already */
export async function insertImage(
  tx: Tx,
  image: NewContent & {
    readonly title: string;
    readonly description: string;
    readonly searchText: string;
    readonly fileId: string;
    readonly isAdult: boolean;
  },
): Promise<boolean> {
  const rows = await tx.rows(sql`
    INSERT INTO gallery_images (id, title, description, search_text, uploader_id, file_id, file_size, file_type, state, is_adult, submit_id, created_at)
    SELECT ${image.id}::uuid, ${image.title}, ${image.description}, ${image.searchText}, ${image.authorId}::uuid, f.id, f.bytes, f.content_type,
      ${image.state}, ${image.isAdult}, ${image.submitId}::uuid, ${image.createdAt}::timestamptz
    FROM files f WHERE f.id = ${image.fileId}
    ON CONFLICT (uploader_id, submit_id) DO NOTHING RETURNING id`);
  return rows.length > 0;
}
