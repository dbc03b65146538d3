import type { Context } from '#platform/server/context.ts';
import type { SQL, Tx } from '#platform/server/db/database.ts';
import type { Answerer, EventType, Query, Subscription } from './event.ts';

/**
 * Subscribes to an event, for the `on` of a feature. The handler runs in the transaction of the event: an exception
 * rolls both back.
 * @param parts what it writes for a thing that is made, as `partsOf` asks for it; null where it cannot say so
 */
export function on<P>(
  event: EventType<P>,
  handle: (ctx: Context, tx: Tx, payload: NoInfer<P>) => Promise<void>,
  parts?: (payload: NoInfer<P>) => readonly SQL[] | null,
): Subscription<Context> {
  return {
    event: event.name,
    handle: (ctx, tx, payload) => handle(ctx, tx, payload as P),
    ...(parts && { parts: (payload: unknown) => parts(payload as P) }),
  };
}

/**
 * Instead of `emit`, for something that one statement makes with all that follows from it: what the handlers would write,
 * as parts of that statement, which name the new row's part `made`.
 * @returns null where a handler cannot say so: the event must be emitted
 */
export function partsOf<P>(ctx: Context, event: EventType<P>, payload: NoInfer<P>): SQL[] | null {
  const parts = (ctx.events.get(event.name) ?? []).map((subscription) => subscription.parts?.(payload) ?? null);
  return parts.every((some) => some !== null) ? parts.flat() : null;
}

/**
 * Calls the handlers of an event one after the other, in the order of features, in this transaction.
 * @throws what a handler throws; an error where no feature lists the event in `emits`
 */
export async function emit<P>(ctx: Context, tx: Tx, event: EventType<P>, payload: NoInfer<P>): Promise<void> {
  const subscriptions = ctx.events.get(event.name);
  if (!subscriptions) throw new Error(`No feature lists the event ${event.name} in its \`emits\`.`);
  for (const { handle } of subscriptions) await handle(ctx, tx, payload);
}

/** Answers a query, for the `answers` of a feature. */
export function answer<Q, A>(
  query: Query<Q, A>,
  find: (ctx: Context, question: NoInfer<Q>) => Promise<NoInfer<A>>,
): Answerer<Context> {
  return { query: query.name, answer: (ctx, question) => find(ctx, question as Q) };
}

/**
 * Asks all features that answer a query, at once.
 * @returns their answers in the order of features; none where no feature answers
 * @throws what one of them throws; an error where no feature lists the query in `asks`
 */
export async function ask<Q, A>(ctx: Context, query: Query<Q, A>, question: NoInfer<Q>): Promise<A[]> {
  const answerers = ctx.queries.get(query.name);
  if (!answerers) throw new Error(`No feature lists the query ${query.name} in its \`asks\`.`);
  return (await Promise.all(answerers.map((answerer) => answerer.answer(ctx, question)))) as A[];
}
