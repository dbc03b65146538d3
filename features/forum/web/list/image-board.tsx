import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { ShownName } from '#people/profiles/web/shown-name.tsx';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import type { Reply } from '#site/contract/contract.ts';
import { gallery } from '#features/gallery/contract/limits.ts';
import { Picture } from '#content/media/web/picture.tsx';
import { placeholderStyle } from '#platform/web/ui/graphics/placeholder.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { cellShape, cellSizes } from '#platform/web/ui/graphics/masonry-rows.ts';
import { Masonry, shapeOf } from '#platform/web/ui/graphics/masonry.tsx';
import { imageBoard } from './categories.ts';
import { imageBoardQuery } from '#features/forum/web/queries.ts';

type BoardImage = Reply<'GET /gallery/images'>['items'][number];

/** The chip Image Board: approved images of the gallery, newest first; each leads there. */
export function ImageBoard() {
  const call = useCall();
  const list = useSuspenseInfiniteQuery(startingAt(imageBoardQuery(call), useStart()));
  const images = itemsOf(list.data);
  if (images.length === 0) {
    return (
      <EmptyState
        action={
          <AppLink className="link" to="/gallery">
            Gallery
          </AppLink>
        }
        title={`No posts in ${imageBoard.label} yet. Be the first to post!`}
      />
    );
  }
  return (
    <>
      <Masonry
        cells={images.map((image, at) => ({
          key: image.id,
          shape: shapeOf(image.file),
          content: <BoardTile first={at < 4} image={image} />,
        }))}
        label="Images"
        more={list.hasNextPage}
      />
      <ListEnd aheadPx={gallery.loadMorePx} auto linked list={list} />
    </>
  );
}

function BoardTile({ image, first }: { image: BoardImage; first: boolean }) {
  return (
    <AppLink ahead={false} className="tile" to={`/gallery?image=${image.id}`}>
      {image.isAdult ? (
        // Nothing clearer than the placeholder: the gallery asks before it shows more.
        <span className="grid h-full place-items-center bg-cover" style={placeholderStyle(image.file.placeholder)}>
          <span className="inline-flex items-center gap-1.5 rounded-control bg-surface px-2 py-1 text-sm font-semibold">
            <EyeOff aria-hidden="true" size={15} />
            18+
          </span>
        </span>
      ) : (
        <Picture alt="" box={cellShape(shapeOf(image.file))} file={image.file} first={first} sizes={cellSizes} />
      )}
      <span className="tile-caption">
        <span className="truncate font-semibold">{image.title}</span>
        <span className="truncate text-sm text-soft">
          <ShownName person={image.uploader} />
        </span>
      </span>
    </AppLink>
  );
}
