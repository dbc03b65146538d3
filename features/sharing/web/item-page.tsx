import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { SharingKind } from '#content/core/contract/shared-kinds.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { lateForm } from '#content/core/web/editor/late-form.tsx';
import { AnswerItem } from '#content/core/web/thread/answer-item.tsx';
import { AnswerPlace } from '#content/core/web/thread/answer-place.tsx';
import { ThreadSection, useThread } from '#content/core/web/thread/thread-section.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { listAddress } from './filter.ts';
import { ItemArticle } from './item-article.tsx';
import { useItemEvents } from './live.ts';
import { itemQuery } from './queries.ts';
import { repliesOf } from './replies/replies.ts';
import { sharingWords } from './words.ts';

const ReplyBox = lateForm('reply', () => import('./replies/reply-box.tsx'));

/** One item and its replies. `around`: the reply that it was opened at, or empty. */
export function ItemPage({
  kind,
  itemId,
  around,
  missingReply,
  renderBody,
}: {
  kind: SharingKind;
  itemId: string;
  around: string;
  missingReply: boolean;
  /** What only this type has, below its description. */
  renderBody?: (item: SharedItem) => ReactNode;
}) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const { data: item } = useSuspenseQuery(itemQuery(call, kind, itemId));
  const thread = useThread(repliesOf(kind, itemId), around, useItemEvents(client, call, item));
  const [asked, setAsked] = useState(0);
  return (
    <Page>
      <AppLink
        className="touch-target relative mb-2 -ms-1 inline-flex items-center gap-1 text-sm font-semibold text-soft hover:text-text"
        to={listAddress(kind)}
      >
        <ChevronLeft aria-hidden="true" size={16} />
        {sharingWords[kind].title}
      </AppLink>
      <ItemArticle item={item}>{renderBody?.(item)}</ItemArticle>
      <ThreadSection
        count={item.replyCount}
        isMissing={missingReply}
        mayAnswer={item.can.reply}
        renderItem={(reply) => (
          <AnswerItem
            key={reply.id}
            answer={reply}
            badge={
              item.author.id !== null && reply.author.id === item.author.id && <Badge tone="secondary">Author</Badge>
            }
            isOwn={viewer !== null && reply.author.id === viewer.id}
            isTarget={reply.id === thread.targetId}
            thread={thread.thread}
          />
        )}
        state={thread}
      >
        <AnswerPlace
          closed={item.can.reply ? null : 'This takes no replies while it is not published.'}
          isAsked={asked > 0}
          onAsk={() => setAsked((count) => count + 1)}
          onPreload={ReplyBox.preload}
          renderForm={(member) => (
            <ReplyBox asked={asked} itemId={itemId} kind={kind} onSent={thread.onSent} viewer={member} />
          )}
          thread={thread.thread}
        />
      </ThreadSection>
    </Page>
  );
}
