import type { Context } from '#platform/server/context.ts';
import { requireSeen } from '#content/core/server/policies.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { requireBought } from './access.ts';
import { itemsOf } from '#features/sharing/server/read.ts';
import { countDownload } from '#features/sharing/server/store.ts';
import type { SharedType } from '#features/sharing/server/types.ts';

/**
 * A member downloads a thing: counted once, and not for its author.
 * @returns where it is
 * @throws {Refusal} the type's `notFound`, `adults_only`, `not_bought`
 */
export async function download(
  ctx: Context,
  viewer: Viewer,
  shared: SharedType,
  id: string,
): Promise<{ url: string; downloadCount: number }> {
  const { item } = shared;
  const facts = await requireSeen(ctx.db, item, id, viewer);
  const [row] = await itemsOf(shared).rows(ctx.db, [id], null);
  if (!row) throw new Refusal(item.notFound);
  await requireBought(ctx, shared, facts, viewer);
  const url = row.archive_file_id === null ? row.url : `/archives/${row.archive_file_id}`;
  if (url === null) throw new Refusal(item.notFound);
  if (facts.authorId === viewer.profileId) return { url, downloadCount: row.download_count ?? 0 };
  const downloadCount = await countDownload(ctx.db, shared, id, viewer.userId, ctx.clock.now());
  // What only its buyers see counts no more.
  return { url, downloadCount: downloadCount ?? row.download_count ?? 0 };
}
