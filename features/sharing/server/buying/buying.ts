import type { Context } from '#platform/server/context.ts';
import { requirePublished } from '#content/core/server/policies.ts';
import { addSale, boughtAt } from '#content/core/server/purchases/purchases.ts';
import { transfer } from '#people/ledger/server/actions.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { boughtText } from '#people/notifications/server/rules.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { creditsText } from './access.ts';
import type { SharedType } from '#features/sharing/server/types.ts';

/**
 * Pays the price of a thing to its author, once, however often and at once it is asked; the archive then stays open to
 * the member.
 * @param price as the member has read it
 * @returns what the member has left
 * @throws {Refusal} the type's `notFound`, `adults_only`, `own_item`, `not_for_sale`, `already_owned`, `price_changed`,
 * `author_gone`, `insufficient_credits`
 */
export async function buy(
  ctx: Context,
  viewer: Viewer,
  { item, descriptor }: SharedType,
  id: string,
  price: number,
): Promise<number> {
  const buyer = viewer.profileId;
  return await ctx.db.tx(async (tx) => {
    // Locked before any profile, as everything does that changes both.
    const facts = await requirePublished(tx, item, id, viewer, true);
    if (facts.authorId === buyer) throw new Refusal('own_item');
    if ((await boughtAt(tx, item, id, buyer)) !== null)
      throw new Refusal('already_owned', { detail: `You already own this ${descriptor.noun}!` });
    const [row] = await tx.rows<{ price: number | null }>(
      sql`SELECT price FROM ${sql.raw(descriptor.table)} WHERE id = ${id}`,
    );
    const credits = row?.price ?? null;
    if (credits === null) throw new Refusal('not_for_sale');
    if (credits !== price) throw new Refusal('price_changed', { meta: { needed: creditsText(credits) } });
    // Who was paid back pays again; of two presses the later one finds the purchase, behind the same lock.
    const cause = `${descriptor.kind}:${id}:${buyer}:${ctx.clock.now().getTime()}`;
    const paid = await transfer(ctx, tx, { from: buyer, to: facts.authorId, credits, kind: 'purchase', cause });
    if (paid.outcome === 'nobody') throw new Refusal('author_gone');
    if (paid.outcome === 'resting') throw new Refusal('credits_resting');
    if (paid.outcome === 'short')
      throw new Refusal('insufficient_credits', { meta: { price: credits, balance: credits - paid.missing } });
    await addSale(tx, item.sales!, { id, profileId: buyer, price: credits, at: ctx.clock.now() });
    await notify(ctx, tx, [facts.authorId], {
      ...boughtText({ text: facts.title, isAdult: facts.isAdult }, descriptor.noun, credits),
      url: `${descriptor.path}/${id}`,
      actorId: buyer,
      cause: `purchase:${id}:${buyer}`,
    });
    const [left] = await tx.rows<{ credits: number }>(sql`SELECT credits FROM profiles WHERE id = ${buyer}`);
    return left?.credits ?? 0;
  });
}
