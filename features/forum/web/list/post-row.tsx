import { Clock, EyeOff, Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PostCard } from '#features/forum/contract/endpoints.ts';
import { AvatarLink } from '#people/profiles/web/avatar-link.tsx';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { Counter } from '#platform/web/ui/counter.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { LockMark } from '#platform/web/ui/graphics/lock-mark.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { faintGlowStyle } from '#content/core/web/banner-style.ts';
import { categoryAddress } from './categories.ts';
import { useRevealed } from '#content/core/web/revealed.ts';

/** One post in a list. The whole row leads to it; author and category lead to theirs. */
export function PostRow({ post }: { post: PostCard }) {
  const [shown, reveal] = useRevealed(post);
  const banner = shown ? post.customBanner : null;
  const image = banner?.imageUrl;
  return (
    <li
      className={classes('@container relative has-[.row-link:hover]:bg-hover', post.isPinned && 'bg-primary-wash')}
      style={faintGlowStyle(banner)}
    >
      {post.isPinned && <span aria-hidden="true" className="absolute inset-y-0 start-0 z-1 w-[3px] bg-mark" />}
      <div
        className={classes(
          'flex gap-x-3 px-3 py-2 md:px-4 md:py-1.5 @max-[16rem]:flex-wrap @max-[16rem]:gap-2',
          image && 'max-md:flex-wrap',
        )}
      >
        <AvatarLink
          className={image ? 'max-md:-mt-4 max-md:ring-3 max-md:ring-surface' : undefined}
          person={post.author}
        />
        <div className="min-w-0 flex-1 @max-[16rem]:order-last @max-[16rem]:basis-full">
          <Text post={post} reveal={reveal} shown={shown} />
          <Meta post={post} />
        </div>
        {/* Beside the text, where there is room: no post takes more height than another, and nine stand on a screen. */}
        {image && (
          <img
            alt=""
            className="h-14 object-cover max-md:order-first max-md:-mx-3 max-md:-mt-2 max-md:w-[calc(100%+1.5rem)] max-md:max-w-none md:w-32 md:self-center md:rounded-control"
            decoding="async"
            loading="lazy"
            src={image}
          />
        )}
        <Replies post={post} />
      </div>
    </li>
  );
}

function Text({ post, shown, reveal }: { post: PostCard; shown: boolean; reveal: () => void }) {
  if (!shown) {
    return (
      <div className="relative">
        <div aria-hidden="true" className="pointer-events-none blur-sm select-none" inert>
          <p className="heading line-clamp-1 text-base">{post.title}</p>
          <p className="line-clamp-1 text-sm text-soft">{post.preview || post.title}</p>
        </div>
        <h2 className="sr-only">18+ post, hidden</h2>
        <span className="absolute inset-0 flex items-center">
          <Button icon={<EyeOff aria-hidden="true" size={15} />} onClick={reveal} size="sm">
            Show 18+ post
          </Button>
        </span>
      </div>
    );
  }
  return (
    <>
      <h2 className="flex items-start gap-1.5" dir="auto">
        {post.isPinned && (
          <Pin aria-label="Pinned" className="mt-[0.3em] shrink-0 text-primary-text" role="img" size={15} />
        )}
        {post.isLocked && <LockMark />}
        <AppLink
          className="row-link heading line-clamp-3 min-w-0 text-base leading-snug break-words after:absolute after:inset-0 md:line-clamp-2 md:leading-normal lg:line-clamp-1"
          to={`/forum/post/${post.id}`}
        >
          {post.title}
        </AppLink>
        <Marks post={post} />
      </h2>
      {post.preview !== '' && (
        <p className="line-clamp-2 break-words text-soft md:line-clamp-1 md:text-sm">{post.preview}</p>
      )}
    </>
  );
}

function Marks({ post }: { post: PostCard }) {
  const marks: ReactNode[] = [];
  if (post.visibility === 'held') {
    marks.push(
      <Badge key="held" icon={<Clock aria-hidden="true" size={12} />} tone="accent">
        Held for review
      </Badge>,
    );
  }
  if (post.visibility === 'removed') {
    marks.push(
      <Badge key="removed" tone="danger">
        Removed
      </Badge>,
    );
  }
  if (post.isAdult && post.category.name !== 'nsfw') marks.push(<Badge key="adult">18+</Badge>);
  if (post.isNew) {
    marks.push(
      <Badge key="new" tone="primary">
        New
      </Badge>,
    );
  }
  return marks.length > 0 && <span className="mt-[0.1em] flex shrink-0 gap-1">{marks}</span>;
}

function Meta({ post }: { post: PostCard }) {
  return (
    <p className="relative mt-0.5 flex min-w-0 items-center gap-x-2 text-sm text-faint @max-[16rem]:flex-wrap">
      <PersonName className="text-soft max-md:[&_.role-badge]:hidden" person={post.author} />
      <AppLink
        className="touch-target relative max-w-1/2 shrink-0 -my-0.5 truncate py-0.5 text-secondary-text hover:underline"
        to={categoryAddress(post.category.name ?? post.category.id)}
      >
        {post.category.label}
      </AppLink>
      <RelativeTime className="shrink-0" date={post.createdAt} />
    </p>
  );
}

function Replies({ post }: { post: PostCard }) {
  return (
    <p className="ms-auto shrink-0 self-center text-end text-xs leading-snug text-faint">
      <Counter className="block text-lg leading-tight font-semibold text-text" short value={post.replyCount} />
      <span className="tape block">{post.replyCount === 1 ? 'reply' : 'replies'}</span>
      {post.newReplies > 0 && (
        <span className="block font-semibold text-primary-text">
          <Counter short value={post.newReplies} /> new
        </span>
      )}
    </p>
  );
}
