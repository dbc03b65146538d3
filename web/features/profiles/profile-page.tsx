import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useCall } from '#web/lib/api.ts';
import { Page } from '#web/shell/page.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { RoleBadge } from '#web/ui/role-badge.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { shortDate } from '#web/lib/format.ts';
import { memberPostsQuery, profileQuery } from './queries.ts';

/** XP at which a level begins (decisions §3: level = floor(sqrt(xp / 25)) + 1). */
const xpOfLevel = (level: number): number => 25 * (level - 1) ** 2;

/** `/profile/{username}`: name, badge, bio, join date, XP and posts. */
export function ProfilePage({ username }: { username: string }) {
  const call = useCall();
  const { data: profile } = useSuspenseQuery(profileQuery(call, username));
  const floor = xpOfLevel(profile.level);
  const ceiling = xpOfLevel(profile.level + 1);
  return (
    <Page>
      <Card className="mb-4">
        <div className="flex flex-wrap items-start gap-4">
          <Avatar id={profile.id ?? profile.username} name={profile.displayName} size="xl" src={profile.avatarUrl} />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-2">
              <h1 className="heading-widest min-w-0 break-words text-2xl">{profile.displayName}</h1>
              <RoleBadge {...profile.badge} size="md" />
            </div>
            <p className="text-soft">@{profile.username}</p>
            {profile.bio !== '' && <p className="mt-3 max-w-measure whitespace-pre-line break-words">{profile.bio}</p>}
          </div>
          {profile.isOwn && <ButtonLink to="/settings">Settings</ButtonLink>}
        </div>
        <dl className="mt-4 grid grid-cols-2 gap-4 border-t border-hairline pt-4 md:grid-cols-4">
          <div>
            <dt className="text-sm text-soft">Level</dt>
            <dd className="flex items-center gap-2 font-semibold">
              <Counter value={profile.level} />
              <Meter
                label={`XP to level ${profile.level + 1}`}
                max={ceiling - floor}
                segments={10}
                value={profile.xp - floor}
              />
            </dd>
          </div>
          <div>
            <dt className="text-sm text-soft">XP</dt>
            <dd className="font-semibold">
              <Counter value={profile.xp} />
            </dd>
          </div>
          <div>
            <dt className="text-sm text-soft">Posts</dt>
            <dd className="font-semibold">
              <Counter value={profile.postCount} />
            </dd>
          </div>
          <div>
            <dt className="text-sm text-soft">Joined</dt>
            <dd className="font-semibold">
              <time dateTime={profile.joinedAt}>{shortDate(new Date(profile.joinedAt))}</time>
            </dd>
          </div>
        </dl>
      </Card>
      <MemberPosts isOwn={profile.isOwn} username={profile.username} />
    </Page>
  );
}

function MemberPosts({ username, isOwn }: { username: string; isOwn: boolean }) {
  const call = useCall();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(memberPostsQuery(call, username));
  const posts = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-labelledby="posts">
      <h2 className="heading mb-3 text-xl" id="posts">
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
              <li className="px-4 py-3" key={post.id}>
                <AppLink className="heading block break-words hover:underline" to={`/forum/post/${post.id}`}>
                  {post.title}
                </AppLink>
                {!post.isAdult && <p className="line-clamp-1 text-sm text-soft">{post.preview}</p>}
                <p className="text-sm text-faint">
                  {post.category.label}, <RelativeTime date={post.createdAt} />, <Counter value={post.replyCount} />{' '}
                  {post.replyCount === 1 ? 'reply' : 'replies'}
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <LoadMore
        failed={isFetchNextPageError}
        hasMore={hasNextPage}
        loading={isFetchingNextPage}
        onLoadMore={() => void fetchNextPage()}
      />
    </section>
  );
}
