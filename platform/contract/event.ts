import type { z } from 'zod';

/** Address of the socket. */
export const realtimePath = '/api/v1/realtime';

/**
 * A realtime topic, as data: its pattern (`forum-post:{id}`), who may subscribe in words, and the events it carries.
 * Numbered events are written in the transaction that causes them and can be asked for again after a gap; the others
 * are hints that may be missed.
 */
export interface Topic {
  readonly pattern: string;
  readonly access: 'public' | 'own' | 'decided by the feature';
  readonly events: Readonly<Record<string, z.ZodType>>;
}

/** Declares the topics of one feature. */
export function defineTopics<const T extends Record<string, Topic>>(topics: T): T {
  return topics;
}

/** The names of a pattern's parameters: `postId` of `forum-post:{postId}`. */
type ParamName<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | ParamName<Rest> : never;

/** The parameters of a topic, by name. */
export type TopicParams<T extends Topic> = Readonly<Record<ParamName<T['pattern']>, string>>;

/** The names that a pattern fits: `forum-post:${string}` for `forum-post:{postId}`. */
type NameOf<P extends string> = P extends `${infer Start}{${string}}${infer Rest}`
  ? `${Start}${string}${NameOf<Rest>}`
  : P;

/** The data of the events of topics, by the topic's name and the event's type. */
export type EventsByTopic<Topics extends Readonly<Record<string, Topic>>> = {
  readonly [K in keyof Topics as NameOf<Topics[K]['pattern']>]: {
    readonly [E in keyof Topics[K]['events']]: z.infer<Topics[K]['events'][E]>;
  };
};

/** First message of the server on a socket. */
export interface HelloMessage {
  readonly kind: 'hello';
  /** Profile id of the signed-in member, or null. */
  readonly viewer: string | null;
  /** Heartbeat interval in milliseconds. */
  readonly heartbeat: number;
}

/**
 * What the browser sends. `after` is the last number it has seen of the topic. Where a part of the page knows none, `within`
 * asks for the events of the last milliseconds: since then its data may have become old. With both, the earlier one counts;
 * without both only new events come.
 */
export type ClientMessage =
  | { readonly kind: 'subscribe'; readonly topic: string; readonly after?: number; readonly within?: number }
  | { readonly kind: 'unsubscribe'; readonly topic: string }
  /** `sentAt`: the page's clock, which comes back with the server's: a probe of the difference between the two. */
  | { readonly kind: 'ping'; readonly sentAt?: number };

/** What the server sends. `reset` says that the gap cannot be filled: fetch the page's data again. */
export type ServerMessage =
  | HelloMessage
  | { readonly kind: 'subscribed'; readonly topic: string; readonly seq: number }
  | { readonly kind: 'refused'; readonly topic: string; readonly code: 'forbidden' | 'not_found' | 'too_many' }
  /** A subscription whose right has ended; nothing of the topic follows. */
  | { readonly kind: 'ended'; readonly topic: string; readonly code: 'forbidden' }
  | { readonly kind: 'reset'; readonly topic: string; readonly seq: number }
  | {
      readonly kind: 'event';
      readonly topic: string;
      readonly seq: number | null;
      readonly type: string;
      readonly data: unknown;
    }
  | { readonly kind: 'signed-out' }
  /** `now`: milliseconds of the server's clock. */
  | { readonly kind: 'pong'; readonly sentAt?: number; readonly now: number };
