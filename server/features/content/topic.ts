import type { Topic } from '#contract/event.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { isId } from '#server/platform/ids.ts';
import type { TopicRule } from '#server/platform/realtime/topic.ts';
import { requireSeen } from './policies.ts';
import type { ContentType } from './type.ts';

/** The rule of a topic for whoever may see a content. @param topic with one parameter, the content's id */
export function seenTopic(type: ContentType, { pattern }: Pick<Topic, 'pattern'>): TopicRule {
  return {
    pattern,
    async maySubscribe(ctx, viewer, params) {
      const [id = ''] = Object.values(params);
      if (!isId(id)) return false;
      try {
        // The socket may be older than the block.
        await requireSeen(ctx.db, type, id, viewer && { ...viewer, hasBlocks: true });
        return true;
      } catch (error) {
        if (error instanceof Refusal) return false;
        throw error;
      }
    },
  };
}
