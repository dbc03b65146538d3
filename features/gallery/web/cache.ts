import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { GalleryImage } from '#features/gallery/contract/endpoints.ts';
import { changeItem, itemsOf } from '#platform/web/lib/paged-list.ts';
import { readAgain } from '#platform/web/lib/query-client.ts';
import { galleryKeys, type ImagePage } from './queries.ts';

/** Changes an image wherever it is cached; null removes it from the lists. */
export function patchImage(
  client: QueryClient,
  id: string,
  change: (image: GalleryImage) => GalleryImage | null,
): void {
  client.setQueriesData<InfiniteData<ImagePage>>(
    { queryKey: galleryKeys.lists },
    (data) => data && changeItem<GalleryImage, ImagePage>(data, id, change),
  );
  client.setQueryData<GalleryImage>(galleryKeys.image(id), (image) => image && (change(image) ?? image));
}

/** An image that some list, or its own query, holds. */
export function cachedImage(client: QueryClient, id: string): GalleryImage | undefined {
  const alone = client.getQueryData<GalleryImage>(galleryKeys.image(id));
  if (alone) return alone;
  for (const [, data] of client.getQueriesData<InfiniteData<ImagePage>>({ queryKey: galleryKeys.lists })) {
    const image = itemsOf(data).find((candidate) => candidate.id === id);
    if (image) return image;
  }
  return undefined;
}

/** Fetches the member's own images again. */
export function staleOwn(client: QueryClient): void {
  void readAgain(client, galleryKeys.own);
}
