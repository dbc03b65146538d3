import type { Context } from '#server/context.ts';
import { contentFacts } from '#server/features/content/facts.ts';
import { checkSeen, requireSeen } from '#server/features/content/policies.ts';
import type { ContentFacts } from '#server/features/content/type.ts';
import { type Executor, sql } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';
import type { SharedType } from '#server/features/sharing/types.ts';
import { boughtAmong } from '#server/features/sharing/versions/versions-store.ts';

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

/**
 * Whether a member still sees what they have bought after its author has removed it. What staff have removed is gone for
 * everybody.
 */
export const keepsBought = (
  content: { readonly state: string; readonly authorId: string; readonly removedBy: string | null },
  hasBought: boolean,
): boolean => hasBought && content.state === 'removed' && content.removedBy === content.authorId;

/**
 * A thing that this reader may see, or has bought.
 * @throws {Refusal} the type's `notFound`, `adults_only`
 */
export async function requireSeenOrBought(
  db: Executor,
  { item }: SharedType,
  id: string,
  viewer: Viewer | null,
): Promise<ContentFacts> {
  try {
    return await requireSeen(db, item, id, viewer);
  } catch (error) {
    if (!(error instanceof Refusal) || !viewer) throw error;
    const facts = await contentFacts(db, item, id);
    const hasBought = facts?.state === 'removed' && (await boughtAmong(db, [id], viewer.profileId)).has(id);
    if (!facts || !keepsBought(facts, hasBought)) throw error;
    // Age and blocks count as before.
    await checkSeen(db, item, { ...facts, state: 'published' }, viewer);
    return facts;
  }
}

/** What a thing costs this reader before they may use its archive and its address; null where it is theirs to use. */
export async function priceFor(
  ctx: Context,
  { descriptor }: SharedType,
  { id, authorId }: Pick<ContentFacts, 'id' | 'authorId'>,
  viewer: Viewer | null,
): Promise<number | null> {
  if (!descriptor.hasArchives) return null;
  const [row] = await ctx.db.rows<{ price: number | null }>(
    sql`SELECT price FROM ${sql.raw(descriptor.table)} WHERE id = ${id}`,
  );
  const price = row?.price ?? null;
  if (mayUseArchive({ authorId, price }, viewer, false)) return null;
  const hasBought = viewer !== null && (await boughtAmong(ctx.db, [id], viewer.profileId)).has(id);
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
