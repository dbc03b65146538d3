import { ArrowDown } from 'lucide-react';
import { Fragment } from 'react';
import type { Reply } from '#contract/forum.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ReplyItem } from './reply-item.tsx';

/** Props of {@link ReplyList}. */
export interface ReplyListProps {
  replies: readonly Reply[];
  /** Profile id of the reader. */
  readerId: string | null;
  /** The first reply that came since the reader's last visit. */
  firstNewId: string | null;
  /** The reply that was jumped to. */
  targetId: string | null;
  onAnswer: ((reply: Reply, quote: string | null) => void) | null;
  earlier: Direction;
  later: Direction;
}

interface Direction {
  readonly has: boolean;
  readonly loading: boolean;
  readonly failed: boolean;
  load(): void;
}

/** Replies in order of time, read on in both directions. */
export function ReplyList({ replies, readerId, firstNewId, targetId, onAnswer, earlier, later }: ReplyListProps) {
  return (
    <>
      <LoadMore
        failed={earlier.failed}
        hasMore={earlier.has}
        label="Earlier replies"
        loading={earlier.loading}
        onLoadMore={earlier.load}
      />
      <Card flush>
        <ol aria-label="Replies" className="divide-y divide-hairline">
          {replies.map((reply) => (
            <Fragment key={reply.id}>
              {reply.id === firstNewId && <NewLine />}
              <ReplyItem
                isOwn={readerId !== null && reply.author.id === readerId}
                isTarget={reply.id === targetId}
                onAnswer={onAnswer}
                reply={reply}
              />
            </Fragment>
          ))}
        </ol>
      </Card>
      <LoadMore
        auto
        failed={later.failed}
        hasMore={later.has}
        label="More replies"
        loading={later.loading}
        onLoadMore={later.load}
      />
    </>
  );
}

function NewLine() {
  return (
    <li className="flex items-center gap-3 bg-primary-wash px-4 py-1 text-sm font-semibold text-primary-text" id="new">
      <ArrowDown aria-hidden="true" size={14} />
      New since your last visit
    </li>
  );
}

/** Replies while they load. */
export function ReplyListSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div
      aria-busy="true"
      className="divide-y divide-hairline overflow-hidden rounded-card border border-hairline bg-surface"
      role="status"
    >
      <span className="sr-only">Loading replies</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex gap-3 px-3 py-3 md:px-4">
          <Skeleton className="size-8 shrink-0" round />
          <div className="grid flex-1 content-start gap-2.5 pt-1">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-11/12" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
