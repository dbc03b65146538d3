import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { popupStyle, positionerStyle } from './popup-style.ts';
import './popups.css';

/** One item of a menu: an action, a link, a choice, a separator or a small heading. */
export type MenuItem =
  | {
      kind?: 'action';
      label: string;
      icon?: ReactNode;
      onSelect: () => void;
      danger?: boolean;
      disabled?: boolean;
      checked?: boolean;
    }
  | { kind: 'link'; label: string; icon?: ReactNode; to: string }
  | { kind: 'line' }
  | { kind: 'heading'; label: string };

/** Props of {@link Menu}. */
export interface MenuProps {
  /** The button that opens it, an element that takes button props (`<IconButton … />`). */
  trigger: ReactElement;
  items: readonly MenuItem[];
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'left' | 'right';
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A menu of actions. Pages use {@link ./lazy-menu.tsx} to load it on first use. */
export function Menu({ trigger, items, align = 'end', side = 'bottom', defaultOpen = false, onOpenChange }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  // A dialog returns the focus to what had it, and would find the chosen item, which leaves the page with the menu. The
  // kit focuses that item once more after this handler, so the button gets the focus after both, and before React draws.
  const choose = (onSelect: () => void) => {
    queueMicrotask(() => button.current?.focus({ preventScroll: true }));
    onSelect();
  };
  return (
    <Base.Root defaultOpen={defaultOpen} modal={false} {...(onOpenChange && { onOpenChange })}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} className={positionerStyle} side={side} sideOffset={6}>
          <Base.Popup className={classes(popupStyle, 'max-h-(--available-height) min-w-48 overflow-y-auto p-1')}>
            {items.map((item, index) => (
              <Line key={'label' in item ? item.label : index} item={item} onChoose={choose} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Line({ item, onChoose }: { item: MenuItem; onChoose: (onSelect: () => void) => void }) {
  if (item.kind === 'line') return <Base.Separator className="mx-2 my-1 h-px bg-hairline" />;
  if (item.kind === 'heading')
    return <div className="px-3 pt-2 pb-1 text-xs font-semibold text-faint">{item.label}</div>;
  const inside = (
    <>
      <span className="grid size-4.5 place-items-center text-faint [[data-danger]_&]:text-current">{item.icon}</span>
      <span className="flex-1">{item.label}</span>
    </>
  );
  if (item.kind === 'link') {
    return (
      <Base.LinkItem className="menu-line" closeOnClick render={<AppLink to={item.to} />}>
        {inside}
      </Base.LinkItem>
    );
  }
  if (item.checked !== undefined) {
    return (
      <Base.CheckboxItem
        checked={item.checked}
        className="menu-line"
        closeOnClick
        disabled={item.disabled ?? false}
        onClick={() => onChoose(item.onSelect)}
      >
        {inside}
        {item.checked && <Check aria-hidden="true" className="text-primary-text" size={16} />}
      </Base.CheckboxItem>
    );
  }
  return (
    <Base.Item
      className="menu-line"
      data-danger={item.danger || undefined}
      disabled={item.disabled ?? false}
      onClick={() => onChoose(item.onSelect)}
    >
      {inside}
    </Base.Item>
  );
}

export default Menu;
