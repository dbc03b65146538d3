import type { Context } from '#platform/server/context.ts';
import { boughtAt } from '#content/core/server/purchases/purchases.ts';
import type { ContentFacts } from '#content/core/server/type.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import type { SharedType } from '#features/sharing/server/types.ts';

/** Credits in words. */
export const creditsText = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'}`;

/** Who may hear and download what is in the archive of a thing: everybody, where it costs nothing. */
export function mayUseArchive(
  { authorId, price }: { readonly authorId: string; readonly price: number | null },
  viewer: Viewer | null,
  hasBought: boolean,
): boolean {
  return price === null || hasBought || isStaff(viewer) || viewer?.profileId === authorId;
}

/** What a thing costs this reader before they may use its archive and its address; null where it is theirs to use. */
export async function priceFor(
  ctx: Context,
  { descriptor, item }: SharedType,
  { id, authorId }: Pick<ContentFacts, 'id' | 'authorId'>,
  viewer: Viewer | null,
): Promise<number | null> {
  if (!descriptor.hasArchives) return null;
  const [row] = await ctx.db.rows<{ price: number | null }>(
    sql`SELECT price FROM ${sql.raw(descriptor.table)} WHERE id = ${id}`,
  );
  const price = row?.price ?? null;
  if (mayUseArchive({ authorId, price }, viewer, false)) return null;
  const hasBought = viewer !== null && (await boughtAt(ctx.db, item, id, viewer.profileId)) !== null;
  return hasBought ? null : price;
}

/**
 * The archive of a thing is this reader's to hear and download.
 * @throws {Refusal} `not_bought`
 */
export async function requireBought(
  ctx: Context,
  shared: SharedType,
  facts: ContentFacts,
  viewer: Viewer | null,
): Promise<void> {
  const price = await priceFor(ctx, shared, facts, viewer);
  if (price !== null) throw new Refusal('not_bought', { meta: { needed: creditsText(price) } });
}
