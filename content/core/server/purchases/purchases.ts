import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { refund } from '#people/ledger/server/actions.ts';
import { lockCredits } from '#people/ledger/server/store.ts';
import { audit } from '#content/moderation/server/store.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { refundText } from '#people/notifications/server/rules.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { type Job, defineJob } from '#platform/server/jobs/job.ts';
import { contentFacts } from '#content/core/server/facts.ts';
import { type ContentFacts, type ContentType, type SalesTable, contentType } from '#content/core/server/type.ts';

/** Purchases of one transaction: each buyer's balance is locked until its end. */
const BATCH = 10;

/** Whether somebody else than its author has removed a content: staff, for a complaint or not, or the operator. */
export const isTakenDown = (content: Pick<ContentFacts, 'state' | 'removedBy' | 'authorId'>): boolean =>
  content.state === 'removed' && content.removedBy !== content.authorId;

/** SQL: whether somebody has bought the content of the row `t` and was not paid back; ` AND NOT …` leaves those out. */
export const isSold = ({ sales }: ContentType): SQL =>
  sales ? sql.raw(`EXISTS (SELECT 1 FROM ${sales.table} s WHERE s.${sales.column} = t.id)`) : sql`false`;

/** Whether somebody has bought a content and was not paid back. The caller has locked its row. */
export async function hasBuyers(tx: Tx, type: ContentType, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`SELECT 1 FROM ${sql.raw(type.table)} t WHERE t.id = ${id} AND ${isSold(type)}`);
  return rows.length > 0;
}

/** When a member bought a content; null where they have not, or were paid back. */
export async function boughtAt(
  db: Executor,
  { sales }: Pick<ContentType, 'sales'>,
  id: string,
  profileId: string,
): Promise<Date | null> {
  if (!sales) return null;
  const [row] = await db.rows<{ created_at: Date }>(
    sql`SELECT created_at FROM ${sql.raw(sales.table)} WHERE ${sql.raw(sales.column)} = ${id} AND profile_id = ${profileId}`,
  );
  return row?.created_at ?? null;
}

/** Which of some contents a member has bought and keeps. */
export async function boughtOf(
  db: Executor,
  type: Pick<ContentType, 'sales' | 'table' | 'authorColumn'>,
  profileId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (!type.sales) return new Set();
  const { table, column } = type.sales;
  const rows = await db.rows<{ id: string }>(sql`
    SELECT t.id FROM ${sql.raw(table)} s JOIN ${sql.raw(type.table)} t ON t.id = s.${sql.raw(column)}
    WHERE s.profile_id = ${profileId} AND t.id = ANY(${[...ids]}::uuid[])
      AND (t.state <> 'removed' OR t.removed_by = t.${sql.raw(type.authorColumn)})`);
  return new Set(rows.map((row) => row.id));
}

/** Records a purchase. @param sale.price in credits */
export async function addSale(
  tx: Tx,
  sales: SalesTable,
  sale: { readonly id: string; readonly profileId: string; readonly price: number; readonly at: Date },
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO ${sql.raw(sales.table)} (${sql.raw(sales.column)}, profile_id, price, created_at)
    VALUES (${sale.id}, ${sale.profileId}, ${sale.price}, ${sale.at}) ON CONFLICT DO NOTHING`);
}

interface Sale {
  readonly profile_id: string;
  readonly price: number;
  readonly created_at: Date;
}

/**
 * One transaction of a refund: each buyer in it gets the whole price back and loses the purchase.
 * @returns whether there may be more; false where it was restored, or has gone for good
 */
async function refundBatch(ctx: Context, type: ContentType & { sales: SalesTable }, id: string): Promise<boolean> {
  const { kind, sales } = type;
  return await ctx.db.tx(async (tx) => {
    // Lock order: the content before any profile, as everywhere.
    const facts = await contentFacts(tx, type, id, true);
    if (!facts || !isTakenDown(facts)) return false;
    const of = sql`${sql.raw(sales.table)} WHERE ${sql.raw(sales.column)} = ${id}`;
    const batch = await tx.rows<Sale>(
      sql`SELECT profile_id, price, created_at FROM ${of} ORDER BY created_at DESC, profile_id DESC LIMIT ${BATCH}`,
    );
    if (batch.length === 0) return false;
    const ids = batch.map((sale) => sale.profile_id);
    // All profiles in one statement, in the order of their ids: locks one by one could deadlock with a tip.
    await lockCredits(tx, [facts.authorId, ...ids]);
    const text = { text: facts.title, isAdult: facts.isAdult };
    let [buyers, bySeller, bySite] = [0, 0, 0];
    for (const { profile_id: buyer, price, created_at: at } of batch) {
      const cause = `${kind}:${id}:${buyer}:refund:${at.getTime()}`;
      const paid = await refund(ctx, tx, { seller: facts.authorId, buyer, credits: price, cause });
      if (!paid) continue;
      buyers++;
      bySeller += paid.bySeller;
      bySite += paid.bySite;
      await notify(ctx, tx, [buyer], {
        ...refundText.buyer(text, price),
        url: '/ranks/statement',
        cause: `refund:${id}:${buyer}:${at.getTime()}`,
      });
    }
    await tx.rows(sql`DELETE FROM ${of} AND profile_id = ANY(${ids}::uuid[])`);
    await audit(ctx, tx, null, {
      action: `${kind}.refund`,
      targetKind: kind,
      targetId: id,
      details: { before: { owed: bySeller + bySite }, after: { owed: 0, buyers, bySeller, bySite } },
    });
    if (bySeller > 0)
      await notify(ctx, tx, [facts.authorId], {
        ...refundText.seller(text, bySeller, buyers),
        url: '/ranks/statement',
        cause: `refunded:${id}:${batch[0]!.created_at.getTime()}`,
      });
    return batch.length === BATCH;
  });
}

/** Pays buyers back for a content that staff have removed, in full. */
export const refundJob: Job<{ kind: string; id: string }> = defineJob({
  name: 'content.refund',
  payload: z.object({ kind: z.string(), id: z.uuid() }),
  timeoutSeconds: 600,
  async run(ctx, { kind, id }) {
    const type = contentType(kind);
    if (!type?.sales) return;
    while (await refundBatch(ctx, { ...type, sales: type.sales }, id));
  },
});
