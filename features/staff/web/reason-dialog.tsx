import { useState } from 'react';
import { content } from '#content/core/contract/limits.ts';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';

/** Props of {@link ReasonDialog}. */
export interface ReasonDialogProps {
  /** The question, naming the thing: "Reject this post?" */
  title: string;
  /** What happens next. */
  description: string;
  confirmLabel: string;
  /** An empty reason is refused here already. */
  isRequired?: boolean;
  /** Who reads it; its author when not given. */
  hint?: string;
  /** Does it. Failures are its own to show. @returns whether it was done */
  onConfirm: (reason: string) => Promise<boolean>;
  onClose: () => void;
}

/** Asks for the reason of a decision, which its author reads. */
export default function ReasonDialog({
  title,
  description,
  confirmLabel,
  isRequired = false,
  hint = 'The author reads this.',
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const { busy, run } = useAction();
  const [isMissing, setIsMissing] = useState(false);
  const confirm = async () => {
    const text = reason.trim();
    if (isRequired && text === '') return setIsMissing(true);
    await run(async () => {
      if (await onConfirm(text)) return onClose();
    });
  };
  return (
    <ConfirmDialog
      busy={busy}
      confirmLabel={confirmLabel}
      danger
      description={description}
      onConfirm={() => void confirm()}
      onOpenChange={(open) => !open && onClose()}
      open
      title={title}
    >
      <TextArea
        className="mt-2"
        error={isMissing ? `Say why. ${hint}` : undefined}
        hint={hint}
        label={isRequired ? 'Reason' : 'Reason (optional)'}
        maxLength={content.reasonMax}
        onChange={(event) => {
          setIsMissing(false);
          setReason(event.target.value);
        }}
        rows={3}
        value={reason}
      />
    </ConfirmDialog>
  );
}
