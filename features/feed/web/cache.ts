import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Upload } from '#features/feed/contract/endpoints.ts';
import { contentCache } from '#content/core/web/cache/content-cache.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import type { FeedFilter } from './list/filter.ts';
import { feedKeys, type UploadPage } from './queries.ts';

type Feed = InfiniteData<UploadPage>;

/** Uploads wherever they are cached: on their page, and as cards of feeds. */
export const uploads = contentCache<Upload>({
  one: feedKeys.upload,
  lists: feedKeys.lists,
  gone: ['upload_not_found', 'adults_only'],
});

/** Marks all feeds as stale: they are fetched again when they are shown next. */
export const staleFeeds = (client: QueryClient): void => uploads.stale(client, 'none');

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
