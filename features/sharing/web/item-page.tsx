import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { ContentForAdults } from '#content/core/web/page/content-states.tsx';
import { BackLink } from '#content/core/web/page/back-link.tsx';
import { AnswerItem } from '#content/core/web/thread/answer-item.tsx';
import { PlainAnswerPlace } from '#content/core/web/thread/answer-place.tsx';
import { ThreadSection, useThread } from '#content/core/web/thread/thread-section.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { listAddress } from './filter.ts';
import { ItemArticle } from './item-article.tsx';
import { useItemEvents } from './live.ts';
import { itemQuery } from './queries.ts';
import { repliesOf } from './replies/replies.ts';
import { sharingWords } from './words.ts';

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
  const { data: item } = useSuspenseQuery(itemQuery(call, kind, itemId));
  const thread = useThread(repliesOf(kind, itemId), around, useItemEvents(client, call, item));
  return (
    <Page>
      <BackLink answer="reply" label={sharingWords[kind].title} to={listAddress(kind)} />
      <ItemArticle item={item}>{renderBody?.(item)}</ItemArticle>
      <ThreadSection
        count={item.replyCount}
        hidden={item.hiddenAnswers}
        isMissing={isMissing}
        mayAnswer={item.can.reply}
        renderItem={(reply) => (
          <AnswerItem
            key={reply.id}
            answer={reply}
            badge={
              item.author.id !== null && reply.author.id === item.author.id && <Badge tone="secondary">Author</Badge>
            }
            isTarget={reply.id === thread.targetId}
            thread={thread.thread}
          />
        )}
        state={thread}
      >
        <PlainAnswerPlace
          closed={item.can.reply ? null : 'This takes no replies while it is not published.'}
          onSent={thread.onSent}
          thread={thread.thread}
        />
      </ThreadSection>
    </Page>
  );
}
