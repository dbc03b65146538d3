import { lazy, Suspense, useEffect, useState } from 'react';
import { onToastWaiting } from './toast.ts';

const Viewport = lazy(() => import('./toast-viewport.tsx'));
/** The 20 KB behind toasts come after the page has settled, or with the first toast. */
const settledMs = 2000;

/** Where toasts appear; stands once in the layout. */
export function Toasts() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const load = () => setReady(true);
    const timer = setTimeout(load, settledMs);
    const stop = onToastWaiting(load);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  if (!ready) return null;
  return (
    <Suspense>
      <Viewport />
    </Suspense>
  );
}
