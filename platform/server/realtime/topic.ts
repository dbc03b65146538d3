import type { z } from 'zod';
import type { Topic, TopicParams } from '#platform/contract/event.ts';
import type { Context } from '#platform/server/context.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';

/** One event of a topic: its type, and what that carries. */
type EventOf<T extends Topic> = {
  [E in keyof T['events'] & string]: { readonly type: E; readonly data: z.infer<T['events'][E]> };
}[keyof T['events'] & string];

/** Who may listen to a topic of the contract. */
interface Listening<T extends Topic> {
  /** Decides with the parameters of the pattern; may query the database. */
  maySubscribe(ctx: Context, viewer: Viewer | null, params: TopicParams<T>): Promise<boolean> | boolean;
  /** A hint for whoever begins to listen, or is back: how things stand now, because hints may have been missed. */
  greet?(ctx: Context, viewer: Viewer | null, params: TopicParams<T>): Promise<EventOf<T>>;
}

/** A topic with who may listen to it; made with `topicRule`, which compares the types. */
export interface TopicRule {
  /** `forum`, or `forum-post:{postId}`. */
  readonly pattern: string;
  maySubscribe(
    ctx: Context,
    viewer: Viewer | null,
    params: Readonly<Record<string, string>>,
  ): Promise<boolean> | boolean;
  greet?(
    ctx: Context,
    viewer: Viewer | null,
    params: Readonly<Record<string, string>>,
  ): Promise<{ readonly type: string; readonly data: unknown }>;
}

/** Says who may listen to a topic of the contract, for the `topics` of a feature. */
export function topicRule<T extends Topic>({ pattern }: T, listening: Listening<T>): TopicRule {
  // `matchTopic` fills every parameter of the pattern.
  return { pattern, ...(listening as unknown as Omit<TopicRule, 'pattern'>) };
}

/** A topic of one member, who alone may listen. */
export function ownTopic({ pattern }: Topic & { readonly pattern: `${string}:{profileId}` }): TopicRule {
  return { pattern, maySubscribe: (_ctx, viewer, params) => viewer?.profileId === params['profileId'] };
}
