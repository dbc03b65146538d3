import type { ReactNode } from 'react';
import type { PostCard } from '#features/forum/contract/endpoints.ts';
import { SharedMarkup } from '#people/accounts/web/shared-markup.tsx';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { ListEnd, type ListEndProps, type PagedList } from '#platform/web/ui/controls/list-end.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { PostRow } from './post-row.tsx';
import type { PostPage } from '#features/forum/web/queries.ts';

/** Props of {@link PostList}. */
export interface PostListProps extends Pick<ListEndProps, 'linked'> {
  list: PagedList<Pick<PostPage, 'items'>>;
  /** What stands there when there is nothing. */
  empty: ReactNode;
}

/** Pages of posts, read on at the end. */
export function PostList({ list, linked, empty }: PostListProps) {
  // A post that was made meanwhile pushes one onto the following page: it is drawn once.
  const posts = itemsOf<PostCard>(list.data);
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
      <ListEnd auto linked={linked} list={list} />
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
