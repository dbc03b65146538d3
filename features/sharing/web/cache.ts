import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { SharingKind } from '#content/core/contract/shared-kinds.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { changeItem } from '#platform/web/lib/paged-list.ts';
import { type ItemPage, sharingKeys } from './queries.ts';

/** Changes a thing wherever it is cached: its page, and its card in every list; null takes it out of the lists. */
export function patchItem(
  client: QueryClient,
  kind: SharingKind,
  itemId: string,
  change: (item: SharedItem) => SharedItem | null,
): void {
  client.setQueryData<SharedItem>(sharingKeys.item(kind, itemId), (item) => (item && change(item)) ?? item);
  client.setQueriesData<InfiniteData<ItemPage>>(
    { queryKey: sharingKeys.lists(kind) },
    (data) => data && changeItem<SharedItem, ItemPage>(data, itemId, change),
  );
}

/** Brings a thing up to date wherever it is cached. */
export const putItem = (client: QueryClient, item: SharedItem): void =>
  patchItem(client, item.kind, item.id, () => item);

/** Lists are read again: at once where they are shown. */
export function staleLists(client: QueryClient, kind: SharingKind): void {
  void client.invalidateQueries({ queryKey: sharingKeys.lists(kind) });
}
