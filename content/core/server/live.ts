import type { Topic } from '#platform/contract/event.ts';
import { thingChanged } from '#people/profiles/server/events.ts';
import type { EventData, EventName, TopicName } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import type { Executor, Tx } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { isId } from '#platform/server/ids.ts';
import type { TopicRule } from '#platform/server/realtime/topic.ts';
import { requireSeen } from './policies.ts';
import type { ContentChange, ContentFacts, ContentType } from './type.ts';

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

/** Events after which a cached page may be shown for a moment longer: something was added, nothing taken away. */
const isAddition = (event: string): boolean => /_created$|^(reactions|likes|votes)_changed$/.test(event);
const changeOf = (event: string) => (isAddition(event) ? ('added' as const) : ('changed' as const));

/**
 * The live events of contents of one type: on the topic of one open content, numbered, and hints on that of the list. Each
 * outdates the cached pages of both. Events carry ids, never text.
 */
export function contentLive<One extends TopicName, List extends TopicName>(topicOf: (id: string) => One, list: List) {
  const outdate = (ctx: Context, topics: readonly TopicName[], event: string): void =>
    ctx.pages.outdate(topics, changeOf(event));
  return {
    topicOf,
    list,
    /** Publishes an event to open pages of a content. @returns its number */
    async publish<E extends EventName<One>>(
      ctx: Context,
      tx: Tx,
      id: string,
      type: E,
      data: EventData<One, E>,
    ): Promise<number> {
      const topic = topicOf(id);
      const seq = await ctx.realtime.publish(tx, topic, type, data);
      tx.afterCommit(() => outdate(ctx, [topic, list], type));
      return seq;
    },
    /** The event of a new answer, for the statement that writes it: as `publish`. */
    publishWith<E extends EventName<One>>(ctx: Context, id: string, type: E, data: EventData<One, E>) {
      const topic = topicOf(id);
      const { parts, sent } = ctx.realtime.publishWith(topic, type, data);
      return {
        parts,
        sent(seq: number) {
          sent(seq);
          outdate(ctx, [topic, list], type);
        },
      };
    },
    /** Announces a changed count to open pages of a content, after the commit. It takes no lock, so that many may run at once. */
    hint<E extends EventName<One>>(ctx: Context, tx: Tx, id: string, type: E, data: EventData<One, E>): void {
      tx.afterCommit(() => {
        ctx.realtime.announce(topicOf(id), type, data);
        outdate(ctx, [topicOf(id), list], type);
      });
    },
    /** Announces a change to open lists, after the commit. */
    announceList<E extends EventName<List>>(ctx: Context, tx: Tx, type: E, data: EventData<List, E>): void {
      tx.afterCommit(() => {
        ctx.realtime.announce(list, type, data);
        outdate(ctx, [list], type);
      });
    },
  };
}

/**
 * What every change of a content causes, after its row was written: later features follow it in this transaction
 * (`thing.changed`), and open pages learn of it.
 * @returns the number of its live event, where it has one
 */
export async function announceChange<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  facts: ContentFacts & Extra,
  change: ContentChange,
): Promise<number | null> {
  // Runs before the type publishes its event, so that readers who lost access do not get it.
  const topic = change === 'created' ? undefined : type.topicOf?.(facts.id);
  if (topic !== undefined) tx.afterCommit(() => ctx.realtime.recheck({ topics: [topic] }));
  await emit(ctx, tx, thingChanged, { kind: type.kind, ids: [facts.id], isNew: change === 'created' });
  return await type.announce(ctx, tx, facts, change);
}
