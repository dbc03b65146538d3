import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { useCall } from '#web/lib/api.ts';
import { Page } from '#web/shell/page.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip, ChipRow } from '#web/ui/chip.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { LockMark } from '#web/ui/lock-mark.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { RoleBadge } from '#web/ui/role-badge.tsx';
import { ListSkeleton, Skeleton } from '#web/ui/skeleton.tsx';
import { shortDate } from '#web/lib/format.ts';
import { FriendButton } from './friend-button.tsx';
import { ProfileFriends } from './profile-friends.tsx';
import { memberPostsQuery, profileQuery } from './queries.ts';
import { profileFriendsQuery, useRelationsLive } from './relation-queries.ts';

/** XP at which a level begins (decisions §3: level = floor(sqrt(xp / 25)) + 1). */
const xpOfLevel = (level: number): number => 25 * (level - 1) ** 2;

/** `/profile/{username}`: name, badge, bio, join date, XP, and posts or `uploads`, when those are chosen. */
export function ProfilePage({ username, uploads }: { username: string; uploads: ReactNode }) {
  const call = useCall();
  const { data: profile } = useSuspenseQuery(profileQuery(call, username));
  const { data: friends } = useSuspenseQuery(profileFriendsQuery(call, username));
  useRelationsLive(useAuth().viewer?.id ?? null);
  const floor = xpOfLevel(profile.level);
  const ceiling = xpOfLevel(profile.level + 1);
  return (
    <Page>
      <Card className="mb-4">
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 md:grid-cols-[auto_minmax(0,1fr)_auto] md:items-start">
          <Avatar
            className="max-md:size-16 max-md:text-2xl md:row-span-2"
            id={profile.id ?? profile.username}
            name={profile.displayName}
            size="xl"
            src={profile.avatarUrl}
          />
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <h1 className="heading-widest min-w-0 text-2xl break-words">{profile.displayName}</h1>
              <RoleBadge {...profile.badge} size="md" />
            </div>
            <p className="mt-0.5 text-soft">@{profile.username}</p>
          </div>
          {profile.bio !== '' && (
            <p className="max-w-measure break-words whitespace-pre-line max-md:col-span-2 md:col-start-2 md:row-start-2">
              {profile.bio}
            </p>
          )}
          {profile.isOwn && (
            <ButtonLink
              className="max-md:col-span-2 md:col-start-3 md:row-start-1"
              icon={<Settings aria-hidden="true" size={16} />}
              size="sm"
              to="/settings"
            >
              Edit Profile
            </ButtonLink>
          )}
          {friends.relation !== null && profile.id !== null && (
            <div className="max-md:col-span-2 md:col-start-3 md:row-start-1">
              <FriendButton person={{ id: profile.id, displayName: profile.displayName }} relation={friends.relation} />
            </div>
          )}
        </div>
        <dl className="mt-4 grid grid-cols-2 gap-4 border-t border-hairline pt-4 sm:grid-cols-3 md:grid-cols-5">
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
            <dt className="text-sm text-soft">Friends</dt>
            <dd className="font-semibold">
              <Counter value={friends.count} />
            </dd>
          </div>
          <div>
            <dt className="text-sm text-soft">Joined</dt>
            <dd className="tape font-semibold">
              <time dateTime={profile.joinedAt}>{shortDate(new Date(profile.joinedAt))}</time>
            </dd>
          </div>
        </dl>
      </Card>
      <ProfileFriends count={friends.count} friends={friends.items} />
      <nav aria-label="What they made" className="mt-6 mb-3">
        <ChipRow label="What they made">
          <Chip selected={uploads === null} to={`/profile/${profile.username}`}>
            Posts
          </Chip>
          <Chip selected={uploads !== null} to={`/profile/${profile.username}?tab=uploads`}>
            Uploads
          </Chip>
        </ChipRow>
      </nav>
      {uploads ?? <MemberPosts isOwn={profile.isOwn} username={profile.username} />}
    </Page>
  );
}

/** The page while it loads. */
export function ProfilePending() {
  return (
    <Page>
      <Card className="mb-4 flex items-center gap-4">
        <Skeleton className="size-16 md:size-28" round />
        <div className="grid flex-1 gap-2.5">
          <Skeleton className="h-6 w-48 max-w-full" />
          <Skeleton className="h-3.5 w-24" />
        </div>
      </Card>
      <ListSkeleton label="Loading the profile" rows={5} />
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
                  <p className="flex items-start gap-1.5">
                    {post.isLocked && <LockMark />}
                    <AppLink
                      className="row-link heading line-clamp-3 min-w-0 leading-snug break-words after:absolute after:inset-0 md:line-clamp-2"
                      to={`/forum/post/${post.id}`}
                    >
                      {post.title}
                    </AppLink>
                  </p>
                  {!post.isAdult && post.preview !== '' && (
                    <p className="mt-0.5 line-clamp-2 text-sm break-words text-soft md:line-clamp-1">{post.preview}</p>
                  )}
                  <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-faint">
                    {post.category.label}
                    <RelativeTime date={post.createdAt} />
                  </p>
                </div>
                <p className="shrink-0 self-center text-right text-xs leading-snug text-faint">
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
      <LoadMore
        failed={isFetchNextPageError}
        hasMore={hasNextPage}
        loading={isFetchingNextPage}
        onLoadMore={() => void fetchNextPage()}
      />
    </section>
  );
}
