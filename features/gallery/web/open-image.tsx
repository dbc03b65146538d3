import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { GalleryImage } from '#features/gallery/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { StaticStage } from '#platform/web/ui/graphics/static-stage.tsx';
import { cachedImage } from './cache.ts';
import { type DetailMoves, ImageDetail } from './image-detail.tsx';
import { imageQuery } from './queries.ts';

type OpenProps = DetailMoves & { image: GalleryImage };

const ImageDialog = latePart<OpenProps>(() => import('./image-dialog.tsx'), {
  name: 'The image',
  notice: 'float',
  // Pages from the server stand without the window's code; with it, the browser takes over.
  waiting: (props) => (
    <StaticStage>
      <ImageDetail {...props} />
    </StaticStage>
  ),
});

/** Fetches the window's code ahead, where the reader is about to open an image. */
export const preloadImageDialog = ImageDialog.preload;

/** The image that the address names, over the gallery. */
export function OpenImage({ id, ...moves }: DetailMoves & { id: string }) {
  const call = useCall();
  const client = useQueryClient();
  const { data: image, error } = useQuery({
    ...imageQuery(call, id),
    placeholderData: () => cachedImage(client, id),
  });
  const close = useRef(moves.onClose);
  useEffect(() => {
    close.current = moves.onClose;
  });
  useEffect(() => {
    if (!error) return;
    failureToast(error);
    close.current();
  }, [error]);
  if (!image) return null;
  return <ImageDialog image={image} {...moves} onGiveUp={moves.onClose} />;
}
