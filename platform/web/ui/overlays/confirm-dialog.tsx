import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/controls/button.tsx';
import './popups.css';

/** Props of {@link ConfirmDialog}. */
export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, naming the thing: "Delete this post?" */
  title: ReactNode;
  /** What happens next, and whether it can be undone. */
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** The action deletes something. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  /** More to say or to fill in, such as a reason. */
  children?: ReactNode;
}

/** Asks before an action that is hard to undo, confirmed by its button or Ctrl+Enter; stays open while busy, the caller closes it. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger,
  busy,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  return (
    <AlertDialog.Root onOpenChange={(next) => onOpenChange(next)} open={open}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Viewport className="dialog-viewport">
          <AlertDialog.Popup
            className="dialog-popup sm:max-w-[26rem]"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || busy) return;
              event.preventDefault();
              onConfirm();
            }}
          >
            <div className="grid min-h-0 gap-2 overflow-y-auto px-5 pt-5 pb-4">
              <AlertDialog.Title className="heading text-xl">{title}</AlertDialog.Title>
              {description && <AlertDialog.Description className="text-soft">{description}</AlertDialog.Description>}
              {children}
            </div>
            <footer className="dialog-footer">
              <AlertDialog.Close render={<Button disabled={busy} variant="ghost" />}>{cancelLabel}</AlertDialog.Close>
              <Button busy={busy} onClick={onConfirm} variant={danger ? 'danger' : 'primary'}>
                {confirmLabel}
              </Button>
            </footer>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

export default ConfirmDialog;
