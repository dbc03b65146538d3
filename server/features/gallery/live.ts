import { galleryTopics } from '#contract/gallery.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { type TopicRule, ownTopic, topicRule } from '#server/platform/realtime/topic.ts';
import type { GalleryState } from './rules.ts';

export const galleryTopicRules: readonly TopicRule[] = [
  topicRule(galleryTopics.gallery, { maySubscribe: () => true }),
  ownTopic(galleryTopics.galleryMine),
];

/** A hint to open galleries after the commit; and visitors' cached pages are dropped. */
export function announceGallery(ctx: Context, tx: Tx, type: 'image_approved' | 'image_changed', id: string): void {
  tx.afterCommit(() => {
    ctx.realtime.announce('gallery', type, { id });
    ctx.pages.drop();
  });
}

/** Publishes the decision on an image to the uploader's own pages. */
export async function publishToUploader(
  ctx: Context,
  tx: Tx,
  image: { id: string; uploaderId: string },
  state: GalleryState,
): Promise<void> {
  await ctx.realtime.publish(tx, `gallery:${image.uploaderId}`, 'image_decided', { id: image.id, state });
}
