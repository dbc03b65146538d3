import { lateWindow } from '#content/core/web/page/late-window.ts';
import { ShownName } from '#people/profiles/web/shown-name.tsx';
import { Ellipsis, EyeOff, Eye, Megaphone, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Announcement } from '#features/announcements/contract/endpoints.ts';
import {
  type AnnouncementType,
  announcements as limits,
  announcementTypes,
} from '#features/announcements/contract/limits.ts';
import { RichText } from '#platform/web/ui/rich-text.tsx';
import { AvatarLink } from '#people/profiles/web/avatar-link.tsx';
import { nameWithTitle, staffTitleOf } from '#people/profiles/web/staff-title.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { LazyMenu } from '#platform/web/ui/overlays/lazy-menu.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { useReadAnnouncements } from './queries.ts';

/** Border, tint when pinned, and badge of each type. */
const styles = {
  general: { border: 'border-s-ok', tint: 'bg-ok-wash', badge: 'border-ok/60 text-ok' },
  urgent: { border: 'border-s-danger', tint: 'bg-danger-wash', badge: 'border-transparent bg-danger text-on-danger' },
  feature: {
    border: 'border-s-secondary',
    tint: 'bg-secondary-wash',
    badge: 'border-transparent bg-secondary text-ink',
  },
  maintenance: {
    border: 'border-s-accent',
    tint: 'bg-accent-wash',
    badge: 'border-accent-text/45 bg-accent-wash text-accent-text',
  },
} as const satisfies Record<AnnouncementType, { border: string; tint: string; badge: string }>;

/** The form of an announcement; its code comes when staff ask for it. */
const AnnouncementDialog = lateWindow('The form', () => import('./announcement-dialog.tsx'));
const ConfirmDialog = lateWindow('The question', () => import('#platform/web/ui/overlays/confirm-dialog.tsx'));

/** The button that opens the form of a new announcement. */
export function CreateAnnouncement() {
  const [isWriting, setIsWriting] = useState(false);
  return (
    <>
      <Button
        icon={<Megaphone aria-hidden="true" size={18} />}
        onClick={() => setIsWriting(true)}
        onFocus={AnnouncementDialog.preload}
        onPointerEnter={AnnouncementDialog.preload}
        variant="primary"
      >
        Create Announcement
      </Button>
      {isWriting && <AnnouncementDialog onGiveUp={() => setIsWriting(false)} onOpenChange={setIsWriting} />}
    </>
  );
}

/** One announcement, with what staff can do about it. */
export function AnnouncementCard({ item }: { item: Announcement }) {
  const style = styles[item.type];
  const { author, isExpired } = item;
  const staffLabel = staffTitleOf(author);
  return (
    <article
      aria-labelledby={`announcement-${item.id}`}
      className={classes(
        'scroll-mt-20 rounded-card border border-s-4 border-hairline p-4 sm:p-5',
        style.border,
        item.isPinned ? style.tint : 'bg-surface',
        (!item.isPublished || isExpired) && 'border-dashed',
      )}
      id={item.id}
    >
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <div className="mb-2 flex flex-wrap gap-1.5">
            <Badge className={style.badge} tone={null}>
              {announcementTypes.find((type) => type.key === item.type)?.label}
            </Badge>
            {item.priority > limits.highAbove && <Badge tone="danger">High Priority</Badge>}
            {item.isPinned && (
              <Badge icon={<Pin aria-hidden="true" size={12} />} tone="primary">
                Pinned
              </Badge>
            )}
            {!item.isPublished && <Badge>{item.publishAt === null ? 'Hidden' : 'Scheduled'}</Badge>}
            {isExpired && <Badge>Expired</Badge>}
          </div>
          <h2 className="heading text-lg wrap-anywhere" id={`announcement-${item.id}`}>
            {item.title}
          </h2>
        </div>
        {item.canManage && <Manage item={item} />}
      </header>
      <RichText className="mt-3" html={item.html} />
      <footer className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-soft">
        <span className="inline-flex items-center gap-2">
          <AvatarLink person={author} size="sm" />
          {author.id === null ? (
            author.displayName
          ) : (
            <AppLink className="font-semibold text-text hover:underline" to={`/profile/${author.username}`}>
              <ShownName person={author} />
            </AppLink>
          )}
          {staffLabel !== undefined && <Badge tone="primary">{staffLabel}</Badge>}
        </span>
        {item.publishAt === null ? (
          <LocalDate date={item.createdAt} />
        ) : (
          <span>
            Appears: <LocalDate date={item.publishAt} withTime />
          </span>
        )}
        {item.editedAt !== null && (
          <span>
            Edited {item.editedBy !== null && `by ${nameWithTitle(item.editedBy)} `}
            <LocalDate date={item.editedAt} />
          </span>
        )}
        {item.expiresAt !== null && (
          <span>
            Expires: <LocalDate date={item.expiresAt} />
          </span>
        )}
      </footer>
    </article>
  );
}

/** The actions of staff on one announcement. */
function Manage({ item }: { item: Announcement }) {
  const call = useCall();
  const readAgain = useReadAnnouncements();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const [busy, setBusy] = useState(false);
  const params = { announcementId: item.id };
  const action = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      setOpen(null);
    } catch (error) {
      failureToast(error);
    } finally {
      setBusy(false);
      await readAgain();
    }
  };
  const change = (body: { isPinned?: boolean; isPublished?: boolean }) =>
    void action(() =>
      call('PATCH /announcements/:announcementId', { params, body: { ...body, baseVersion: item.version } }),
    );
  const icon = (Icon: typeof Pin) => <Icon aria-hidden="true" size={16} />;
  return (
    <>
      <LazyMenu
        items={[
          { label: 'Edit', icon: icon(Pencil), onSelect: () => setOpen('edit') },
          item.isPinned
            ? { label: 'Unpin', icon: icon(PinOff), onSelect: () => change({ isPinned: false }) }
            : { label: 'Pin', icon: icon(Pin), onSelect: () => change({ isPinned: true }) },
          item.isPublished
            ? { label: 'Hide', icon: icon(EyeOff), onSelect: () => change({ isPublished: false }) }
            : { label: 'Publish', icon: icon(Eye), onSelect: () => change({ isPublished: true }) },
          { kind: 'line' },
          { label: 'Delete', icon: icon(Trash2), danger: true, onSelect: () => setOpen('delete') },
        ]}
        trigger={
          <IconButton icon={<Ellipsis aria-hidden="true" size={18} />} label={`More about ${item.title}`} size="sm" />
        }
      />
      {open === 'edit' && (
        <AnnouncementDialog
          item={item}
          onGiveUp={() => setOpen(null)}
          onOpenChange={(next) => !next && setOpen(null)}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          busy={busy}
          confirmLabel="Delete"
          danger
          description="It is gone for good, here and in every inbox. To keep it for later, hide it instead."
          onConfirm={() => void action(() => call('DELETE /announcements/:announcementId', { params }))}
          onGiveUp={() => setOpen(null)}
          onOpenChange={(next) => !next && setOpen(null)}
          open
          title="Delete this announcement?"
        />
      )}
    </>
  );
}
