import { PreviewCard } from '@base-ui/react/preview-card';
import type { ReactElement, ReactNode } from 'react';
import { classes } from './classes.ts';
import { popupLook, positionerLook } from './popup-look.ts';

/** Props of {@link HoverCard}. */
export interface HoverCardProps {
  /** The link it hangs on. */
  trigger: ReactElement;
  /** Told when it opens, so that its content can be fetched then. */
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** A card that opens after 700 ms of hover (or focus) and closes after 300 ms; touch never opens it. */
export function HoverCard({ trigger, onOpenChange, children }: HoverCardProps) {
  return (
    <PreviewCard.Root onOpenChange={(open) => onOpenChange?.(open)}>
      <PreviewCard.Trigger closeDelay={300} delay={700} render={trigger} />
      <PreviewCard.Portal>
        <PreviewCard.Positioner align="start" className={positionerLook} collisionPadding={8} sideOffset={6}>
          <PreviewCard.Popup className={classes(popupLook, 'w-80 overflow-hidden')}>{children}</PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}

export default HoverCard;
