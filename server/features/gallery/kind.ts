import { isHiddenFrom, unblockedOnly } from '#server/features/friends/store.ts';
import { releaseFiles } from '#server/features/media/actions.ts';
import { forgetContent } from '#server/features/notifications/actions.ts';
import type { ContentItem, ContentKind } from '#server/platform/content-kind.ts';
import { sql } from '#server/platform/db/database.ts';
import { GALLERY_KIND, removeImage, restoreImage } from './actions.ts';
import { type GalleryState, maySeeImage, maySee } from './rules.ts';
import { deleteImages, deleteLikesOf, imageRecord } from './store.ts';

const visibilities: Readonly<Record<GalleryState, ContentItem['visibility']>> = {
  approved: 'published',
  pending: 'held',
  rejected: 'removed',
  removed: 'removed',
};

export const imageKind: ContentKind = {
  kind: GALLERY_KIND,
  async load(ctx, ids) {
    const rows = await ctx.db.rows<{
      id: string;
      title: string;
      excerpt: string;
      uploader_id: string;
      state: GalleryState;
    }>(
      sql`SELECT id, title, left(description, 300) AS excerpt, uploader_id, state FROM gallery_images WHERE id = ANY(${[...ids]}::uuid[])`,
    );
    return rows.map((row) => ({
      kind: GALLERY_KIND,
      id: row.id,
      authorId: row.uploader_id,
      title: row.title,
      excerpt: row.excerpt,
      url: `/gallery?image=${row.id}`,
      visibility: visibilities[row.state],
    }));
  },
  async lock(tx, id) {
    const image = await imageRecord(tx, id, true);
    return image && visibilities[image.state];
  },
  remove: removeImage,
  restore: (ctx, tx, id) => restoreImage(ctx, tx, id),
  // Images wait for approval through endpoints of their own; nothing holds them.
  release: async () => false,
  async mayReadFile(ctx, viewer, id) {
    const image = await imageRecord(ctx.db, id);
    if (!image || !maySee(image, viewer) || !maySeeImage(image, viewer)) return 'nobody';
    if (await isHiddenFrom(ctx.db, viewer, image.uploaderId)) return 'nobody';
    return image.state === 'approved' && !image.isAdult ? 'everybody' : 'reader';
  },
  async listedFor(ctx, viewer, ids) {
    const rows = await ctx.db.rows<{ id: string }>(sql`
      SELECT id FROM gallery_images WHERE id = ANY(${[...ids]}::uuid[]) AND state = 'approved'
        ${viewer?.adult === true ? sql`` : sql`AND NOT is_adult`}${unblockedOnly(viewer, sql`uploader_id`)}`);
    return new Set(rows.map((row) => row.id));
  },
  async exportOf(ctx, profileId) {
    const [images, likes] = await Promise.all([
      ctx.db.rows(sql`
        SELECT id, title, description, file_id, file_size::float8 AS file_size, file_type, state, is_approved, is_featured, is_adult, like_count, reason, created_at
        FROM gallery_images WHERE uploader_id = ${profileId} ORDER BY created_at`),
      ctx.db.rows(sql`
        SELECT l.image_id, l.created_at FROM gallery_likes l JOIN profiles p ON p.user_id = l.user_id WHERE p.id = ${profileId} ORDER BY l.created_at`),
    ]);
    return { gallery_images: images, gallery_likes: likes };
  },
  // Pictures are of their maker alone: they go with them.
  async erase(ctx, tx, profileId) {
    await deleteLikesOf(tx, profileId);
    const ids = await deleteImages(tx, sql`uploader_id = ${profileId}`);
    await releaseFiles(ctx, tx, GALLERY_KIND, ids);
    await forgetContent(tx, ids);
  },
};
