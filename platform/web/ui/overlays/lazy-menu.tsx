import { cloneElement, type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { latePart } from '#platform/web/ui/late-part.tsx';
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

/** The label of an open menu that has just left the page with the part around it. */
let interrupted: string | undefined;

/**
 * A {@link Menu} whose code arrives when the reader first reaches for it; until then only the button is there. One that is
 * open while the part around it is replaced by its late code opens again there.
 */
export function LazyMenu(props: Omit<MenuProps, 'defaultOpen' | 'onOpenChange'>) {
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const last = useRef(state);
  const { label } = props.trigger.props as { label?: string };
  useLayoutEffect(() => {
    last.current = state;
  }, [state]);
  // The old part's cleanup runs before the new part's effect, in one commit.
  useLayoutEffect(() => {
    if (label !== undefined && label === interrupted) queueMicrotask(() => setState('open'));
    interrupted = undefined;
    return () => {
      interrupted = last.current === 'open' ? label : undefined;
      queueMicrotask(() => (interrupted = undefined));
    };
  }, [label]);
  if (state !== 'unopened') {
    return (
      <Menu
        {...props}
        defaultOpen
        onGiveUp={() => setState('unopened')}
        onOpenChange={(open) => setState(open ? 'open' : 'closed')}
      />
    );
  }
  return closed(props.trigger, {
    onPointerEnter: Menu.preload,
    onFocus: Menu.preload,
    onClick: () => setState('open'),
  });
}
