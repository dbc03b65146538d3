import { lateWindow } from '#content/core/web/page/late-window.ts';
import { ListPlus, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { EditButtons, useContentMenu } from '#content/core/web/content-controls.tsx';
import { AuthorHeader } from '#content/core/web/author-header.tsx';
import { ContentNotice } from '#content/core/web/content-notice.tsx';
import { useRevealed } from '#content/core/web/revealed.ts';
import { RichText } from '#platform/web/ui/rich-text.tsx';
import { TipButton } from '#content/core/web/tip-button.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { useItemActions } from './actions.ts';
import { itemAddress } from './filter.ts';
import { Covered, ItemCounts, ItemLinks, LicenceLine, SetLine, Tags, TypeBadge, WholePreview } from './item-parts.tsx';
import { ItemCover } from './music/item-cover.tsx';
import { ItemSound } from './music/item-sound.tsx';

const ItemDialog = lateWindow('The form', () => import('./item-dialog.tsx'));

const ArchivePanel = latePart<{ item: SharedItem }>(() => import('./archive/archive-panel.tsx'), {
  name: 'The archive',
  notice: 'place',
  waiting: () => <Skeleton className="h-40 w-full" />,
});
const ShareDialog = lateWindow('The window', () => import('#features/secret-links/web/share-dialog.tsx'));
const AddToSetDialog = lateWindow('The window', () => import('#features/sets/web/add-to-set-dialog.tsx'));

/** The warning about buyers before an item is deleted. */
function soldNote({ price, author }: SharedItem, viewerId: string | undefined): string {
  if (price === null) return '';
  return author.id === viewerId
    ? 'Members who have bought it keep it, with all its versions.'
    : 'Members who have bought it cannot download it any more.';
}

/** The windows of a thing's page that are no dialogs of every content. */
type OpenWindow = 'edit' | 'share' | 'add' | null;

/** An item on its own page, with its actions. */
export function ItemArticle({ item, children }: { item: SharedItem; children?: ReactNode }) {
  const { viewer } = useAuth();
  const actions = useItemActions(item);
  const [shown, reveal] = useRevealed(item);
  const [open, setOpen] = useState<OpenWindow>(null);
  const title = shown ? item.title : '18+';
  const onEdit = item.can.edit && shown ? () => setOpen('edit') : undefined;
  const { menu, windows, isOwn, openHistory } = useContentMenu(item, {
    kind: item.kind,
    noun: sharingTypes[item.kind].noun,
    authorId: item.author.id,
    address: itemAddress(item.kind, item.id),
    label: `More about “${title}”`,
    hasHistory: shown,
    actions,
    onEdit,
    deleteNote: soldNote(item, viewer?.id),
  });
  const onRestore = item.can.restore ? () => void actions.restore() : undefined;
  return (
    <article aria-labelledby="item-title" className="own-page">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-4">
        <div className="grid gap-1.5">
          <h1 className="heading-widest text-2xl wrap-anywhere sm:text-3xl" id="item-title" tabIndex={-1}>
            {title}
          </h1>
          {shown && item.artist && <p className="text-lg text-soft wrap-anywhere">{item.artist}</p>}
          <div className="flex flex-wrap gap-1.5 empty:hidden">
            <TypeBadge item={item} />
            {item.isAdult && <Badge>18+</Badge>}
          </div>
        </div>
        {shown && (
          <div className="item-deck">
            <ItemCover className="item-deck-cover" item={item} sizes="(min-width: 640px) 12rem, 7rem" />
            {item.sound && <ItemSound item={item} layout="page" sound={item.sound} />}
            <div className="item-deck-facts">
              <SetLine item={item} />
              <ItemLinks isPage item={item} />
              <LicenceLine item={item} />
            </div>
          </div>
        )}
        <AuthorHeader content={item} onHistory={shown ? openHistory : undefined}>
          {menu}
        </AuthorHeader>
        <ContentNotice notice={item.notice} visibility={item.visibility} />
        {shown ? (
          <>
            {item.html !== '' && <RichText html={item.html} />}
            {children}
            <WholePreview item={item} />
            <Tags isAll item={item} />
            {item.archive && <ArchivePanel item={item} />}
          </>
        ) : (
          <Covered onReveal={reveal} />
        )}
      </div>
      <ItemFooter isOwn={isOwn} item={item} onEdit={onEdit} onOpen={setOpen} onRestore={onRestore} />
      <ItemWindows item={item} onClose={() => setOpen(null)} open={open} title={title} />
      {windows}
    </article>
  );
}

/** Counts and buttons. */
function ItemFooter({
  item,
  isOwn,
  onOpen,
  onEdit,
  onRestore,
}: {
  item: SharedItem;
  isOwn: boolean;
  onOpen: (window: OpenWindow) => void;
  onEdit: (() => void) | undefined;
  onRestore: (() => void) | undefined;
}) {
  const { viewer } = useAuth();
  return (
    <footer className="-mx-2 flex flex-wrap items-center gap-x-2 border-t border-hairline py-1">
      <ItemCounts item={item} replies="#replies" />
      {(item.visibility === 'published' || (isOwn && item.visibility === 'private')) && (
        <Button
          icon={<Share2 aria-hidden="true" size={16} />}
          onClick={() => onOpen('share')}
          onPointerEnter={ShareDialog.preload}
          size="sm"
          variant="ghost"
        >
          Share
        </Button>
      )}
      {item.visibility === 'published' && <TipButton author={item.author} contentId={item.id} kind={item.kind} />}
      {item.kind === 'song' && viewer && (
        <Button
          icon={<ListPlus aria-hidden="true" size={16} />}
          onClick={() => onOpen('add')}
          onPointerEnter={AddToSetDialog.preload}
          size="sm"
          variant="ghost"
        >
          Add to a set
        </Button>
      )}
      <div className="ms-auto flex items-center gap-1">
        <EditButtons onEdit={onEdit} onReach={ItemDialog.preload} onRestore={onRestore} />
      </div>
    </footer>
  );
}

/** The open window: editing, sharing, or adding to a set. */
function ItemWindows({
  item,
  title,
  open,
  onClose,
}: {
  item: SharedItem;
  title: string;
  open: OpenWindow;
  onClose: () => void;
}) {
  const { viewer } = useAuth();
  const { setVisibility } = useItemActions(item);
  if (open === 'edit')
    return viewer && <ItemDialog item={item} kind={item.kind} onClose={onClose} onGiveUp={onClose} viewer={viewer} />;
  if (open === 'add')
    return <AddToSetDialog onClose={onClose} onGiveUp={onClose} thing={{ songId: item.id }} title={item.title} />;
  if (open === null) return null;
  const release = item.type === 'album' ? { at: item.set?.releaseAt ?? null } : null;
  return (
    <ShareDialog
      embedPath={item.kind === 'set' && !item.isAdult ? `/embed/set/${item.id}` : null}
      isPublic={item.visibility === 'published'}
      onClose={onClose}
      onGiveUp={onClose}
      own={
        viewer?.id === item.author.id && item.kind === 'set'
          ? { kind: 'set', contentId: item.id, setVisibility, release }
          : null
      }
      path={itemAddress(item.kind, item.id)}
      title={title}
    />
  );
}
