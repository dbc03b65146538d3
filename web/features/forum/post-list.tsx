import type { ReactNode } from 'react';
import type { PostCard } from '#contract/forum.ts';
import { SharedMarkup } from '#web/features/accounts/shared-markup.tsx';
import { Card } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PostRow } from './post-row.tsx';
import type { PostPage } from './queries.ts';

/** Props of {@link PostList}: an infinite query of pages of posts. */
export interface PostListProps {
  pages: readonly Pick<PostPage, 'items' | 'next'>[];
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  /** What stands there when there is nothing. */
  empty: ReactNode;
}

/** Pages of posts, read on at the end. */
export function PostList({ pages, empty, ...query }: PostListProps) {
  const seen = new Set<string>();
  // A post that was made meanwhile pushes one onto the following page: it is drawn once.
  const posts: PostCard[] = pages
    .flatMap((page) => page.items)
    .filter((post) => !seen.has(post.id) && Boolean(seen.add(post.id)));
  if (posts.length === 0) return empty;
  return (
    <>
      <Card aria-label="Posts" flush>
        <ul className="divide-y divide-hairline">
          {posts.map((post) => (
            <SharedMarkup key={post.id} authorId={post.author.id} name="post" of={[post]}>
              <PostRow post={post} />
            </SharedMarkup>
          ))}
        </ul>
      </Card>
      <LoadMore
        auto
        failed={query.isFetchNextPageError}
        hasMore={query.hasNextPage}
        next={pages.at(-1)?.next}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </>
  );
}

const titles = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-5/12'];

/** The list while it loads: rows of the same height. */
export function PostListSkeleton() {
  return (
    <div
      aria-busy="true"
      className="divide-y divide-hairline overflow-hidden rounded-card border border-hairline bg-surface"
      role="status"
    >
      <span className="sr-only">Loading posts</span>
      {Array.from({ length: 10 }, (_, row) => (
        <div key={row} className="flex gap-3 px-3 py-2 md:px-4 md:py-1.5">
          <Skeleton className="size-10 shrink-0" round />
          <div className="grid h-[66px] flex-1 content-center gap-2.5">
            <Skeleton className={classes('h-4', titles[row % titles.length])} />
            <Skeleton className="h-3 w-11/12" />
            <Skeleton className="h-3 w-36" />
          </div>
          <Skeleton className="h-8 w-9 self-center" />
        </div>
      ))}
    </div>
  );
}
