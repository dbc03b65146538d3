import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { popupStyle, positionerStyle } from './popup-style.ts';

/** A short tip on hover and focus. Never the only place that says something: the control keeps its own name. */
export function Tooltip({
  label,
  children,
  side = 'top',
}: {
  label: ReactNode;
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right';
}) {
  return (
    <Base.Root>
      <Base.Trigger delay={400} render={children} />
      <Base.Portal>
        <Base.Positioner className={positionerStyle} side={side} sideOffset={6}>
          <Base.Popup className={classes(popupStyle, 'rounded-control px-2 py-1 text-xs font-medium')}>
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export default Tooltip;
