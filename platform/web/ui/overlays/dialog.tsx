import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import './popups.css';

/** Props of {@link Dialog}. */
export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** 26, 34 or 48rem; on a phone it rises from the bottom at full width. */
  size?: 'sm' | 'md' | 'lg';
  children?: ReactNode;
}

const widths = { sm: 'sm:max-w-[26rem]', md: 'sm:max-w-[34rem]', lg: 'sm:max-w-[48rem]' };

/** A modal window. */
export function Dialog({ open, onOpenChange, title, description, footer, size = 'md', children }: DialogProps) {
  return (
    <Base.Root onOpenChange={(next) => onOpenChange(next)} open={open}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="dialog-viewport">
          <Base.Popup className={classes('dialog-popup', widths[size])}>
            <header className="flex items-start gap-4 px-5 pt-5">
              <div className="grid min-w-0 flex-1 gap-1">
                <Base.Title className="heading text-xl">{title}</Base.Title>
                {description && <Base.Description className="text-soft">{description}</Base.Description>}
              </div>
              <Base.Close
                render={
                  <IconButton
                    className="-mt-1 -me-2"
                    icon={<X aria-hidden="true" size={18} />}
                    label="Close"
                    size="sm"
                  />
                }
              />
            </header>
            <div className="min-h-0 overflow-y-auto px-5 py-4">{children}</div>
            {footer && <footer className="dialog-footer">{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
