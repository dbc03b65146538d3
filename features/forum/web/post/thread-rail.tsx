import { useLocation } from '@tanstack/react-router';
import { ArrowDown, ArrowDownToLine, ArrowUp } from 'lucide-react';
import { fullName } from '#people/profiles/web/full-name.ts';
import type { Post, Reply } from '#features/forum/contract/endpoints.ts';
import type { Person } from '#platform/contract/shapes.ts';
import { PersonLine } from '#people/profiles/web/person-line.tsx';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { Card, CardHeading } from '#platform/web/ui/card.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { Contents } from './contents.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';

/** Beside a thread, on wide screens: who wrote it, how it stands, who talks, and the ways through it. */
export function ThreadRail({
  post,
  replies,
  firstNewId,
}: {
  post: Post;
  replies: readonly Reply[];
  firstNewId: string | null;
}) {
  const people = voices(post, replies);
  return (
    <div className="grid gap-4">
      <Card>
        <PersonLine person={post.author} />
        <dl className="mt-3 grid grid-cols-2 gap-3 border-t border-hairline pt-3">
          <div>
            <dt className="text-xs text-faint">Replies</dt>
            <dd className="text-lg leading-tight font-semibold">
              <Counter value={post.replyCount} />
            </dd>
          </div>
          <div>
            <dt className="text-xs text-faint">Last reply</dt>
            <dd className="font-semibold">
              {post.lastReplyAt === null ? 'none yet' : <RelativeTime date={post.lastReplyAt} />}
            </dd>
          </div>
        </dl>
      </Card>
      {post.contents && !post.isAdult && (
        <Card>
          <CardHeading>Contents</CardHeading>
          <Contents of={post.contents} />
        </Card>
      )}
      {people.length > 1 && (
        <Card>
          <CardHeading>In this thread</CardHeading>
          <ul className="flex flex-wrap gap-2">
            {people.map((person) => (
              <li key={person.id}>
                <AppLink className="block rounded-full" to={`/profile/${person.username}`}>
                  <Avatar
                    alt={fullName(person)}
                    id={person.id ?? ''}
                    name={person.displayName}
                    size="sm"
                    src={person.avatarUrl}
                  />
                </AppLink>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {replies.length > 4 && <ThreadJumps className="grid gap-0.5" firstNewId={firstNewId} toTop />}
    </div>
  );
}

/** The distinct authors of a thread, the post's author first. */
function voices(post: Post, replies: readonly Reply[]): Person[] {
  const by = new Map<string, Person>();
  for (const person of [post.author, ...replies.map((reply) => reply.author)])
    if (person.id !== null && !by.has(person.id)) by.set(person.id, person);
  return [...by.values()].slice(0, 18);
}

/** Jumps within a thread. `toTop`: back to the post as well. */
export function ThreadJumps({
  firstNewId,
  toTop,
  className = 'flex flex-wrap gap-x-1',
}: {
  firstNewId: string | null;
  toTop?: boolean;
  className?: string;
}) {
  const path = useLocation({ select: (location) => location.pathname + location.searchStr });
  const way =
    'touch-target relative flex items-center gap-2 rounded-control px-2 py-1.5 font-semibold text-soft hover:bg-hover hover:text-text';
  return (
    <nav aria-label="In this thread" className={`${className} text-sm`}>
      {toTop && (
        <a className={way} href={`${path}#post-title`}>
          <ArrowUp aria-hidden="true" size={15} /> The post
        </a>
      )}
      {firstNewId !== null && (
        <a className={way} href={`${path}#new`}>
          <ArrowDown aria-hidden="true" className="text-primary-text" size={15} /> New since your last visit
        </a>
      )}
      <a className={way} href={`${path}#replies-end`}>
        <ArrowDownToLine aria-hidden="true" size={15} /> The end
      </a>
    </nav>
  );
}
