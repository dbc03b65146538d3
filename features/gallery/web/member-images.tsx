import { useInfiniteQuery } from '@tanstack/react-query';
import { gallery } from '#features/gallery/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { ImageColumns } from './image-tile.tsx';
import { memberImagesQuery } from './queries.ts';

/** Tiles that are seen first, wherever the page begins. */
const FIRST_VIEW = 3;

/** The approved images of one member, on the member's page; each opens in the gallery. */
export function MemberImages({ username }: { username: string }) {
  const call = useCall();
  const list = useInfiniteQuery(startingAt(memberImagesQuery(call, username), useStart()));
  const images = itemsOf(list.data);
  return (
    <section aria-label="Images by this member">
      {list.error && !list.data && (
        <ErrorState
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
          title="The images could not be loaded."
        />
      )}
      {list.isPending && <ListSkeleton label="Loading images" rows={4} />}
      {list.data && images.length === 0 && <EmptyState title="No images yet." />}
      {images.length > 0 && <ImageColumns firstView={FIRST_VIEW} images={images} more={list.hasNextPage} search="" />}
      <ListEnd aheadPx={gallery.loadMorePx} auto linked list={list} />
    </section>
  );
}
