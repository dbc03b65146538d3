import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Card } from '#platform/web/ui/card.tsx';
import { LoadMore } from '#platform/web/ui/controls/load-more.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import type { Answer } from '#content/core/contract/shapes.ts';
import type { ThreadType } from './thread.ts';

/** The loaded pages of a thread, as the query library holds them. */
type ThreadPagesState = Pick<
  UseInfiniteQueryResult,
  | 'fetchPreviousPage'
  | 'hasNextPage'
  | 'hasPreviousPage'
  | 'isFetchNextPageError'
  | 'isFetchPreviousPageError'
  | 'isFetchingNextPage'
  | 'isFetchingPreviousPage'
>;

/** A word as a sentence begins. */
export const capital = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`;

/** Answers in order of time, paged in both directions. @param renderItem one answer, and what stands before it */
export function AnswerList<A extends Answer>({
  type,
  parentId,
  answers,
  pages,
  onLater,
  renderItem,
}: {
  type: ThreadType<A>;
  parentId: string;
  answers: readonly A[];
  pages: ThreadPagesState;
  /** Reads on. */
  onLater: () => void;
  renderItem: (answer: A) => ReactNode;
}) {
  const [first, last] = [answers[0], answers.at(-1)];
  // Opened at the answer where it ends, a thread shows what stands beyond.
  const ends = first && last && ([first, last] as const);
  return (
    <>
      <LoadMore
        failed={pages.isFetchPreviousPageError}
        hasMore={pages.hasPreviousPage}
        label={`Earlier ${type.plural}`}
        nextTo={ends && type.address(parentId, ends[0].id)}
        loading={pages.isFetchingPreviousPage}
        onLoadMore={() => void pages.fetchPreviousPage()}
      />
      <Card flush>
        <ol aria-label={capital(type.plural)} className="divide-y divide-hairline">
          {answers.map((answer) => (
            <Fragment key={answer.id}>{renderItem(answer)}</Fragment>
          ))}
        </ol>
      </Card>
      <LoadMore
        auto
        failed={pages.isFetchNextPageError}
        hasMore={pages.hasNextPage}
        label={`More ${type.plural}`}
        nextTo={ends && type.address(parentId, ends[1].id)}
        loading={pages.isFetchingNextPage}
        onLoadMore={onLater}
      />
    </>
  );
}

/** Answers while they load. */
export function AnswerListSkeleton({ plural, rows = 4 }: { plural: string; rows?: number }) {
  return (
    <div
      aria-busy="true"
      className="divide-y divide-hairline overflow-hidden rounded-card border border-hairline bg-surface"
      role="status"
    >
      <span className="sr-only">Loading {plural}</span>
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
