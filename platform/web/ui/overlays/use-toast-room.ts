import { useCallback } from 'react';

/** Space over and under the toasts, together, in pixels. */
const AROUND = 24;

/**
 * For the element around the toasts: `--toast-room` is the height that they take, which dialogs on a phone leave free
 * (`popups.css`).
 */
export function useToastRoom(): (viewport: HTMLElement | null) => (() => void) | undefined {
  return useCallback((viewport) => {
    if (!viewport) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => {
      const height = viewport.offsetHeight;
      root.setProperty('--toast-room', height === 0 ? '0px' : `calc(${height + AROUND}px + env(safe-area-inset-top))`);
    });
    observer.observe(viewport);
    return () => {
      observer.disconnect();
      root.removeProperty('--toast-room');
    };
  }, []);
}
