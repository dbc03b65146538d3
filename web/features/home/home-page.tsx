import { useSuspenseQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { PostCard } from '#contract/forum.ts';
import { forum } from '#contract/limits.ts';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { AvatarLink } from '#web/features/profiles/avatar-link.tsx';
import { newestMembersQuery, statisticsQuery } from '#web/features/profiles/community-queries.ts';
import { PersonLine } from '#web/features/profiles/person-line.tsx';
import { PersonName } from '#web/features/profiles/person-name.tsx';
import { useCall } from '#web/lib/api.ts';
import { Page } from '#web/shell/page.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card, CardHeading } from '#web/ui/card.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { LockMark } from '#web/ui/lock-mark.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { latestPostsQuery } from './queries.ts';

/** `/`: latest posts, newest members, statistics. The upload feed joins it with the media pages. */
export function HomePage() {
  const call = useCall();
  const { viewer, site } = useAuth();
  const { data: posts } = useSuspenseQuery(latestPostsQuery(call));
  const latest = latestOf(posts.items);
  return (
    <Page rail={<Rail />} railLabel="Community">
      <PageHeading
        actions={
          viewer ? (
            <ButtonLink to="/forum?compose=1" variant="primary">
              New post
            </ButtonLink>
          ) : (
            <ButtonLink to="/auth" variant="primary">
              Join {site.name}
            </ButtonLink>
          )
        }
        lead={
          viewer
            ? undefined
            : 'Music and video creators, and the people who listen: show what you have, hear what others think, get better at it.'
        }
        title={viewer ? 'Latest posts' : 'Talk about what you make'}
      />
      {latest.length === 0 ? (
        <EmptyState
          action={<ButtonLink to="/forum">Open the forum</ButtonLink>}
          title="No posts found. Be the first to start a conversation!"
        />
      ) : (
        <Card flush>
          <ul className="divide-y divide-hairline">
            {latest.map((post) => (
              <LatestPost key={post.id} post={post} />
            ))}
          </ul>
          <p className="border-t border-hairline">
            <AppLink
              className="flex min-h-11 items-center gap-1.5 px-4 text-sm font-semibold text-secondary-text hover:bg-hover"
              to="/forum"
            >
              All posts
              <ChevronRight aria-hidden="true" size={16} />
            </AppLink>
          </p>
        </Card>
      )}
    </Page>
  );
}

/** The page while it loads. */
export function HomePending() {
  return (
    <Page rail={<ListSkeleton rows={6} />} railLabel="Community">
      <PageHeading title="Latest posts" />
      <ListSkeleton label="Loading posts" />
    </Page>
  );
}

/** The newest first: what is pinned in the forum has no privilege here, and 18+ stays in the forum. */
function latestOf(posts: readonly PostCard[]): PostCard[] {
  return posts
    .filter((post) => post.visibility === 'published' && !post.isAdult)
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, forum.homePosts);
}

function LatestPost({ post }: { post: PostCard }) {
  return (
    <li className="relative flex gap-3 px-3 py-2.5 has-[.row-link:hover]:bg-hover md:px-4">
      <AvatarLink person={post.author} />
      <div className="min-w-0 flex-1">
        <h2 className="flex items-start gap-1.5">
          {post.isLocked && <LockMark />}
          <AppLink
            className="row-link heading line-clamp-3 min-w-0 leading-snug break-words after:absolute after:inset-0 md:line-clamp-2 lg:line-clamp-1"
            to={`/forum/post/${post.id}`}
          >
            {post.title}
          </AppLink>
        </h2>
        {post.preview !== '' && (
          <p className="mt-0.5 line-clamp-2 text-sm break-words text-soft md:line-clamp-1">{post.preview}</p>
        )}
        <p className="relative mt-0.5 flex min-w-0 items-center gap-x-2 text-sm text-faint">
          <PersonName badge={false} className="text-soft" person={post.author} />
          <span className="max-w-1/2 shrink-0 truncate">{post.category.label}</span>
          <RelativeTime className="shrink-0" date={post.createdAt} />
        </p>
      </div>
      <p className="shrink-0 self-center text-right text-xs leading-snug text-faint">
        <Counter className="block text-lg leading-tight font-semibold text-text" short value={post.replyCount} />
        <span className="tape block">{post.replyCount === 1 ? 'reply' : 'replies'}</span>
      </p>
    </li>
  );
}

function Rail() {
  const call = useCall();
  const { data: statistics } = useSuspenseQuery(statisticsQuery(call));
  const { data: members } = useSuspenseQuery(newestMembersQuery(call));
  const tiles = [
    ['Community Members', statistics.members],
    ['Forum Posts', statistics.posts],
    ['Replies', statistics.replies],
    ['Total XP Earned', statistics.xp],
  ] as const;
  return (
    <>
      <Card>
        <CardHeading>Statistics</CardHeading>
        <dl className="grid grid-cols-2 gap-3">
          {tiles.map(([label, value]) => (
            <div key={label}>
              <dd className="text-lg font-semibold">
                <Counter value={value} />
              </dd>
              <dt className="text-sm text-soft">{label}</dt>
            </div>
          ))}
        </dl>
      </Card>
      <Card>
        <CardHeading>Newest members</CardHeading>
        {members.items.length === 0 ? (
          <p className="text-soft">Nobody yet.</p>
        ) : (
          <ul className="grid gap-3">
            {members.items.slice(0, 6).map((member) => (
              <li key={member.id}>
                <PersonLine person={member} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
