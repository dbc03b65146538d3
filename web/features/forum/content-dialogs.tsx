import type { OpenDialog } from '#web/features/content/content-menu.tsx';
import { latePart } from '#web/ui/late-part.tsx';

const HistoryDialog = latePart(() => import('#web/features/content/history-dialog.tsx'), {
  name: 'The history',
  notice: 'float',
});
const ReportDialog = latePart(() => import('#web/features/content/report-dialog.tsx'), {
  name: 'The report form',
  notice: 'float',
});
const DeleteDialog = latePart(() => import('#web/features/content/delete-dialog.tsx'), {
  name: 'The question',
  notice: 'float',
});

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
  const shared = { open: true, onOpenChange: (open: boolean) => !open && onClose(), onGiveUp: onClose };
  if (dialog === 'history') return <HistoryDialog {...shared} id={id} kind={kind} />;
  if (dialog === 'report')
    return <ReportDialog {...shared} id={id} kind={kind === 'post' ? 'forum_post' : 'post_reply'} what={kind} />;
  return <DeleteDialog {...shared} isOwn={isOwn} onDelete={onDelete} what={kind} />;
}
