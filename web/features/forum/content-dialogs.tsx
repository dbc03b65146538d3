import { lazy, Suspense } from 'react';

const HistoryDialog = lazy(() => import('./history-dialog.tsx'));
const ReportDialog = lazy(() => import('./report-dialog.tsx'));
const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));

/** Which window of a post or reply is open. */
export type OpenDialog = 'history' | 'report' | 'delete' | null;

/** The windows of one post or reply; the code of each arrives when it is first opened. */
export function ContentDialogs({
  kind,
  id,
  isOwn,
  dialog,
  onClose,
  onDelete,
}: {
  kind: 'post' | 'reply';
  id: string;
  isOwn: boolean;
  dialog: OpenDialog;
  onClose: () => void;
  onDelete: (reason: string) => Promise<void>;
}) {
  if (dialog === null) return null;
  const shared = { open: true, onOpenChange: (open: boolean) => !open && onClose() };
  return (
    <Suspense>
      {dialog === 'history' && <HistoryDialog {...shared} id={id} kind={kind} />}
      {dialog === 'report' && <ReportDialog {...shared} id={id} kind={kind === 'post' ? 'forum_post' : 'post_reply'} />}
      {dialog === 'delete' && <DeleteDialog {...shared} isOwn={isOwn} onDelete={onDelete} what={kind} />}
    </Suspense>
  );
}
