import { useInfiniteQuery } from '@tanstack/react-query';
import { useCall } from '#platform/web/lib/api.ts';
import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { LockMark } from '#platform/web/ui/graphics/lock-mark.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { memberPostsQuery } from './queries.ts';

/** The forum posts of one member. */
export function MemberPosts({ username, isOwn }: { username: string; isOwn: boolean }) {
  const call = useCall();
  const list = useInfiniteQuery(startingAt(memberPostsQuery(call, username), useStart()));
  const { data, error, refetch } = list;
  const posts = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-labelledby="posts">
      <h2 className="sr-only" id="posts">
        Posts
      </h2>
      {error && !data && <ErrorState onRetry={() => void refetch()} title="The posts could not be loaded." />}
      {!data && !error && <ListSkeleton rows={4} />}
      {data && posts.length === 0 && (
        <EmptyState
          action={isOwn ? <ButtonLink to="/forum?compose=1">New post</ButtonLink> : undefined}
          title={isOwn ? 'You have not posted yet.' : 'No posts yet.'}
        />
      )}
      {posts.length > 0 && (
        <Card flush>
          <ul className="divide-y divide-hairline">
            {posts.map((post) => (
              <li className="relative flex gap-3 px-3 py-2.5 has-[.row-link:hover]:bg-hover md:px-4" key={post.id}>
                <div className="min-w-0 flex-1">
                  <p className="flex items-start gap-1.5" dir="auto">
                    {post.isLocked && <LockMark />}
                    <AppLink
                      className="row-link heading line-clamp-3 min-w-0 leading-snug break-words after:absolute after:inset-0 md:line-clamp-2"
                      to={`/forum/post/${post.id}`}
                    >
                      {post.title}
                    </AppLink>
                  </p>
                  {!post.isAdult && post.preview !== '' && (
                    <p className="mt-0.5 line-clamp-2 break-words text-soft md:line-clamp-1 md:text-sm">
                      {post.preview}
                    </p>
                  )}
                  <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-faint">
                    {post.category.label}
                    <RelativeTime date={post.createdAt} />
                  </p>
                </div>
                <p className="shrink-0 self-center text-end text-xs leading-snug text-faint">
                  <Counter
                    className="block text-lg leading-tight font-semibold text-text"
                    short
                    value={post.replyCount}
                  />
                  <span className="tape block">{post.replyCount === 1 ? 'reply' : 'replies'}</span>
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <ListEnd linked list={list} />
    </section>
  );
}
