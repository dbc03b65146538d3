import { useState } from 'react';
import { content } from '#content/core/contract/limits.ts';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';

/** Asks before content is removed; staff give a reason, and its author is notified. */
export default function DeleteDialog({
  what,
  isOwn,
  note = '',
  open,
  onOpenChange,
  onDelete,
}: {
  /** What it is, in one word: "post". */
  what: string;
  isOwn: boolean;
  /** What else comes of it, a sentence; empty for nothing. */
  note?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDelete: (reason: string) => Promise<void>;
}) {
  const [reason, setReason] = useState('');
  const { busy, run } = useAction();
  const confirm = () =>
    run(async () => {
      await onDelete(reason.trim());
      onOpenChange(false);
    });
  return (
    <ConfirmDialog
      busy={busy}
      confirmLabel="Delete"
      danger
      description={`${
        isOwn
          ? `It can be restored for ${content.purgeAfterDays} days, then it is gone.`
          : `Its author is notified. It can be restored for ${content.purgeAfterDays} days.`
      } ${note}`.trim()}
      onConfirm={() => void confirm()}
      onOpenChange={onOpenChange}
      open={open}
      title={`Delete this ${what}?`}
    >
      {!isOwn && (
        <TextArea
          className="mt-2"
          hint="The author reads this."
          label="Reason"
          maxLength={content.reasonMax}
          onChange={(event) => setReason(event.target.value)}
          rows={3}
          value={reason}
        />
      )}
    </ConfirmDialog>
  );
}
