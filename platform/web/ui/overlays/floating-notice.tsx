import { CircleAlert, Info, X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Button } from '#platform/web/ui/controls/button.tsx';
import type { ToastTexts } from './toast.ts';
import { useToastRoom } from './use-toast-room.ts';

/** Props of {@link FloatingNotice}. */
export interface FloatingNoticeProps extends ToastTexts {
  onRetry?: (() => void) | undefined;
  busy?: boolean | undefined;
  onDismiss?: (() => void) | undefined;
}

/** A notice in the place of toasts, drawn without any code that comes late: it must stand when nothing else loads. */
export function FloatingNotice({ title, description, kind = 'error', onRetry, busy, onDismiss }: FloatingNoticeProps) {
  const room = useToastRoom();
  const Icon = kind === 'error' ? CircleAlert : Info;
  return createPortal(
    <div ref={room} className="toast-viewport" role={kind === 'error' ? 'alert' : 'status'}>
      <div className="toast flex items-start gap-3 py-3 pe-2 ps-4" data-type={kind}>
        <Icon aria-hidden="true" className="toast-icon mt-0.5 shrink-0" size={18} />
        <div className="min-w-0 flex-1 py-px">
          <p className="text-base leading-snug font-bold">{title}</p>
          {description && <p className="mt-0.5 text-sm text-soft">{description}</p>}
          {onRetry && (
            <Button busy={busy} className="mt-2" onClick={onRetry} size="sm">
              Try again
            </Button>
          )}
        </div>
        {onDismiss && (
          <button
            aria-label="Dismiss"
            className="touch-target relative grid size-8 shrink-0 place-items-center rounded-control text-faint hover:bg-hover hover:text-text"
            onClick={onDismiss}
            type="button"
          >
            <X aria-hidden="true" size={16} />
          </button>
        )}
      </div>
    </div>,
    document.body,
  );
}
