import { Copyright, Ellipsis, Flag, History, Link2, Lock, Pencil, Pin, PinOff, RotateCcw, Trash2 } from 'lucide-react';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { LazyMenu } from '#platform/web/ui/overlays/lazy-menu.tsx';
import { type ReportSubject, complaintAddress } from '#people/profiles/web/reports/complaint-address.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import type { MenuItem } from '#platform/web/ui/overlays/menu.tsx';

/** Which window of a text is open. */
export type OpenDialog = 'history' | 'report' | 'delete' | null;

const icon = (Icon: typeof Link2) => <Icon aria-hidden="true" size={16} />;

/** Props of {@link ContentMenu}: an action that is left out has no item. */
export interface ContentMenuProps {
  label: string;
  onCopyLink?: (() => void) | undefined;
  onEdit?: (() => void) | undefined;
  onPin?: (() => void) | undefined;
  isPinned?: boolean;
  /** Pinning it needs an upgrade: the item says so and leads there. */
  isPinLocked?: boolean;
  onRestore?: (() => void) | undefined;
  onOpen: (dialog: OpenDialog) => void;
  edited: boolean;
  canDelete: boolean;
  canReport: boolean;
  /** What a copyright complaint would be about; undefined for what is the reader's own. Visitors may make one too. */
  complaint?: ReportSubject | undefined;
}

/** The menu of something that a member made; for whom it would hold nothing but the link there is none. */
export function ContentMenu({ label, onEdit, onPin, onRestore, onOpen, ...rest }: ContentMenuProps) {
  const items: MenuItem[] = [];
  if (rest.onCopyLink) items.push({ label: 'Copy link', icon: icon(Link2), onSelect: rest.onCopyLink });
  const links = items.length;
  if (onEdit) items.push({ label: 'Edit', icon: icon(Pencil), onSelect: onEdit });
  if (rest.edited) items.push({ label: 'History', icon: icon(History), onSelect: () => onOpen('history') });
  if (onPin)
    items.push({ label: rest.isPinned ? 'Unpin' : 'Pin', icon: icon(rest.isPinned ? PinOff : Pin), onSelect: onPin });
  if (rest.isPinLocked)
    items.push({ kind: 'link', label: 'Pin: comes with an upgrade', icon: icon(Lock), to: '/upgrades' });
  if (onRestore) items.push({ label: 'Restore', icon: icon(RotateCcw), onSelect: onRestore });
  if (items.length > 0 && (rest.canReport || rest.canDelete || rest.complaint)) items.push({ kind: 'line' });
  if (rest.canReport) items.push({ label: 'Report', icon: icon(Flag), onSelect: () => onOpen('report') });
  if (rest.complaint)
    items.push({
      kind: 'link',
      label: 'Copyright complaint',
      icon: icon(Copyright),
      to: complaintAddress(rest.complaint),
    });
  if (rest.canDelete)
    items.push({ label: 'Delete', icon: icon(Trash2), danger: true, onSelect: () => onOpen('delete') });
  if (items.length === links) return null;
  return (
    <LazyMenu
      items={items}
      trigger={<IconButton icon={<Ellipsis aria-hidden="true" size={18} />} label={label} size="sm" />}
    />
  );
}

/** Puts a full address on the clipboard and says so. */
export function copyLink(path: string): void {
  navigator.clipboard.writeText(new URL(path, location.origin).href).then(
    () => toast({ title: 'Link copied', kind: 'success' }),
    () => toast({ title: 'Could not copy', description: 'Copy the address from the address bar.', kind: 'error' }),
  );
}
