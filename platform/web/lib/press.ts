declare global {
  interface Window {
    /** Whether a pointer is down. Maintained by the boot script from the first paint on. */
    pressed?: boolean;
  }
}

/** The click of a tap comes shortly after its pointer is up. */
const CLICK_MS = 50;
/** A longer hold, in milliseconds, is no press. */
const HELD_MS = 3000;

/**
 * Replaces a part of the page, but not during a press: a press that begins on one element and ends on another clicks
 * neither. Runs at once when no pointer is down.
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

/** Whether keys go into a field, where a letter is a letter. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
