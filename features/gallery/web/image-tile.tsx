import { ShownName } from '#people/profiles/web/shown-name.tsx';
import { Clock, EyeOff, Heart, Sparkles } from 'lucide-react';
import type { GalleryImage } from '#features/gallery/contract/endpoints.ts';
import { galleryAddress } from './queries.ts';
import { useRevealed } from '#content/core/web/revealed.ts';
import { Picture } from '#content/media/web/picture.tsx';
import { placeholderStyle } from '#platform/web/ui/graphics/placeholder.ts';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { Masonry, shapeOf } from '#platform/web/ui/graphics/masonry.tsx';
import { cellShape, cellSizes } from '#platform/web/ui/graphics/masonry-rows.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';

/** One image of the gallery: a link to it, large. */
function ImageTile({ image, to, first }: { image: GalleryImage; to: string; first: boolean }) {
  const [shown, reveal] = useRevealed(image);
  if (!shown) {
    return (
      <div className="tile grid place-items-center">
        {/* Nothing clearer than the placeholder is fetched before it is wanted. */}
        <span aria-hidden="true" className="absolute inset-0" style={placeholderStyle(image.file.placeholder)} />
        <Button className="z-1" icon={<EyeOff aria-hidden="true" size={15} />} onClick={reveal} size="sm">
          Show 18+ image
        </Button>
      </div>
    );
  }
  return (
    <AppLink ahead={false} className="tile" keepScroll to={to}>
      <Picture alt="" box={cellShape(shapeOf(image.file))} file={image.file} first={first} sizes={cellSizes} />
      <Marks image={image} />
      <span className="tile-caption">
        <span className="truncate font-semibold">{image.title}</span>
        <span className="flex items-center justify-between gap-2 text-sm text-soft">
          <span className="min-w-0 truncate">
            <ShownName person={image.uploader} />
          </span>
          <span className="inline-flex shrink-0 items-center gap-1">
            <Heart aria-hidden="true" fill={image.liked ? 'currentColor' : 'none'} size={14} />
            <Counter short value={image.likeCount} />
            <span className="sr-only">{image.likeCount === 1 ? 'like' : 'likes'}</span>
          </span>
        </span>
      </span>
    </AppLink>
  );
}

/** Images in columns. @param firstView how many of them are seen first, wherever the page begins */
export function ImageColumns({
  images,
  firstView,
  search,
  more,
}: {
  images: readonly GalleryImage[];
  firstView: number;
  /** Of the gallery in which each opens. */
  search: string;
  more: boolean;
}) {
  return (
    <Masonry
      cells={images.map((image, index) => ({
        key: image.id,
        shape: shapeOf(image.file),
        content: <ImageTile first={index < firstView} image={image} to={galleryAddress(search, image.id)} />,
      }))}
      label="Images"
      more={more}
    />
  );
}

function Marks({ image }: { image: GalleryImage }) {
  if (!image.isFeatured && image.state === 'approved') return null;
  return (
    <span className="absolute top-2 start-2 flex gap-1">
      {image.isFeatured && (
        <Badge icon={<Sparkles aria-hidden="true" size={12} />} tone="solid">
          Featured
        </Badge>
      )}
      <StateBadge state={image.state} />
    </span>
  );
}

/** The state of an image that is not in the gallery. */
export function StateBadge({ state }: { state: GalleryImage['state'] }) {
  if (state === 'approved') return null;
  if (state === 'pending')
    return (
      <Badge icon={<Clock aria-hidden="true" size={12} />} tone="accent">
        Waiting for approval
      </Badge>
    );
  return <Badge tone="danger">{state === 'rejected' ? 'Not approved' : 'Removed'}</Badge>;
}
