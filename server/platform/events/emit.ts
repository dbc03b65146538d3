import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Answerer, EventType, Query, Subscription } from './event.ts';

/**
 * Subscribes to an event, for the `on` of a feature. The handler runs in the transaction of what has happened: what it
 * throws undoes both.
 */
export function on<P>(
  event: EventType<P>,
  handle: (ctx: Context, tx: Tx, payload: NoInfer<P>) => Promise<void>,
): Subscription<Context> {
  return { event: event.name, handle: (ctx, tx, payload) => handle(ctx, tx, payload as P) };
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
  return (await Promise.all(answerers.map((one) => one.answer(ctx, question)))) as A[];
}
