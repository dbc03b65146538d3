import { lateWindow } from '#content/core/web/page/late-window.ts';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  keepPreviousData,
  useInfiniteQuery,
} from '@tanstack/react-query';
import type { Reply } from '#site/contract/contract.ts';
import { useRouter } from '@tanstack/react-router';
import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { gallery } from '#features/gallery/contract/limits.ts';
import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { AdultsOnly } from '#content/core/web/adults-only.tsx';
import { useShowNews } from '#content/core/web/use-show-news.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { MasonrySkeleton } from '#platform/web/ui/graphics/masonry.tsx';
import { NewsBar } from '#platform/web/ui/news-bar.tsx';
import { PartName } from '#people/profiles/web/part-name.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { SearchBox } from '#platform/web/ui/controls/search-box.tsx';
import { DropArea } from './drop-area.tsx';
import { ImageColumns } from './image-tile.tsx';
import { useGalleryNews, useOwnImagesLive } from './live.ts';
import { OpenImage, preloadImageDialog } from './open-image.tsx';
import { OwnImages } from './own-images.tsx';
import { galleryAddress, imagesQuery, ownImagesQuery } from './queries.ts';

const UploadDialog = lateWindow('The upload form', () => import('./upload-dialog.tsx'));

/** Images that stand in the first row of a large screen. */
const FIRST_VIEW = 5;

/** Pages of images. */
type ImagesList = UseInfiniteQueryResult<InfiniteData<Reply<'GET /gallery/images'>>>;

/** `/gallery`: images in columns, the search, the form for new images, and one image large in a dialog. */
export function GalleryPage({
  search,
  openId,
  adultsOnly,
}: {
  search: string;
  openId: string | null;
  adultsOnly: boolean;
}) {
  const call = useCall();
  const { viewer } = useAuth();
  const query = startingAt(imagesQuery(call, search), useStart());
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData });
  const own = useInfiniteQuery({ ...ownImagesQuery(call), enabled: viewer !== null });
  const [upload, setUpload] = useState<{ file: File | null } | null>(null);
  useOwnImagesLive(viewer?.id ?? null);

  const images = itemsOf(list.data);
  const news = useGalleryNews(images);
  const ownImages = viewer ? itemsOf(own.data) : [];
  const { go, onNext, onPrevious, close, noteOpened } = useOpenImage(search, openId, [...ownImages, ...images], list);
  const showNews = useShowNews(news, query);

  return (
    <Page width="full">
      <PageHeading
        actions={
          viewer ? (
            <Button
              icon={<ImageUp aria-hidden="true" size={18} />}
              onClick={() => setUpload({ file: null })}
              onFocus={UploadDialog.preload}
              onPointerEnter={UploadDialog.preload}
              variant="primary"
            >
              Upload Image
            </Button>
          ) : undefined
        }
        title={<PartName name="Gallery" page="/gallery" />}
      />
      <div className="mt-3 mb-4 grid gap-3 lg:flex">
        <SearchBox
          label="Search images"
          maxLength={gallery.searchMax}
          onSearch={(text) => go(galleryAddress(text, null), true)}
          search={search}
        />
        {/* A phone has nothing to drop; its button is above. */}
        {viewer && <DropArea className="flex-1 max-md:hidden" onFile={(file) => setUpload({ file })} />}
      </div>
      {adultsOnly && <AdultsOnly what="images" />}
      <div
        onClickCapture={(event) => {
          if ((event.target as HTMLElement).closest('a[href*="image="]')) noteOpened();
        }}
        onFocusCapture={preloadImageDialog}
        onPointerEnter={preloadImageDialog}
      >
        <OwnImages
          images={ownImages}
          onMore={own.hasNextPage ? () => void own.fetchNextPage() : null}
          search={search}
        />
        <NewsBar count={search === '' ? news.count : 0} onShow={() => void showNews()} things={['image', 'images']} />
        <ImageList isCovered={openId !== null} isSignedIn={viewer !== null} list={list} search={search} />
      </div>
      {openId !== null && (
        <OpenImage
          closeTo={galleryAddress(search, null)}
          id={openId}
          onClose={close}
          onNext={onNext}
          onPrevious={onPrevious}
        />
      )}
      {upload && viewer && (
        <UploadDialog
          file={upload.file}
          onClose={() => setUpload(null)}
          onGiveUp={() => setUpload(null)}
          viewer={viewer}
        />
      )}
    </Page>
  );
}

/** One image of the gallery, large: how it is opened, closed, and turned to its neighbours. */
function useOpenImage(
  search: string,
  openId: string | null,
  images: readonly { readonly id: string }[],
  list: ImagesList,
) {
  const router = useRouter();
  const openedHere = useRef(false);
  const order = images.map((image) => image.id);
  const at = openId === null ? -1 : order.indexOf(openId);
  const go = (address: string, replace: boolean) =>
    void router.navigate({ href: address, replace, resetScroll: false });
  const turn = (to: number) => {
    const id = at < 0 ? undefined : order[to];
    return id === undefined ? null : () => go(galleryAddress(search, id), true);
  };
  const close = () => {
    if (openedHere.current) router.history.back();
    else go(galleryAddress(search, null), true);
    openedHere.current = false;
  };
  /** It was opened from this page: closing it goes back. */
  const noteOpened = () => {
    openedHere.current = true;
  };
  const next = turn(at + 1);
  const onNext =
    next ??
    (at >= 0 && list.hasNextPage
      ? () => {
          void list.fetchNextPage().then(({ data }) => {
            const after = itemsOf(data)[itemsOf(list.data).length];
            if (after) go(galleryAddress(search, after.id), true);
          });
        }
      : null);
  return { go, onNext, onPrevious: turn(at - 1), close, noteOpened };
}

/** The images that were found, in columns. */
function ImageList({
  list,
  search,
  isSignedIn,
  isCovered,
}: {
  list: ImagesList;
  search: string;
  isSignedIn: boolean;
  /** An image stands large over them: theirs can wait. */
  isCovered: boolean;
}) {
  const images = itemsOf(list.data);
  return (
    <div aria-busy={list.isPlaceholderData || undefined} className={classes(list.isPlaceholderData && 'opacity-60')}>
      {list.isPending && <MasonrySkeleton label="Loading images" />}
      {list.error && !list.data && (
        <ErrorState
          busy={list.isFetching}
          error={list.error}
          onRetry={() => void list.refetch()}
          title="The images could not be loaded."
        />
      )}
      {list.data && images.length === 0 && (
        <EmptyState
          action={
            search !== '' ? (
              <ButtonLink to="/gallery">Show all images</ButtonLink>
            ) : isSignedIn ? undefined : (
              <ButtonLink to="/auth">Sign in</ButtonLink>
            )
          }
          title="No images found"
        >
          {search === '' && 'Be the first to share an image!'}
        </EmptyState>
      )}
      {images.length > 0 && (
        <ImageColumns firstView={isCovered ? 0 : FIRST_VIEW} images={images} more={list.hasNextPage} search={search} />
      )}
      <ListEnd aheadPx={gallery.loadMorePx} auto linked list={list} />
    </div>
  );
}

/** The gallery while it loads. */
export function GalleryPending() {
  return (
    <Page width="full">
      <PageHeading title={<PartName name="Gallery" page="/gallery" />} />
      <div className="mt-4">
        <MasonrySkeleton label="Loading images" />
      </div>
    </Page>
  );
}
