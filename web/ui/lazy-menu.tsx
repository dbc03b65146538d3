import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react';
import type { MenuProps } from './menu.tsx';

const load = () => import('./menu.tsx');
const Menu = lazy(load);

/** A {@link Menu} whose code arrives when the reader first reaches for it; until then only the button is there. */
export function LazyMenu(props: Omit<MenuProps, 'defaultOpen'>) {
  const [wanted, setWanted] = useState(false);
  const plain = cloneElement(props.trigger as ReactElement<Record<string, unknown>>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: load,
    onFocus: load,
    onClick: () => setWanted(true),
  });
  if (!wanted) return plain;
  return (
    <Suspense fallback={plain}>
      <Menu {...props} defaultOpen />
    </Suspense>
  );
}
