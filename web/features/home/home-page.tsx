import { useSuspenseQuery } from '@tanstack/react-query';
import type { PostCard } from '#contract/forum.ts';
import { forum } from '#contract/limits.ts';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { PersonLine } from '#web/features/profiles/person-line.tsx';
import { useCall } from '#web/lib/api.ts';
import { Page } from '#web/shell/page.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card, CardHeading } from '#web/ui/card.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { latestPostsQuery, newestMembersQuery, statisticsQuery } from './queries.ts';

/** `/`: latest posts, newest members, statistics. The upload feed joins it with the media pages. */
export function HomePage() {
  const call = useCall();
  const { viewer, site } = useAuth();
  const { data: posts } = useSuspenseQuery(latestPostsQuery(call));
  const latest = posts.items.filter((post) => post.visibility === 'published').slice(0, forum.homePosts);
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
            : 'Music and video creators, and the people who listen. Talk about what you make, show it, get better at it.'
        }
        title={viewer ? 'Latest posts' : site.name}
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
          <p className="border-t border-hairline px-4 py-3">
            <AppLink className="link" to="/forum">
              All posts
            </AppLink>
          </p>
        </Card>
      )}
    </Page>
  );
}

function LatestPost({ post }: { post: PostCard }) {
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Avatar
        id={post.author.id ?? post.author.username}
        name={post.author.displayName}
        size="sm"
        src={post.author.avatarUrl}
      />
      <div className="min-w-0 flex-1">
        <AppLink className="heading line-clamp-2 break-words hover:underline" to={`/forum/post/${post.id}`}>
          {post.title}
        </AppLink>
        {!post.isAdult && <p className="line-clamp-1 text-sm text-soft">{post.preview}</p>}
        <p className="text-sm text-faint">
          {post.author.displayName}, {post.category.label}, <RelativeTime date={post.createdAt} />
        </p>
      </div>
      <p className="text-right text-sm text-faint">
        <Counter className="block text-base font-semibold text-text" value={post.replyCount} />
        {post.replyCount === 1 ? 'reply' : 'replies'}
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
