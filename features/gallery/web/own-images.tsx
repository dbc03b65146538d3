import type { GalleryImage } from '#features/gallery/contract/endpoints.ts';
import { Picture } from '#content/media/web/picture.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { galleryAddress } from './queries.ts';
import { StateBadge } from './image-tile.tsx';

/** The member's own images that others do not see, in a row above the gallery. */
export function OwnImages({
  images,
  search,
  onMore,
}: {
  images: readonly GalleryImage[];
  search: string;
  /** Given where there are more. */
  onMore: (() => void) | null;
}) {
  if (images.length === 0) return null;
  return (
    <section aria-labelledby="own-images" className="mb-5">
      <h2 className="heading mb-2 text-lg" id="own-images">
        Your images on their way
      </h2>
      <ul className="scroll-row relative flex gap-3 overflow-x-auto pb-2">
        {images.map((image) => (
          <li key={image.id} className="w-40 shrink-0">
            <AppLink ahead={false} className="group block" keepScroll to={galleryAddress(search, image.id)}>
              <span className="relative block h-28 overflow-hidden rounded-card">
                <Picture alt="" box={7 / 10} file={image.file} first sizes="10rem" />
              </span>
              <span className="mt-1.5 block truncate text-sm font-semibold group-hover:underline">{image.title}</span>
              <StateBadge state={image.state} />
            </AppLink>
          </li>
        ))}
        {onMore && (
          <li className="grid shrink-0 place-items-center">
            <Button onClick={onMore}>Load more</Button>
          </li>
        )}
      </ul>
    </section>
  );
}
