import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Upload } from '#features/feed/contract/endpoints.ts';
import { changeItem, itemsOf } from '#platform/web/lib/paged-list.ts';
import type { FeedFilter } from './list/filter.ts';
import { feedKeys, type UploadPage } from './queries.ts';

type Feed = InfiniteData<UploadPage>;

const inFeeds = (client: QueryClient, uploadId: string, change: (upload: Upload) => Upload | null): void => {
  client.setQueriesData<Feed>(
    { queryKey: feedKeys.lists },
    (data) => data && changeItem<Upload, UploadPage>(data, uploadId, change),
  );
};

/** Changes an upload wherever it is cached: its page, and its card in every feed. */
export function patchUpload(client: QueryClient, uploadId: string, change: (upload: Upload) => Upload): void {
  client.setQueryData<Upload>(feedKeys.upload(uploadId), (upload) => upload && change(upload));
  inFeeds(client, uploadId, change);
}

/** Fetches an upload again wherever it is cached. */
export function putUpload(client: QueryClient, upload: Upload): void {
  patchUpload(client, upload.id, () => upload);
}

/** Removes an upload from every cached feed. */
export function dropUpload(client: QueryClient, uploadId: string): void {
  inFeeds(client, uploadId, () => null);
}

/** Whether a cached feed contains an upload. */
export function hasUpload(client: QueryClient, uploadId: string): boolean {
  return client
    .getQueriesData<Feed>({ queryKey: feedKeys.lists })
    .some(([, data]) => data?.pages.some((page) => page.items.some(({ id }) => id === uploadId)));
}

/** Marks all feeds as stale: they are fetched again when they are shown next. */
export function staleFeeds(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: feedKeys.lists, refetchType: 'none' });
}

/**
 * A feed with its newest page in front; what was read before stays as it is. Where the newest page does not reach down
 * to it there is a gap, and the feed starts again from its first page.
 */
export function withNewest(data: Feed | undefined, newest: UploadPage): Feed {
  const known = new Set(itemsOf(data).map(({ id }) => id));
  const fresh = newest.items.filter(({ id }) => !known.has(id));
  const [first, ...rest] = data?.pages ?? [];
  if (!data || !first || (fresh.length === newest.items.length && newest.next !== null))
    return { pages: [newest], pageParams: [null] };
  return { ...data, pages: [{ ...first, items: [...fresh, ...first.items] }, ...rest] };
}

/** Prepends an upload to a feed, if that is cached. */
export function putInFront(client: QueryClient, filter: FeedFilter, upload: Upload): void {
  client.setQueryData<Feed>(feedKeys.list(filter), (data) => data && withNewest(data, { items: [upload], next: null }));
}
