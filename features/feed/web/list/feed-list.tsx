import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { SharedMarkup } from '#people/accounts/web/shared-markup.tsx';
import { drawnCards } from '#features/player/web/track.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { NewsBar } from '#platform/web/ui/news-bar.tsx';
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx';
import type { FeedFilter } from './filter.ts';
import { useFeedNews } from '#features/feed/web/live.ts';
import { uploadsQuery } from '#features/feed/web/queries.ts';
import { UploadArticle } from '#features/feed/web/upload/upload-article.tsx';

/** Uploads, newest first, with more loaded at the end and a button for newer ones. One component for each filter. */
export function FeedList({
  filter,
  empty,
  auto = true,
}: {
  filter: FeedFilter;
  empty: ReactNode;
  /** Reads on by itself at the end; not where something stands beneath. */
  auto?: boolean;
}) {
  const call = useCall();
  const query = useSuspenseInfiniteQuery(startingAt(uploadsQuery(call, filter), useStart()));
  const news = useFeedNews(filter);
  const [busy, setBusy] = useState(false);
  // The same list until it changes: each card is handed it.
  const uploads = useMemo(() => itemsOf(query.data), [query.data]);
  const showNews = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const first = await news.show();
      if (first !== null) showCard(first);
    } catch (error) {
      failureToast(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <NewsBar count={news.count} onShow={() => void showNews()} things={['upload', 'uploads']} />
      {uploads.length === 0 ? (
        empty
      ) : (
        <ol aria-label="Uploads" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {uploads.map((upload, index) => (
            <li key={upload.id} className="feed-card">
              <SharedMarkup
                authorId={upload.author.id}
                isShared={index > 0}
                name="upload"
                of={[upload, index < drawnCards]}
              >
                <UploadArticle first={index === 0} place="feed" queue={uploads} upload={upload} />
              </SharedMarkup>
            </li>
          ))}
        </ol>
      )}
      {query.isRefetchError && (
        <ErrorState compact onRetry={() => void query.refetch()} title="Newer uploads could not be loaded." />
      )}
      <ListEnd auto={auto} linked list={query} />
    </>
  );
}

/** The feed while it loads. */
export function FeedSkeleton() {
  return <CardSkeleton cards={3} label="Loading uploads" />;
}

/** A site without uploads. Visitors have no composer above. */
export function NoUploadsYet({ isMember }: { isMember: boolean }) {
  if (isMember) return <EmptyState title="No uploads yet. Use the composer above to share something!" />;
  return (
    <EmptyState action={<ButtonLink to="/auth">Sign in</ButtonLink>} title="No uploads yet.">
      Members share tracks, pictures, videos and words here.
    </EmptyState>
  );
}

/** Frames in which a card that was put into a feed is drawn. */
const FRAMES = 60;

/** Scrolls the card of an upload into view and focuses it, as soon as it is rendered. */
export function showCard(uploadId: string, frames = FRAMES): void {
  const card = document.getElementById(`upload-${uploadId}`);
  if (!card) {
    if (frames > 0) requestAnimationFrame(() => showCard(uploadId, frames - 1));
    return;
  }
  card.scrollIntoView({ block: 'start' });
  card.focus({ preventScroll: true });
}
