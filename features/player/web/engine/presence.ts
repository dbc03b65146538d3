/**
 * Whether this tab has a player. Apart from the player itself, so that the layout of every page knows without loading
 * its code.
 */

/** Storage key of a tab's queue, over a reload. */
export const queueKey = 'looproom.player';

const listeners = new Set<() => void>();
let isHere = false;

/** The first track was taken up. */
export function announcePlayer(): void {
  if (isHere) return;
  isHere = true;
  for (const listener of listeners) listener();
}

let preload: (() => void) | undefined;

/** Takes what fetches the code of the bar. */
export function preloadPlayerBy(action: () => void): void {
  preload = action;
}

/** A first track is likely to be played soon. */
export function expectPlayer(): void {
  preload?.();
}

/** Whether this tab has a player, or had one before it was loaded again. */
export function hasPlayer(): boolean {
  if (isHere) return true;
  try {
    return sessionStorage.getItem(queueKey) !== null;
  } catch {
    // Storage may be forbidden: nothing outlives the page then.
    return false;
  }
}

/** Listens for the first track of this tab. @returns unsubscribes */
export function onPlayer(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
