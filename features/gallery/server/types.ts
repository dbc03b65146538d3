import { type ContentFacts, type ContentType, defineContent } from '#content/core/server/type.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { announceGallery, publishToUploader } from './live.ts';

/** Fields that an image's policies need beside those of all contents. */
export interface ImageExtra {
  readonly isFeatured: boolean;
}

/** An image as its policies and changes read it. */
export type ImageFacts = ContentFacts & ImageExtra;

/** Refuses a decision on a picture that was not processed. @throws {Refusal} `image_not_ready` */
async function checkReady(tx: Tx, id: string): Promise<void> {
  const rows = await tx.rows(
    sql`SELECT 1 FROM files WHERE content_id = ${id} AND content_kind = 'gallery_image' AND state = 'claimed' AND processing = 'done'`,
  );
  if (rows.length === 0) throw new Refusal('image_not_ready');
}

/** Images that members show, approved by staff. */
export const galleryImage: ContentType<ImageExtra> = defineContent<ImageExtra>({
  kind: 'gallery_image',
  noun: 'image',
  table: 'gallery_images',
  authorColumn: 'uploader_id',
  title: 't.title',
  excerpt: 'left(t.description, 300)',
  isFixed: true,
  isAdult: 't.is_adult',
  extra: `t.is_featured AS "isFeatured"`,
  review: 'before',
  words: `t.title || E'\\n' || t.description`,
  approvedText: 'is in the gallery now.',
  notFound: 'image_not_found',
  resetOnRemove: 'is_featured = false',
  likes: { table: 'gallery_likes', column: 'image_id' },
  reactionCause: 'gallery_like',
  address: ({ id }) => `/gallery?image=${id}`,
  reward: () => 'gallery_image',
  activity: () => ({ type: 'gallery', content: 'added an image to the gallery' }),
  checkPublishable: (tx, { id }) => checkReady(tx, id),
  async announce(ctx, tx, facts, change) {
    await publishToUploader(ctx, tx, facts);
    if (change === 'published') announceGallery(ctx, tx, 'image_approved', facts.id);
    // What waits has never been in the gallery.
    else if (change !== 'created') announceGallery(ctx, tx, 'image_changed', facts.id);
    return null;
  },
});
