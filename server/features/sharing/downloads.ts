import type { Context } from '#server/context.ts';
import { requirePublished } from '#server/features/content/policies.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { countDownload, itemRows } from './store.ts';
import type { SharedType } from './types.ts';

/**
 * A member downloads a thing: counted once, and not for its author.
 * @returns where it is
 * @throws {Refusal} the type's `notFound`, `adults_only`
 */
export async function download(
  ctx: Context,
  viewer: Viewer,
  shared: SharedType,
  id: string,
): Promise<{ url: string; downloadCount: number }> {
  const { item } = shared;
  const facts = await requirePublished(ctx.db, item, id, viewer);
  const [row] = await itemRows(ctx.db, shared, [id], null);
  const url = row?.url ?? null;
  if (!row || url === null) throw new Refusal(item.notFound);
  if (facts.authorId === viewer.profileId) return { url, downloadCount: row.download_count ?? 0 };
  const downloadCount = await ctx.db.tx((tx) => countDownload(tx, shared, id, viewer.userId, ctx.clock.now()));
  if (downloadCount === null) throw new Refusal(item.notFound);
  return { url, downloadCount };
}
