import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { ContentForAdults } from '#content/core/web/page/content-states.tsx';
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

/** Props of {@link ItemPage}. */
export interface ItemPageProps {
  kind: SharingKind;
  itemId: string;
  /** The reply that it was opened at, or empty. */
  around: string;
  /** That reply does not exist any more. */
  isMissing: boolean;
  /** It is 18+, and its reader has not said to be an adult. */
  isForAdults: boolean;
  /** What only this type has, below its description. */
  renderBody?: (item: SharedItem) => ReactNode;
}

/** The page of one thing with its replies. */
export function ItemPage({ isForAdults, ...props }: ItemPageProps) {
  const { nouns, path } = sharingTypes[props.kind];
  if (isForAdults) return <ContentForAdults back={{ to: path, label: sharingWords[props.kind].title }} what={nouns} />;
  return <ItemWithReplies key={props.itemId} {...props} />;
}

function ItemWithReplies({ kind, itemId, around, isMissing, renderBody }: Omit<ItemPageProps, 'isForAdults'>) {
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
        isMissing={isMissing}
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
