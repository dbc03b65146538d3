import type { UploadComment } from '#contract/feed.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CommentItem, type CommentItemProps } from './comment-item.tsx';

interface Direction {
  readonly has: boolean;
  readonly loading: boolean;
  readonly failed: boolean;
  load(): void;
}

/** Props of {@link CommentList}. */
export interface CommentListProps {
  comments: readonly UploadComment[];
  /** Profile ids of the reader and of the upload's author. */
  readerId: string | null;
  authorId: string | null;
  /** The comment that was jumped to. */
  targetId: string | null;
  onSeek: CommentItemProps['onSeek'];
  earlier: Direction;
  later: Direction;
}

/** Comments in order of time, read on in both directions. */
export function CommentList({ comments, readerId, authorId, targetId, onSeek, earlier, later }: CommentListProps) {
  return (
    <>
      <LoadMore
        failed={earlier.failed}
        hasMore={earlier.has}
        label="Earlier comments"
        loading={earlier.loading}
        onLoadMore={earlier.load}
      />
      <Card flush>
        <ol aria-label="Comments" className="divide-y divide-hairline">
          {comments.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              isAuthor={authorId !== null && comment.author.id === authorId}
              isOwn={readerId !== null && comment.author.id === readerId}
              isTarget={comment.id === targetId}
              onSeek={onSeek}
            />
          ))}
        </ol>
      </Card>
      <LoadMore
        auto
        failed={later.failed}
        hasMore={later.has}
        label="More comments"
        loading={later.loading}
        onLoadMore={later.load}
      />
    </>
  );
}

/** Comments while they load. */
export function CommentListSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div
      aria-busy="true"
      className="divide-y divide-hairline overflow-hidden rounded-card border border-hairline bg-surface"
      role="status"
    >
      <span className="sr-only">Loading comments</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex gap-3 px-3 py-3 md:px-4">
          <Skeleton className="size-8 shrink-0" round />
          <div className="grid flex-1 content-start gap-2.5 pt-1">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
