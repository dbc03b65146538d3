import type { Input, Reply } from '#site/contract/contract.ts';
import { decide } from '#content/moderation/server/decisions.ts';
import { reverse } from '#content/moderation/server/reversal.ts';
import { partOf } from '#content/moderation/server/spammers.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';

type Results = Reply<'POST /staff/queue/decisions'>['items'];

/** Does the same to several items, each in a transaction of its own: what is refused of one does not keep the others. */
async function forEach<I extends { readonly id: string }>(
  items: readonly I[],
  endpoint: string,
  work: (item: I) => Promise<string | null>,
): Promise<Results> {
  const results: Results = [];
  for (const item of items) {
    try {
      results.push({ id: item.id, version: await work(item), refusal: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push({ id: item.id, version: null, refusal: partOf(error, endpoint) });
    }
  }
  return results;
}

/** Decides several items that were read, each as if it were the only one. */
export const decideMany = (
  ctx: Context,
  viewer: Viewer,
  { items, reason = '' }: Input<'POST /staff/queue/decisions'>['body'],
): Promise<Results> =>
  forEach(items, 'POST /staff/queue/:itemId/decide', ({ id, version, decision }) =>
    decide(ctx, viewer, id, { decision, reason, version }),
  );

/** Takes several decisions back, the last one first. */
export const reverseMany = (
  ctx: Context,
  viewer: Viewer,
  { items }: Input<'POST /staff/queue/decisions/undo'>['body'],
): Promise<Results> =>
  forEach(items.toReversed(), 'POST /staff/queue/:itemId/undo', async ({ id, version }) => {
    await reverse(ctx, viewer, id, version);
    return null;
  });
