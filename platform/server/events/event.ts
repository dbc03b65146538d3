import type { SQL, Tx } from '#platform/server/db/database.ts';

declare const payloadOf: unique symbol;
declare const answerOf: unique symbol;

/** `noun.verb-past` of an event, `noun.what` of a query. */
type Name = `${string}.${string}`;

/** Something that has happened, as a feature emits it: a name, and the type of what is said about it. */
export interface EventType<P> {
  readonly name: Name;
  /** Phantom type: exists in the type alone. */
  readonly [payloadOf]?: (payload: P) => P;
}

/** Something that a feature asks those after it, which it may not import. */
export interface Query<Q, A> {
  readonly name: Name;
  readonly [payloadOf]?: (question: Q) => Q;
  readonly [answerOf]?: (answer: A) => A;
}

/** Declares an event. @param name unique in the site: `relation.ended` */
export function defineEvent<P>(name: Name): EventType<P> {
  return { name };
}

/** Declares a query. @param name unique in the site: `inbox.unread-count` */
export function defineQuery<Q, A>(name: Name): Query<Q, A> {
  return { name };
}

/** A feature's handler of one event; made with `on`, which compares the types. */
export interface Subscription<C> {
  readonly event: Name;
  handle(ctx: C, tx: Tx, payload: unknown): Promise<void>;
  /** Instead of `handle`, where one statement does all: see `partsOf`. */
  readonly parts?: (payload: unknown) => readonly SQL[] | null;
}

/** A feature's answer to one query; made with `answer`. */
export interface Answerer<C> {
  readonly query: Name;
  answer(ctx: C, question: unknown): Promise<unknown>;
}

/** Subscriptions to each event that a feature emits, in the order of features. */
export type Subscriptions<C> = ReadonlyMap<string, readonly Subscription<C>[]>;

/** Answers to each query that a feature asks, in the order of features. */
export type Answerers<C> = ReadonlyMap<string, readonly Answerer<C>[]>;
