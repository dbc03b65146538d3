import { memo, useState } from 'react';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { ContentNotice } from '#content/core/web/content-notice.tsx';
import { useRevealed } from '#content/core/web/revealed.ts';
import { AnswerListSkeleton } from '#content/core/web/thread/answer-list.tsx';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { CardRepliesProps } from './replies/card-replies.tsx';
import { itemAddress } from './filter.ts';
import { ItemCover } from './music/item-cover.tsx';
import { ItemSound } from './music/item-sound.tsx';
import { ArchiveLine, Covered, ItemCounts, ItemLinks, SetLine, Tags, TypeBadge } from './item-parts.tsx';

const CardReplies = latePart<CardRepliesProps>(() => import('./replies/card-replies.tsx'), {
  name: 'The list of replies',
  notice: 'place',
  waiting: () => (
    <div className="border-t border-hairline p-2 md:px-3">
      <AnswerListSkeleton plural="replies" rows={1} />
    </div>
  ),
});

/** Props of {@link ItemCard}. */
export interface ItemCardProps {
  item: SharedItem;
  /** The things around it in its list, whose sounds follow; the same list until it changes. */
  queue?: readonly SharedItem[] | undefined;
  /** It stands among the first of the page. */
  first?: boolean;
}

/** An item in a list: what it looks and sounds like; the replies to a song open in its card. */
export const ItemCard = memo(function ItemCard({ item, queue, first = false }: ItemCardProps) {
  const [shown, reveal] = useRevealed(item);
  const address = itemAddress(item.kind, item.id);
  const heading = `item-${item.id}`;
  const title = shown ? item.title : '18+';
  const [isOpen, setIsOpen] = useState(false);
  const toggle = { isOpen, onToggle: () => setIsOpen(!isOpen), onReach: CardReplies.preload };
  return (
    <article aria-labelledby={heading} className="flex h-full flex-col rounded-card border border-hairline bg-surface">
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-3 p-3">
        <div className="flex min-w-0 flex-wrap gap-3">
          {shown && <ItemCover className="size-22 shrink-0" item={item} sizes="5.5rem" />}
          <div className="min-w-0 flex-1 basis-[min(8rem,100%)]">
            <p className="mb-1 flex flex-wrap gap-1.5 empty:hidden">
              {item.isAhead && <Badge tone="accent">Priority</Badge>}
              <TypeBadge item={item} />
              {item.isAdult && <Badge>18+</Badge>}
            </p>
            <h2 className="heading line-clamp-2 text-lg leading-snug wrap-anywhere" id={heading}>
              <AppLink className="hover:underline" to={address}>
                {title}
              </AppLink>
            </h2>
            {shown && item.artist && <p className="truncate text-soft">{item.artist}</p>}
            <p className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-faint">
              <PersonName badge={false} className="text-soft" hasHandle={false} person={item.author} />
              <RelativeTime className="shrink-0" date={item.createdAt} />
            </p>
          </div>
        </div>
        <ContentNotice notice={item.notice} visibility={item.visibility} />
        {shown ? (
          <>
            {item.sound && <ItemSound atOnce={first} item={item} layout="card" queue={queue} sound={item.sound} />}
            {item.summary !== '' && <p className="line-clamp-2 text-soft wrap-anywhere">{item.summary}</p>}
            <SetLine item={item} />
            <Tags item={item} />
            <ArchiveLine item={item} />
            <ItemLinks item={item} />
          </>
        ) : (
          <Covered onReveal={reveal} />
        )}
      </div>
      <footer className="flex flex-wrap items-center gap-x-2 border-t border-hairline px-2 py-1">
        <ItemCounts item={item} replies={item.kind === 'song' ? toggle : `${address}#replies`} />
      </footer>
      {isOpen && <CardReplies item={item} title={title} />}
    </article>
  );
});
