import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { popupStyle, positionerStyle } from './popup-style.ts';

/** Props of {@link Popover}. */
export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Names the popup for screen readers and heads it. */
  title: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  /** Stays below what scrolls. */
  footer?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'left' | 'right';
  className?: string;
  children: ReactNode;
}

/** A small window tied to a button: the bell, a picker. */
export function Popover({
  trigger,
  title,
  aside,
  footer,
  open,
  onOpenChange,
  align = 'end',
  side = 'bottom',
  className,
  children,
}: PopoverProps) {
  return (
    <Base.Root onOpenChange={(next) => onOpenChange?.(next)} open={open}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          align={align}
          className={positionerStyle}
          // What is too tall scrolls; beside its button it would cover the bar.
          collisionAvoidance={{ fallbackAxisSide: 'none' }}
          collisionPadding={8}
          side={side}
          sideOffset={8}
        >
          <Base.Popup
            className={classes(
              popupStyle,
              'flex max-h-[min(var(--available-height),40rem)] w-88 max-w-[calc(100vw-1rem)] flex-col',
              className,
            )}
          >
            <header className="flex items-center justify-between gap-3 px-4 pt-3 pb-2">
              <Base.Title className="heading text-base">{title}</Base.Title>
              {aside}
            </header>
            <div className="min-h-0 overflow-y-auto px-4 pb-4">{children}</div>
            {footer && <footer className="border-t border-hairline">{footer}</footer>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
