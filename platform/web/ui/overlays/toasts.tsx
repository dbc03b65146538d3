import { type ComponentType, useEffect, useState } from 'react';
import { FloatingNotice } from './floating-notice.tsx';
import { onToastWaiting, takeToasts, type ToastTexts } from './toast.ts';

/** The 20 KB behind toasts come when the reader first touches the page, or with the first toast. */
const touches = ['pointerdown', 'keydown'] as const;

/** Where toasts appear; stands once in the layout. */
export function Toasts() {
  const [Viewport, setViewport] = useState<ComponentType | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const load = () => {
      import('./toast-viewport.tsx').then(
        (part) => setViewport(() => part.default),
        () => setFailed(true),
      );
    };
    const stop = onToastWaiting(load);
    for (const name of touches) addEventListener(name, load, { once: true });
    addEventListener('online', load);
    return () => {
      stop();
      for (const name of [...touches, 'online']) removeEventListener(name, load);
    };
  }, []);
  if (Viewport) return <Viewport />;
  return failed && <PlainToasts />;
}

/** The last toast alone, until the reader puts it away: what says that the network is gone must not need it. */
function PlainToasts() {
  const [texts, setTexts] = useState<ToastTexts | null>(null);
  useEffect(() => takeToasts(setTexts), []);
  return texts && <FloatingNotice {...texts} kind={texts.kind ?? 'info'} onDismiss={() => setTexts(null)} />;
}
