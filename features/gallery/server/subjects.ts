import { deleteLikesOf, likesByMember } from '#content/core/server/reactions/likes.ts';
import { contentKind } from '#content/core/server/subject.ts';
import { sql } from '#platform/server/db/database.ts';
import { galleryImage } from './types.ts';

/** Images, as the features that work across all contents know them. */
export const imageKind = contentKind(galleryImage, {
  async exportOf(ctx, profileId) {
    const [images, likes] = await Promise.all([
      ctx.db.rows(sql`
        SELECT id, title, description, file_id, file_size::float8 AS file_size, file_type, state, is_approved, is_featured, is_adult, like_count,
          removed_reason, created_at
        FROM gallery_images WHERE uploader_id = ${profileId} ORDER BY created_at`),
      likesByMember(ctx.db, galleryImage.likes!, profileId),
    ]);
    return { gallery_images: images, gallery_likes: likes };
  },
  // Pictures are of their maker alone: they go with them.
  deleted: 'true',
  erase: async (_ctx, tx, profileId) => await deleteLikesOf(tx, galleryImage, profileId),
});
