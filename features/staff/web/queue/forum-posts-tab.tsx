import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { StaffForumPost } from '#features/staff/contract/endpoints.ts';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { useDecision } from '#features/staff/web/actions.ts';
import { forumPostsQuery } from '#features/staff/web/queries.ts';
import type { ReasonDialogProps } from '#features/staff/web/reason-dialog.tsx';
import { StaffList } from '#features/staff/web/staff-list.tsx';

const ReasonDialog = latePart<ReasonDialogProps>(() => import('#features/staff/web/reason-dialog.tsx'), {
  name: 'The question',
  notice: 'float',
});

const deleteFailure = 'Failed to delete forum post';

/** The tab Forum Posts: the latest 50, to delete. */
export function ForumPostsTab() {
  const query = useInfiniteQuery(forumPostsQuery(useCall()));
  return (
    <StaffList
      className="staff-rows"
      empty={{ title: 'No forum posts', text: 'The latest posts of the forum are listed here.' }}
      label="Forum posts"
      query={query}
    >
      {(post) => <ForumPost post={post} />}
    </StaffList>
  );
}

function ForumPost({ post }: { post: StaffForumPost }) {
  const decide = useDecision();
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = (reason: string) =>
    decide(
      (call) => call('DELETE /forum/posts/:postId', { params: { postId: post.id }, body: { reason } }),
      {
        done: { title: 'Post deleted', description: 'It can be restored for 30 days.' },
        // A network that failed has no message of its own.
        failed: (message) => (message === deleteFailure ? message : `${deleteFailure}: ${message}`),
      },
      [['forum']],
    );
  return (
    <div className="staff-row">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <AppLink className="min-w-0 font-semibold wrap-anywhere hover:underline" to={post.url}>
            {post.title}
          </AppLink>
          {post.category !== null && !(post.isAdult && post.category === '18+') && <Badge>{post.category}</Badge>}
          {post.isAdult && <Badge tone="accent">18+</Badge>}
          {post.isHeld && <Badge tone="accent">Held for review</Badge>}
        </p>
        {post.excerpt !== '' && !post.isAdult && (
          <p className="line-clamp-1 text-sm break-all text-soft">{post.excerpt}</p>
        )}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-soft">
          <PersonName badge={false} person={post.author} />
          <RelativeTime date={post.createdAt} />
          <span>
            {post.replyCount} {post.replyCount === 1 ? 'reply' : 'replies'}
          </span>
        </p>
      </div>
      <Button
        aria-label={`Delete ${post.title}`}
        icon={<Trash2 aria-hidden="true" size={16} />}
        onClick={() => setIsDeleting(true)}
        onFocus={ReasonDialog.preload}
        onPointerEnter={ReasonDialog.preload}
        size="sm"
      >
        Delete
      </Button>
      {isDeleting && (
        <ReasonDialog
          confirmLabel="Delete"
          description="It is hidden with its replies, unlocks and activity. Its author is notified. It can be restored for 30 days."
          onClose={() => setIsDeleting(false)}
          onConfirm={remove}
          onGiveUp={() => setIsDeleting(false)}
          title="Delete this post?"
        />
      )}
    </div>
  );
}
