import { useSyncExternalStore } from 'react';

/** What the reader of profiles gets to see: nothing that moves, one still picture of it, or all of it. */
export type Motion = 'off' | 'still' | 'moving';

const key = 'looproom.effects';
const calmQuery = '(prefers-reduced-motion: reduce)';
const listeners = new Set<() => void>();
/** Where nothing can be stored, the choice holds for this page. */
let chosen: string | null = null;

function stored(): string | null {
  try {
    return localStorage.getItem(key) ?? chosen;
  } catch {
    return chosen;
  }
}

/** Effects are on until the reader puts them away; who asked the system for less motion gets them asked for, and still. */
function motion(): Motion {
  const choice = stored();
  if (matchMedia(calmQuery).matches) return choice === 'on' ? 'still' : 'off';
  return choice === 'off' ? 'off' : 'moving';
}

function emit(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const calm = matchMedia(calmQuery);
  listeners.add(listener);
  calm.addEventListener('change', listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    calm.removeEventListener('change', listener);
    removeEventListener('storage', listener);
  };
}

/** Switches the effects of every profile on or off, for this browser. */
export function chooseEffects(on: boolean): void {
  chosen = on ? 'on' : 'off';
  try {
    localStorage.setItem(key, chosen);
  } catch {
    // Storage may be forbidden: the choice holds for this page then.
  }
  emit();
}

/** What the reader has chosen; before hydration nothing moves. */
export function useMotion(): Motion {
  return useSyncExternalStore(subscribe, motion, () => 'off');
}
