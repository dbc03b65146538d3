import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import '#platform/web/ui/graphics/stage.css';

/** A modal dialog that fills the screen with one picture or video; `labelledBy` is the id of its heading inside. */
export function StageDialog({
  labelledBy,
  onClose,
  onKeyDown,
  children,
}: {
  labelledBy: string;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root onOpenChange={(next) => !next && onClose()} open>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="stage-viewport">
          <Base.Popup
            ref={popup}
            aria-labelledby={labelledBy}
            className="stage-popup"
            initialFocus={popup}
            onKeyDown={onKeyDown}
          >
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
