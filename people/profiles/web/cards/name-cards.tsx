import { useEffect, useState } from 'react';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { nameAt } from './name-at.ts';
import type { NameWatchProps } from './name-watch.tsx';

const Watch = latePart<NameWatchProps>(() => import('./name-watch.tsx'), { name: 'The card', notice: 'float' });

/**
 * The cards of members' names, for every name on every page: links to profiles, mentions inside what members wrote, and
 * elements with `data-card` (an id or a username). All their code comes with the first name that is reached for.
 */
export function NameCards() {
  const [first, setFirst] = useState<NameWatchProps['first'] | null>(null);
  useEffect(() => {
    const listeners = new AbortController();
    const reach = ({ target }: Event) => {
      const named = nameAt(target);
      if (!named) return;
      listeners.abort();
      setFirst({ named, at: performance.now() });
    };
    const options = { signal: listeners.signal, capture: true, passive: true };
    document.addEventListener('pointerover', (event) => event.pointerType !== 'touch' && reach(event), options);
    document.addEventListener('focusin', reach, options);
    return () => listeners.abort();
  }, []);
  return first && <Watch first={first} onGiveUp={() => setFirst(null)} />;
}
