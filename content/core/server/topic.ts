import type { Topic } from '#platform/contract/event.ts';
import type { Executor } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { isId } from '#platform/server/ids.ts';
import type { TopicRule } from '#platform/server/realtime/topic.ts';
import { requireSeen } from './policies.ts';
import type { ContentType } from './type.ts';

/**
 * The rule of a topic for whoever may read a content.
 * @param topic with one parameter, the content's id
 * @param require what its endpoints ask too; it throws a `Refusal`
 */
export function seenTopic(
  type: ContentType,
  { pattern }: Pick<Topic, 'pattern'>,
  require: (db: Executor, id: string, viewer: Viewer | null) => Promise<unknown> = (db, id, viewer) =>
    requireSeen(db, type, id, viewer),
): TopicRule {
  return {
    pattern,
    async maySubscribe(ctx, viewer, params) {
      const [id = ''] = Object.values(params);
      if (!isId(id)) return false;
      try {
        await require(ctx.db, id, viewer);
        return true;
      } catch (error) {
        if (error instanceof Refusal) return false;
        throw error;
      }
    },
  };
}
