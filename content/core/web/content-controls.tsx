import { Pencil, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lateWindow } from '#content/core/web/page/late-window.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import type { Input } from '#site/contract/contract.ts';
import { ContentMenu, type ContentMenuProps, type OpenDialog, copyLink } from './content-menu.tsx';

type ReportKind = Input<'POST /reports'>['body']['kind'];

const HistoryDialog = lateWindow('The history', () => import('./history-dialog.tsx'));
const ReportDialog = lateWindow('The report form', () => import('#people/profiles/web/reports/report-dialog.tsx'));
const DeleteDialog = lateWindow('The question', () => import('./delete-dialog.tsx'));

/** The windows of one content; the code of each arrives when it is first opened. */
export function ContentDialogs({
  kind,
  noun,
  id,
  isOwn,
  deleteNote = '',
  dialog,
  onClose,
  onDelete,
}: {
  kind: ReportKind;
  /** What it is, in one word: "post". */
  noun: string;
  id: string;
  isOwn: boolean;
  /** What else comes of deleting it, a sentence. */
  deleteNote?: string | undefined;
  dialog: OpenDialog;
  onClose: () => void;
  onDelete: (reason: string) => Promise<void>;
}) {
  if (dialog === null) return null;
  const shared = { open: true, onOpenChange: (open: boolean) => !open && onClose(), onGiveUp: onClose };
  if (dialog === 'history') return <HistoryDialog {...shared} id={id} kind={kind} />;
  if (dialog === 'report') return <ReportDialog {...shared} id={id} kind={kind} what={noun} />;
  return <DeleteDialog {...shared} isOwn={isOwn} note={deleteNote} onDelete={onDelete} what={noun} />;
}

/** A content as its menu knows it. */
interface MenuContent {
  readonly id: string;
  readonly editedAt?: string | null;
  readonly can: { readonly delete: boolean; readonly report: boolean; readonly restore: boolean };
}

/** What a content is, and what can be done to it. */
interface MenuFacts extends Pick<ContentMenuProps, 'label' | 'onEdit'> {
  readonly kind: ReportKind;
  /** What it is, in one word: "post". */
  readonly noun: string;
  /** Profile id; null for what nobody is named for. */
  readonly authorId: string | null;
  readonly address: string;
  /** Its reader sees the text, and so its earlier versions. */
  readonly hasHistory?: boolean;
  readonly actions: { remove(reason: string): Promise<void>; restore?(): Promise<void> };
  /** What else comes of deleting it, a sentence. */
  readonly deleteNote?: string;
  /** Items that only this type has. */
  readonly more?: Partial<ContentMenuProps>;
}

/** The menu of a content and the windows that it opens, to be placed on its card or page. */
export function useContentMenu(
  content: MenuContent,
  { kind, noun, authorId, address, hasHistory = true, actions, deleteNote, more, ...menu }: MenuFacts,
): { readonly menu: ReactNode; readonly windows: ReactNode; readonly isOwn: boolean; openHistory(): void } {
  const { viewer } = useAuth();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const { id, can } = content;
  const isOwn = viewer !== null && viewer.id === authorId;
  return {
    isOwn,
    openHistory: () => setDialog('history'),
    menu: (
      <ContentMenu
        canDelete={can.delete}
        canReport={can.report}
        complaint={isOwn ? undefined : { kind, id }}
        edited={hasHistory && (content.editedAt ?? null) !== null}
        onCopyLink={() => copyLink(address)}
        onOpen={setDialog}
        onRestore={can.restore && actions.restore ? () => void actions.restore!() : undefined}
        {...menu}
        {...more}
      />
    ),
    windows: (
      <ContentDialogs
        deleteNote={deleteNote}
        dialog={dialog}
        id={id}
        isOwn={isOwn}
        kind={kind}
        noun={noun}
        onClose={() => setDialog(null)}
        onDelete={actions.remove}
      />
    ),
  };
}

/** The buttons that edit and restore a content. @param onReach loads the form before it is asked for */
export function EditButtons({
  onEdit,
  onReach,
  onRestore,
}: {
  onEdit: (() => void) | null | undefined;
  onReach?: (() => void) | undefined;
  onRestore: (() => void) | null | undefined;
}) {
  return (
    <>
      {onEdit && (
        <IconButton
          icon={<Pencil aria-hidden="true" size={17} />}
          label="Edit"
          onClick={onEdit}
          onPointerEnter={onReach}
          size="sm"
        />
      )}
      {onRestore && (
        <Button icon={<RotateCcw aria-hidden="true" size={15} />} onClick={onRestore} size="sm">
          Restore
        </Button>
      )}
    </>
  );
}
