import type { SharingKind } from '#content/core/contract/shared-kinds.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { itemsOf } from './read.ts';
import { type SharedType, sharedTypes } from './types.ts';

export { soundsOfTracks } from './sounds/sounds.ts';

const typeOf = (kind: SharingKind): SharedType => sharedTypes.find(({ descriptor }) => descriptor.kind === kind)!;

/** One thing as its reader sees it. @throws {Refusal} the type's `notFound`, `adults_only` */
export const readSharedItem = (
  ctx: Context,
  viewer: Viewer | null,
  kind: SharingKind,
  id: string,
): Promise<SharedItem> => itemsOf(typeOf(kind)).read(ctx, viewer, id);

/** One thing as a secret link shows it, which the caller has checked: nothing can be done to it. Null when it is gone. */
export async function readSharedByLink(ctx: Context, kind: SharingKind, id: string): Promise<SharedItem | null> {
  const items = itemsOf(typeOf(kind));
  const [item] = await items.items(ctx, null, await items.rows(ctx.db, [id], null));
  return item ?? null;
}

/** Lets open pages and lists read a thing again. */
export async function announceItemChanged(ctx: Context, tx: Tx, kind: SharingKind, id: string): Promise<void> {
  const { live } = typeOf(kind);
  await live.publish(ctx, tx, id, 'item_changed', { id });
  live.announceList(ctx, tx, 'item_changed', { id });
}
