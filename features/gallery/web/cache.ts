import type { QueryClient } from '@tanstack/react-query';
import { contentCache, findInLists } from '#content/core/web/cache/content-cache.ts';
import type { GalleryImage } from '#features/gallery/contract/endpoints.ts';
import { readAgain } from '#platform/web/lib/query-client.ts';
import { galleryKeys } from './queries.ts';

/** Images wherever they are cached. */
export const images = contentCache<GalleryImage>({
  one: galleryKeys.image,
  lists: galleryKeys.lists,
  gone: ['image_not_found'],
});

/** An image that some list, or its own query, holds. */
export const cachedImage = (client: QueryClient, id: string): GalleryImage | undefined =>
  client.getQueryData<GalleryImage>(galleryKeys.image(id)) ??
  (findInLists(client, galleryKeys.lists, id) as GalleryImage | undefined);

/** Fetches the member's own images again. */
export function staleOwn(client: QueryClient): void {
  void readAgain(client, galleryKeys.own);
}
