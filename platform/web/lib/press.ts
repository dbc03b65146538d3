declare global {
  interface Window {
    /** Whether a pointer is down. Maintained by the boot script from the first paint on. */
    pressed?: boolean;
  }
}

/** The click of a tap comes shortly after its pointer is up. */
const CLICK_MS = 50;
/** Whoever holds longer, in milliseconds, does something else than press. */
const HELD_MS = 3000;

/**
 * Does what takes something off the page to put something else there, but not while it is pressed: a press that begins
 * on one element and ends on another is heard by neither. At once when no pointer is down.
 */
export function whenReleased(work: () => void): void {
  if (!window.pressed) {
    work();
    return;
  }
  const ended = new AbortController();
  const end = (): void => {
    ended.abort();
    clearTimeout(held);
    setTimeout(() => whenReleased(work), CLICK_MS);
  };
  const held = setTimeout(() => {
    ended.abort();
    work();
  }, HELD_MS);
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, end, { signal: ended.signal });
}
