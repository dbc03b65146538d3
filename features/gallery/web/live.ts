import { useQueryClient } from '@tanstack/react-query';
import { useCall } from '#platform/web/lib/api.ts';
import { type News, useNews } from '#platform/web/lib/news.ts';
import { readAgain } from '#platform/web/lib/query-client.ts';
import { useCoalescer } from '#platform/web/lib/use-coalescer.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';
import { cachedImage, images, staleOwn } from './cache.ts';
import { galleryKeys } from './queries.ts';

/**
 * Keeps an open gallery up to date: images that were approved since are counted and move nothing, those that are shown
 * and have changed are read again.
 */
export function useGalleryNews(shown: readonly { readonly id: string }[]): News {
  const call = useCall();
  const client = useQueryClient();
  const news = useNews(shown);
  const burst = useCoalescer();
  const readImage = async (id: string): Promise<void> => {
    if (!cachedImage(client, id)) return;
    const reading = call('GET /gallery/images/:imageId', { params: { imageId: id } });
    // Only staff and its owner still get what was removed; the gallery shows it to nobody.
    await images.take(
      client,
      id,
      reading.then((image) => (image.state === 'removed' ? null : image)),
    );
  };
  useLive('gallery', {
    image_approved: ({ id }) => news.add(id),
    image_changed: ({ id }) => burst.run(id, () => readImage(id)),
  });
  return news;
}

/** Follows what becomes of the member's own images: processed, approved, rejected. */
export function useOwnImagesLive(profileId: string | null): void {
  const client = useQueryClient();
  const burst = useCoalescer();
  const readOwn = () => burst.run('own', () => staleOwn(client));
  useLive(
    profileId === null ? null : `gallery:${profileId}`,
    {
      image_decided({ id }) {
        readOwn();
        void readAgain(client, galleryKeys.image(id));
      },
    },
    { onReset: readOwn },
  );
  useLive(
    profileId === null ? null : `files:${profileId}`,
    {
      file_changed() {
        readOwn();
        void readAgain(client, galleryKeys.images);
      },
    },
    { onReset: readOwn },
  );
}
