import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '#web/lib/api.ts';
import { CallError } from '#web/lib/call.ts';
import { coalesce } from '#web/lib/coalesce.ts';
import { type News, useNews } from '#web/lib/news.ts';
import { readAgain } from '#web/lib/query-client.ts';
import { subscribe } from '#web/lib/socket.ts';
import { cachedImage, patchImage, staleOwn } from './cache.ts';
import { galleryKeys } from './queries.ts';

const idIn = (data: unknown): string => {
  const id = (data as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? id : '';
};

/**
 * Keeps an open gallery up to date: images that were approved since are counted and move nothing, those that are shown
 * and have changed are read again.
 */
export function useGalleryNews(shown: readonly { readonly id: string }[]): News {
  const call = useCall();
  const client = useQueryClient();
  const news = useNews(shown);
  const { add } = news;
  useEffect(() => {
    const burst = coalesce();
    const readImage = async (id: string): Promise<void> => {
      if (!cachedImage(client, id)) return;
      await call('GET /gallery/images/:imageId', { params: { imageId: id } }).then(
        // Only staff and its owner still get what was removed; the gallery shows it to nobody.
        (image) => patchImage(client, id, () => (image.state === 'removed' ? null : image)),
        (error: unknown) => {
          if (error instanceof CallError && error.code === 'image_not_found') patchImage(client, id, () => null);
        },
      );
    };
    const stop = subscribe('gallery', {
      onEvent(event) {
        const id = idIn(event.data);
        if (event.type === 'image_approved') add(id);
        else burst.run(id, () => readImage(id));
      },
    });
    return () => {
      stop();
      burst.stop();
    };
  }, [call, client, add]);
  return news;
}

/** Follows what becomes of the member's own images: processed, approved, rejected. */
export function useOwnImagesLive(profileId: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (profileId === null) return;
    const burst = coalesce();
    const readOwn = (id?: string) => {
      burst.run('own', () => staleOwn(client));
      if (id !== undefined) void readAgain(client, galleryKeys.image(id));
    };
    const stops = [
      subscribe(`gallery:${profileId}`, { onEvent: (event) => readOwn(idIn(event.data)), onReset: () => readOwn() }),
      subscribe(`files:${profileId}`, {
        onEvent: () => {
          readOwn();
          void readAgain(client, galleryKeys.images);
        },
        onReset: () => readOwn(),
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      burst.stop();
    };
  }, [profileId, client]);
}
