import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { contentFacts } from '#server/features/content/facts.ts';
import { contentType } from '#server/features/content/type.ts';
import { transfer } from '#server/features/ledger/actions.ts';
import { audit } from '#server/features/moderation/store.ts';
import { notify } from '#server/features/notifications/actions.ts';
import { refundText } from '#server/features/notifications/rules.ts';
import { type Tx, sql } from '#server/platform/db/database.ts';
import { defineJob } from '#server/platform/jobs/job.ts';

/** Purchases of one transaction: each locks two balances. */
const BATCH = 50;

interface Purchase {
  readonly profile_id: string;
  readonly price: number;
  readonly created_at: Date;
}

/** The next purchases of a thing, the latest first: who had it for the shortest time is paid back first. */
async function nextPurchases(tx: Tx, itemId: string, after: Purchase | null): Promise<Purchase[]> {
  const older =
    after === null
      ? sql``
      : sql` AND (created_at, profile_id) < (${after.created_at}::timestamptz, ${after.profile_id}::uuid)`;
  return await tx.rows<Purchase>(sql`
    SELECT profile_id, price, created_at FROM sharing_purchases WHERE item_id = ${itemId}${older}
    ORDER BY created_at DESC, profile_id DESC LIMIT ${BATCH}`);
}

/** What a batch has paid back. */
interface Refunded {
  readonly buyers: number;
  readonly credits: number;
  /** Credits that the seller does not have any more. */
  readonly missing: number;
  readonly last: Purchase | null;
}

/**
 * Pays one purchase back, or as much of it as the seller still has. What is paid back whole is no purchase any more; of
 * another one the rest stays noted.
 * @returns credits that the buyer has got
 */
async function payBack(
  ctx: Context,
  tx: Tx,
  sold: { readonly kind: string; readonly id: string; readonly sellerId: string },
  { profile_id: buyer, price, created_at: at }: Purchase,
): Promise<number> {
  const pay = (credits: number) =>
    transfer(ctx, tx, {
      from: sold.sellerId,
      to: buyer,
      credits,
      kind: 'refund',
      // Of a thing that was paid back in part, the rest is another payment.
      cause: `${sold.kind}:${sold.id}:${buyer}:refund:${at.getTime()}:${price}`,
    });
  let credits = price;
  let paid = await pay(credits);
  if (paid.outcome === 'short') {
    credits = price - paid.missing;
    if (credits === 0) return 0;
    paid = await pay(credits);
  }
  if (paid.outcome !== 'paid') return 0;
  const which = sql`item_id = ${sold.id} AND profile_id = ${buyer}`;
  await tx.rows(
    credits === price
      ? sql`DELETE FROM sharing_purchases WHERE ${which}`
      : sql`UPDATE sharing_purchases SET price = ${price - credits} WHERE ${which}`,
  );
  return credits;
}

/** One transaction of a refund. Null where there is nothing to pay back: it was restored, or has gone for good. */
async function refundBatch(ctx: Context, kind: string, id: string, after: Purchase | null): Promise<Refunded | null> {
  return await ctx.db.tx(async (tx) => {
    // Locked before any profile, as everything does that changes both.
    const facts = await contentFacts(tx, contentType(kind)!, id, true);
    if (!facts || facts.state !== 'removed' || facts.removedBy === facts.authorId) return null;
    const purchases = await nextPurchases(tx, id, after);
    let [buyers, credits, missing] = [0, 0, 0];
    for (const purchase of purchases) {
      const got = await payBack(ctx, tx, { kind, id, sellerId: facts.authorId }, purchase);
      missing += purchase.price - got;
      if (got === 0) continue;
      buyers++;
      credits += got;
      await notify(ctx, tx, [purchase.profile_id], {
        ...refundText.buyer({ text: facts.title, isAdult: facts.isAdult }, got, purchase.price),
        url: '/ranks/statement',
        cause: `refund:${id}:${purchase.profile_id}:${purchase.created_at.getTime()}`,
      });
    }
    if (buyers > 0) {
      await audit(ctx, tx, null, {
        action: `${kind}.refund`,
        targetKind: kind,
        targetId: id,
        details: { before: { owed: credits + missing }, after: { owed: missing, buyers, credits } },
      });
      await notify(ctx, tx, [facts.authorId], {
        ...refundText.seller({ text: facts.title, isAdult: facts.isAdult }, credits, buyers),
        url: '/ranks/statement',
        cause: `refunded:${id}:${purchases[0]!.created_at.getTime()}`,
      });
    }
    return { buyers, credits, missing, last: purchases.length === BATCH ? purchases.at(-1)! : null };
  });
}

/** Pays buyers back for a thing that staff have removed, from its seller's credits as far as these go. */
export const refundJob = defineJob({
  name: 'sharing.refund',
  payload: z.object({ kind: z.string(), id: z.uuid() }),
  timeoutSeconds: 600,
  async run(ctx, { kind, id }) {
    for (let after: Purchase | null = null; ;) {
      const batch: Refunded | null = await refundBatch(ctx, kind, id, after);
      if (!batch?.last) return;
      after = batch.last;
    }
  },
});
