import { cloneElement, type ReactElement, useState } from 'react';
import { latePart } from '#web/ui/late-part.tsx';
import type { MenuProps } from './menu.tsx';

const Menu = latePart<MenuProps>(() => import('./menu.tsx'), {
  name: 'The menu',
  notice: 'float',
  waiting: ({ trigger }) => closed(trigger),
});

const closed = (trigger: ReactElement, more: Record<string, unknown> = {}): ReactElement =>
  cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    ...more,
  });

/** A {@link Menu} whose code arrives when the reader first reaches for it; until then only the button is there. */
export function LazyMenu(props: Omit<MenuProps, 'defaultOpen'>) {
  const [wanted, setWanted] = useState(false);
  if (wanted) return <Menu {...props} defaultOpen onGiveUp={() => setWanted(false)} />;
  return closed(props.trigger, {
    onPointerEnter: Menu.preload,
    onFocus: Menu.preload,
    onClick: () => setWanted(true),
  });
}
