import { useEffect, useMemo, useRef } from 'react';
import { type Coalescer, coalesce } from './coalesce.ts';

/**
 * A coalescer that stops with the component: for handlers of events, not for calls while rendering.
 * @param waitMs length of the window in milliseconds
 */
export function useCoalescer(waitMs?: number): Pick<Coalescer, 'run' | 'now'> {
  const current = useRef<Coalescer | null>(null);
  useEffect(() => {
    const coalescer = coalesce(waitMs);
    current.current = coalescer;
    return () => coalescer.stop();
  }, [waitMs]);
  return useMemo(
    () => ({
      run: (key, action) => current.current?.run(key, action),
      now: (key, action) => current.current?.now(key, action),
    }),
    [],
  );
}
