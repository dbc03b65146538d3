import { galleryTopics } from '#features/gallery/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import type { ContentFacts } from '#content/core/server/type.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { PageTopics } from '#platform/server/http/route.ts';
import { type TopicRule, ownTopic, topicRule } from '#platform/server/realtime/topic.ts';
import { stateOf } from './rules.ts';

export const galleryTopicRules: readonly TopicRule[] = [
  topicRule(galleryTopics.gallery, { maySubscribe: () => true }),
  ownTopic(galleryTopics.galleryMine),
];

/** Topics of changes to visitors' pages of the gallery. */
export const galleryPageTopics: PageTopics = { 'GET /gallery/images': () => ['gallery'] };

/** A hint to open galleries after the commit; and visitors' cached pages are outdated. */
export function announceGallery(ctx: Context, tx: Tx, type: 'image_approved' | 'image_changed', id: string): void {
  tx.afterCommit(() => {
    ctx.realtime.announce('gallery', type, { id });
    ctx.pages.outdate(['gallery'], type === 'image_approved' ? 'added' : 'changed');
  });
}

/** Publishes the new state of an image to the uploader's own pages. */
export async function publishToUploader(
  ctx: Context,
  tx: Tx,
  image: Pick<ContentFacts, 'id' | 'authorId' | 'state' | 'isRejected'>,
): Promise<void> {
  const data = { id: image.id, state: stateOf(image.state, image.isRejected) };
  await ctx.realtime.publish(tx, `gallery:${image.authorId}`, 'image_decided', data);
}
