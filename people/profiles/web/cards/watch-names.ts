import { type Named, nameAt } from './name-at.ts';

/** Options and callbacks of {@link watchNames}. Times in milliseconds. */
export interface NameWatch {
  readonly openMs: number;
  readonly closeMs: number;
  /** How long a pointer stays before it counts as meant; shorter than `openMs`. */
  readonly intentMs: number;
  onIntent(of: string): void;
  onOpen(named: Named): void;
  onClose(): void;
}

const card = '[data-hover-card]';

/**
 * Listens to the whole page for somebody who rests on a name, with a pointer or with the keyboard; never to fingers.
 * The pointer may move into the card, Escape closes it and nothing else.
 * @param first the name that somebody has reached for already, and when (`performance.now()`)
 * @returns `close` for a page that is left, `stop` ends it
 */
export function watchNames(
  first: { readonly named: Named; readonly at: number },
  { openMs, closeMs, intentMs, onIntent, onOpen, onClose }: NameWatch,
): {
  close: () => void;
  stop: () => void;
} {
  let near: Named | null = null;
  let open: Named | null = null;
  const timers = { intent: 0, open: 0, close: 0 };
  const clear = (...which: (keyof typeof timers)[]) => {
    for (const name of which) clearTimeout(timers[name]);
  };
  const close = () => {
    clear('intent', 'open', 'close');
    near = null;
    if (!open) return;
    open = null;
    onClose();
  };
  const approach = (named: Named, waitedMs = 0) => {
    if (open && (open.element === named.element || open.of === named.of)) {
      clear('close', 'open', 'intent');
      near = named;
      return;
    }
    if (near?.element === named.element) return;
    leave();
    near = named;
    if (waitedMs >= intentMs) onIntent(named.of);
    else timers.intent = window.setTimeout(() => onIntent(named.of), intentMs - waitedMs);
    timers.open = window.setTimeout(() => {
      clear('close');
      if (!named.element.isConnected) return;
      open = named;
      onOpen(named);
    }, openMs - waitedMs);
  };
  const leave = () => {
    clear('intent', 'open');
    near = null;
    if (!open) return;
    clear('close');
    timers.close = window.setTimeout(close, closeMs);
  };

  const listeners = new AbortController();
  const { signal } = listeners;
  const listen = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(name, listener, { signal, capture: true, passive: true });
  listen('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    if (event.target instanceof Element && event.target.closest(card)) return clear('close');
    const named = nameAt(event.target);
    if (named) approach(named);
    else if (near || open) leave();
  });
  listen('pointerout', (event) => {
    if (event.pointerType !== 'touch' && event.relatedTarget === null && (near || open)) leave();
  });
  listen('pointerdown', (event) => {
    if (!(event.target instanceof Element && event.target.closest(card))) close();
  });
  listen('focusin', (event) => {
    if (!(event.target instanceof Element) || !event.target.matches(':focus-visible')) return;
    const named = nameAt(event.target);
    if (named && !event.target.closest(card)) approach(named);
  });
  listen('focusout', (event) => {
    if (near && near.element === event.target) leave();
  });
  listen('keydown', (event) => {
    if (event.key !== 'Escape') return;
    // A dialog below it stays.
    if (open) event.stopPropagation();
    close();
  });
  if (first.named.element.matches(':hover, :focus-visible')) approach(first.named, performance.now() - first.at);
  return {
    close,
    stop() {
      clear('intent', 'open', 'close');
      listeners.abort();
    },
  };
}
