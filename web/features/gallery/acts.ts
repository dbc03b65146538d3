import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { shownErrors } from '#contract/shown-errors.ts';
import type { GalleryImage } from '#contract/gallery.ts';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { useCall } from '#web/lib/api.ts';
import { failureToast } from '#web/ui/failure-toast.ts';
import { toast } from '#web/ui/toast.ts';
import { patchImage, staleOwn } from './cache.ts';
import { galleryKeys } from './queries.ts';

/** What can be done to an image. A like shows at once and is taken back when the server refuses. */
export function useImageActs(image: GalleryImage) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const params = { imageId: image.id };
  const wanted = useRef(image.liked);
  const running = useRef(false);

  const show = (liked: boolean) =>
    patchImage(client, image.id, (old) => ({
      ...old,
      liked,
      likeCount: old.likeCount + (liked === old.liked ? 0 : liked ? 1 : -1),
    }));

  return {
    async like() {
      if (!viewer) {
        const { title, text } = shownErrors.like_sign_in;
        toast({ title, description: text, kind: 'error' });
        return;
      }
      const on = !(running.current ? wanted.current : image.liked);
      wanted.current = on;
      show(on);
      // Whoever changes their mind meanwhile is heard when the answer is here.
      if (running.current) return;
      running.current = true;
      let sent = !on;
      try {
        while (sent !== wanted.current) {
          sent = wanted.current;
          const { likeCount } = await call('PUT /gallery/images/:imageId/like', { params, body: { on: sent } });
          const known = sent;
          if (known === wanted.current) patchImage(client, image.id, (old) => ({ ...old, liked: known, likeCount }));
        }
      } catch (error) {
        show(!sent);
        failureToast(error);
      } finally {
        running.current = false;
      }
    },
    async remove(reason: string) {
      await call('DELETE /gallery/images/:imageId', { params, body: { reason } });
      patchImage(client, image.id, () => null);
      await client.invalidateQueries({ queryKey: galleryKeys.image(image.id) });
    },
    async restore() {
      try {
        const restored = await call('POST /gallery/images/:imageId/restore', { params });
        client.setQueryData(galleryKeys.image(image.id), restored);
        staleOwn(client);
        void client.invalidateQueries({ queryKey: galleryKeys.lists });
      } catch (error) {
        failureToast(error);
      }
    },
  };
}
