import { PreviewCard } from '@base-ui/react/preview-card';
import type { ReactNode } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { popupStyle, positionerStyle } from './popup-style.ts';

/** Props of {@link HoverCard}. */
export interface HoverCardProps {
  /** The link it hangs on. */
  anchor: Element;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A card beside a link, shown on hover. The parent decides when it opens and closes; `data-hover-card`
 * marks the card, so that a pointer that moves into it does not close it. It holds nothing that is not elsewhere: touch
 * never opens it.
 */
export function HoverCard({ anchor, open, onClose, children }: HoverCardProps) {
  return (
    <PreviewCard.Root onOpenChange={(next) => !next && onClose()} open={open}>
      <PreviewCard.Portal>
        <PreviewCard.Positioner
          align="start"
          anchor={anchor}
          className={positionerStyle}
          collisionPadding={8}
          positionMethod="fixed"
          sideOffset={6}
        >
          <PreviewCard.Popup className={classes(popupStyle, 'w-80 overflow-hidden')} data-hover-card="">
            {children}
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}
