import { useQueryClient } from '@tanstack/react-query';
import { shownErrors } from '#platform/contract/shown-errors.ts';
import { useLike } from '#content/core/web/cache/content-actions.ts';
import type { GalleryImage } from '#features/gallery/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { readAgain } from '#platform/web/lib/query-client.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { images, staleOwn } from './cache.ts';
import { galleryKeys } from './queries.ts';

/** The actions on an image. A like is an optimistic update: it is undone when the server refuses. */
export function useImageActions(image: GalleryImage) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const params = { imageId: image.id };
  const patch = (change: (old: GalleryImage) => GalleryImage) => images.patch(client, image.id, change);
  const like = useLike(image, patch, (on) => call('PUT /gallery/images/:imageId/like', { params, body: { on } }));

  return {
    async like() {
      if (!viewer) {
        const { title, text } = shownErrors.like_sign_in;
        toast({ title, description: text, kind: 'error' });
        return;
      }
      await like();
    },
    /** Shows what its owner has just said that it shows. */
    describe(altText: string) {
      patch((old) => ({ ...old, file: { ...old.file, altText } }));
    },
    async remove(reason: string) {
      await call('DELETE /gallery/images/:imageId', { params, body: { reason } });
      images.patch(client, image.id, () => null);
      await readAgain(client, galleryKeys.image(image.id));
    },
    async restore() {
      try {
        const restored = await call('POST /gallery/images/:imageId/restore', { params });
        client.setQueryData(galleryKeys.image(image.id), restored);
        staleOwn(client);
        images.stale(client);
      } catch (error) {
        failureToast(error);
      }
    },
  };
}
