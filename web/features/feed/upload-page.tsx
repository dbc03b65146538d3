import { useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ArrowDown, ChevronLeft } from 'lucide-react';
import type { UploadComment } from '#contract/feed.ts';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { useCall } from '#web/lib/api.ts';
import { itemsOf } from '#web/lib/paged-list.ts';
import { Page } from '#web/shell/page.tsx';
import { Button } from '#web/ui/button.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { putComment } from './cache.ts';
import { CommentList } from './comment-list.tsx';
import { CommentPlace } from './comment-place.tsx';
import { commentAddress } from './filter.ts';
import { useUploadLive } from './live.ts';
import { commentsQuery, uploadQuery } from './queries.ts';
import { UploadArticle } from './upload-article.tsx';
import { UploadRail } from './upload-rail.tsx';
import { useSeek } from './use-seek.ts';
import { useTarget } from './use-target.ts';

const commentsWord = (count: number): string => (count === 1 ? 'comment' : 'comments');

/** `/uploads/{id}`: an upload and its comments. `around`: the comment that it was opened at, or empty. */
export function UploadPage({
  uploadId,
  around,
  missingComment,
}: {
  uploadId: string;
  around: string;
  missingComment: boolean;
}) {
  const call = useCall();
  const client = useQueryClient();
  const router = useRouter();
  const { viewer } = useAuth();
  const { data: upload } = useSuspenseQuery(uploadQuery(call, uploadId));
  const pages = useSuspenseInfiniteQuery(commentsQuery(call, uploadId, around));
  const comments = itemsOf(pages.data);
  const atEnd = !pages.hasNextPage;
  const live = useUploadLive({ upload, atEnd });
  const targetId = useTarget(comments, uploadId);
  const seek = useSeek(upload);
  const onSent = (comment: UploadComment) => {
    putComment(client, comment);
    if (!atEnd) void router.navigate({ href: commentAddress(uploadId, comment.id) });
  };
  const toEnd = () => {
    live.clear();
    void pages.fetchNextPage();
  };

  return (
    <Page rail={<UploadRail upload={upload} />} railLabel="About this upload">
      <AppLink
        className="touch-target relative mb-2 -ml-1 inline-flex items-center gap-1 text-sm font-semibold text-soft hover:text-text"
        to="/uploads"
      >
        <ChevronLeft aria-hidden="true" size={16} />
        Uploads
      </AppLink>
      <UploadArticle first place="page" upload={upload} />
      <section aria-labelledby="comments" className="mt-6 grid gap-3">
        <h2 className="heading flex items-baseline gap-2 text-xl" id="comments" tabIndex={-1}>
          <Counter value={upload.commentCount} />
          {commentsWord(upload.commentCount)}
        </h2>
        {missingComment && (
          <p className="rounded-card border border-hairline bg-raised px-4 py-3 text-soft" role="status">
            This comment does not exist any more.
          </p>
        )}
        {comments.length === 0 && upload.can.comment && (
          <p className="text-soft">No comments yet. Yours would be the first.</p>
        )}
        {(comments.length > 0 || pages.hasPreviousPage) && (
          <CommentList
            authorId={upload.author.id}
            comments={comments}
            earlier={{
              has: pages.hasPreviousPage,
              loading: pages.isFetchingPreviousPage,
              failed: pages.isFetchPreviousPageError,
              load: () => void pages.fetchPreviousPage(),
            }}
            later={{
              has: pages.hasNextPage,
              loading: pages.isFetchingNextPage,
              failed: pages.isFetchNextPageError,
              load: toEnd,
            }}
            onSeek={seek}
            readerId={viewer?.id ?? null}
            targetId={targetId}
          />
        )}
        {pages.isRefetchError && (
          <ErrorState compact onRetry={() => void pages.refetch()} title="New comments could not be loaded." />
        )}
        <div aria-live="polite">
          {live.waiting > 0 && (
            <Button className="w-full" icon={<ArrowDown aria-hidden="true" size={16} />} onClick={toEnd}>
              {live.waiting} new {commentsWord(live.waiting)}
            </Button>
          )}
        </div>
        <CommentPlace onSent={onSent} upload={upload} />
      </section>
    </Page>
  );
}
