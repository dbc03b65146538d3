import { useSuspenseQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PostCard } from '#features/forum/contract/endpoints.ts';
import { forum } from '#features/forum/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { AvatarLink } from '#people/profiles/web/avatar-link.tsx';
import { RichText } from '#platform/web/ui/rich-text.tsx';
import { newestMembersQuery, statisticsQuery } from '#people/profiles/web/community-queries.ts';
import { PersonLine } from '#people/profiles/web/person-line.tsx';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Card, CardHeading } from '#platform/web/ui/card.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { LockMark } from '#platform/web/ui/graphics/lock-mark.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { latestPostsQuery, welcomeQuery } from './queries.ts';

/**
 * `/`: the uploads' feed, and beside it trending tags, latest posts, newest members and statistics. Without a feed the
 * posts take its place.
 */
export function HomePage({ feed, trending, hint }: { feed: ReactNode; trending: ReactNode; hint?: ReactNode }) {
  const { viewer, site } = useAuth();
  return (
    <Page rail={<Rail posts={feed !== null} trending={trending} />} railLabel="Community">
      {viewer ? <h1 className="sr-only">Home</h1> : <Welcome siteName={site.name} />}
      {hint}
      {feed ?? <LatestPosts />}
    </Page>
  );
}

/** What visitors read first: the operator's own text, or that of the software. */
function Welcome({ siteName }: { siteName: string }) {
  const { data } = useSuspenseQuery(welcomeQuery(useCall()));
  return (
    <>
      <PageHeading
        actions={
          <ButtonLink to="/auth?mode=sign-up" variant="primary">
            Join {siteName}
          </ButtonLink>
        }
        lead={
          data.html === null
            ? 'Music and video creators, and the people who listen: show what you have, hear what others think, get better at it.'
            : undefined
        }
        title={data.html === null ? 'Talk about what you make' : siteName}
      />
      {data.html !== null && <RichText className="my-4 max-w-measure" html={data.html} />}
    </>
  );
}

/** The page while it loads. */
export function HomePending({ feed }: { feed: ReactNode }) {
  return (
    <Page rail={<ListSkeleton rows={6} />} railLabel="Community">
      <h1 className="sr-only">Home</h1>
      {feed}
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
    <li className="@container relative has-[.row-link:hover]:bg-hover">
      <div className="flex gap-2.5 px-4 py-2 @max-[12rem]:[&>a]:hidden">
        <AvatarLink person={post.author} size="sm" />
        <div className="min-w-0 flex-1">
          <h3 className="flex items-start gap-1.5" dir="auto">
            {post.isLocked && <LockMark />}
            <AppLink
              className="row-link line-clamp-2 min-w-0 leading-6 font-semibold break-words after:absolute after:inset-0"
              to={`/forum/post/${post.id}`}
            >
              {post.title}
            </AppLink>
          </h3>
          <p className="relative mt-1.5 flex min-w-0 items-center gap-x-2 text-sm text-faint @max-[14rem]:flex-wrap">
            <PersonName badge={false} className="text-soft" person={post.author} />
            <RelativeTime className="shrink-0" date={post.createdAt} />
            <span className="tape ms-auto shrink-0 text-xs">
              {post.replyCount} {post.replyCount === 1 ? 'reply' : 'replies'}
            </span>
          </p>
        </div>
      </div>
    </li>
  );
}

function LatestPosts() {
  const call = useCall();
  const { data: posts } = useSuspenseQuery(latestPostsQuery(call));
  const latest = latestOf(posts.items);
  return (
    <Card aria-label="Latest posts" flush>
      <div className="px-4 pt-4">
        <CardHeading>Latest posts</CardHeading>
      </div>
      {latest.length === 0 ? (
        <p className="px-4 pb-3 text-soft">No posts found. Be the first to start a conversation!</p>
      ) : (
        <ul className="-mt-1.5 divide-y divide-hairline">
          {latest.map((post) => (
            <LatestPost key={post.id} post={post} />
          ))}
        </ul>
      )}
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
  );
}

function Rail({ posts, trending }: { posts: boolean; trending: ReactNode }) {
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
      {trending}
      {posts && <LatestPosts />}
      <Card>
        <CardHeading>Newest members</CardHeading>
        {members.items.length === 0 ? (
          <p className="text-soft">Nobody yet.</p>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {members.items.map((member) => (
              <li key={member.id}>
                <PersonLine person={member} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card>
        <CardHeading>Statistics</CardHeading>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(6.5rem,100%),1fr))] gap-3">
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
    </>
  );
}
