import type { Context } from '#platform/server/context.ts';
import { contentFacts } from '#content/core/server/facts.ts';
import type { ContentFacts } from '#content/core/server/type.ts';
import type { Decider } from '#platform/server/content-kind.ts';
import { audit } from '#content/moderation/server/store.ts';
import { checkMayUndoLast } from '#content/moderation/server/rules/undoing.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { announceGallery } from './live.ts';
import { galleryImage } from './types.ts';

/** What the audit log calls a decision to feature an image, or to end that. */
const featureActions = ['gallery_image.feature', 'gallery_image.unfeature'];

/** Features an approved image, or no longer. @throws {Refusal} `image_not_found`, `not_approved`, as `checkMayUndo` */
export async function featureImage(
  ctx: Context,
  tx: Tx,
  actor: Decider,
  id: string,
  on: boolean,
): Promise<ContentFacts> {
  const image = await contentFacts(tx, galleryImage, id, true);
  if (!image) throw new Refusal('image_not_found');
  if (image.state !== 'published') throw new Refusal('not_approved');
  if (image.isFeatured === on) return image;
  await checkMayUndoLast(ctx, tx, actor, image, { actions: featureActions });
  await tx.rows(sql`UPDATE gallery_images SET is_featured = ${on} WHERE id = ${id}`);
  await audit(ctx, tx, actor, {
    action: on ? 'gallery_image.feature' : 'gallery_image.unfeature',
    targetKind: galleryImage.kind,
    targetId: id,
    details: { before: { featured: !on }, after: { featured: on } },
  });
  announceGallery(ctx, tx, 'image_changed', id);
  return image;
}
