import { lateWindow } from '#content/core/web/page/late-window.ts';
import type { Input } from '#site/contract/contract.ts';
import type { OpenDialog } from './content-menu.tsx';

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
  kind: Input<'POST /reports'>['body']['kind'];
  /** What it is, in one word: "post". */
  noun: string;
  id: string;
  isOwn: boolean;
  /** What else comes of deleting it, a sentence. */
  deleteNote?: string;
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
