import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { AnswerItem } from '#content/core/web/thread/answer-item.tsx';
import { AnswerList, AnswerListSkeleton } from '#content/core/web/thread/answer-list.tsx';
import { answersQuery } from '#content/core/web/thread/thread-pages.ts';
import { useThreadLive } from '#content/core/web/thread/use-thread-live.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { itemAddress } from '#features/sharing/web/filter.ts';
import { useItemEvents } from '#features/sharing/web/live.ts';
import { repliesOf } from './replies.ts';

/** Props of {@link CardReplies}. */
export interface CardRepliesProps {
  item: SharedItem;
  /** As the card shows it. */
  title: string;
}

/** The replies to a thing in its card, in an area of limited height; they are written on its page. */
export default function CardReplies({ item, title }: CardRepliesProps) {
  const call = useCall();
  const client = useQueryClient();
  const thread = repliesOf(item.kind, item.id);
  const pages = useInfiniteQuery(answersQuery(call, thread.type, item.id, ''));
  const replies = itemsOf(pages.data);
  const { clear } = useThreadLive({ ...useItemEvents(client, call, item), thread, atEnd: !pages.hasNextPage });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-hairline p-2 md:px-3">
      <section
        aria-label={`Replies to “${title}”`}
        className="max-h-80 overflow-y-auto rounded-card"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
      >
        {pages.isPending && <AnswerListSkeleton plural="replies" rows={Math.min(Math.max(item.replyCount, 1), 3)} />}
        {pages.error && !pages.data && (
          <ErrorState
            busy={pages.isFetching}
            compact
            error={pages.error}
            onRetry={() => void pages.refetch()}
            title="The replies could not be loaded."
          />
        )}
        {pages.data && replies.length === 0 && <p className="px-2 py-3 text-soft">No replies yet.</p>}
        {replies.length > 0 && (
          <AnswerList
            answers={replies}
            onLater={() => {
              clear();
              void pages.fetchNextPage();
            }}
            pages={pages}
            parentId={item.id}
            renderItem={(reply) => (
              <AnswerItem
                answer={reply}
                badge={
                  item.author.id !== null &&
                  reply.author.id === item.author.id && <Badge tone="secondary">Author</Badge>
                }
                isTarget={false}
                thread={thread}
              />
            )}
            type={thread.type}
          />
        )}
      </section>
      <p className="px-2 text-sm">
        <AppLink className="link" to={`${itemAddress(item.kind, item.id)}#replies`}>
          {item.can.reply ? 'Write a reply' : 'Open the song’s page'}
        </AppLink>
      </p>
    </div>
  );
}
