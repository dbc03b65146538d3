/** The actions that the boot script recorded before the page's code loaded, in order, one per element and kind. */
export interface EarlyActions {
  readonly actions: EarlyAction[];
  /** Set once React listens for events. */
  listens: boolean;
  /**
   * Whether the part of the page with an element is hydrated: React stops events of one that is not. Checked with an
   * `auxclick`, which React stops like any other event and which has no listener.
   */
  hears(element: Element): boolean;
  /** Removes the boot script's listeners. */
  stop(): void;
}

/** One of them. */
export interface EarlyAction {
  readonly kind: 'click' | 'input' | 'submit';
  readonly element: HTMLElement;
  readonly submitter?: HTMLElement | null;
  /** Last value of a field. A component that renders again during hydration resets it to the value React knows. */
  readonly value?: string;
  readonly checked?: boolean;
}

declare global {
  interface Window {
    earlyActions?: EarlyActions;
  }
}

/** How long to wait for a part of the page that is not hydrated yet, in milliseconds. */
const PATIENCE_MS = 10_000;
const AGAIN_MS = 50;

/**
 * Replays, once, what the reader did before hydration: clicks, filled-in fields and sent forms that no handler
 * received. Call it in an effect around the page's content: its handlers are attached, and the placeholders of lazy
 * parts are not replaced yet. Parts that hydrate later receive their events then.
 */
export function replayEarlyActions(): void {
  const early = window.earlyActions;
  if (!early) return;
  delete window.earlyActions;
  early.stop();
  const { actions } = early;
  const doNext = (): boolean => actions[0] !== undefined && isDone(early, actions[0]) && actions.shift() !== undefined;
  // Clicks at once, before anything is replaced. Fields wait until the effect is over: inside it React would reset
  // them before it receives the change.
  while (actions[0]?.kind === 'click' && doNext());
  const until = performance.now() + PATIENCE_MS;
  // In their order: a form is sent when its fields are filled in.
  const goOn = (): void => {
    while (doNext());
    if (actions.length > 0 && performance.now() < until) setTimeout(goOn, AGAIN_MS);
  };
  if (actions.length > 0) setTimeout(goOn);
}

/** Replays an action, unless its element is gone. */
function isDone(early: EarlyActions, action: EarlyAction): boolean {
  const { element, kind, submitter = null } = action;
  if (!element.isConnected) return true;
  if (!early.hears(element)) return false;
  if (kind === 'click') element.click();
  else if (kind === 'input') fillIn(action);
  // An event alone: the browser must not send the form when nobody hears it.
  else element.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }));
  return true;
}

/** React takes what it finds in a field for what was always there: the field changes once more, from another state. */
function fillIn({ element: field, value = '', checked = false }: EarlyAction): void {
  if (field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === 'file')) {
    if (field instanceof HTMLSelectElement) field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    field.checked = !checked;
    field.click();
  } else if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
    const caret = field.value === value && document.activeElement === field ? field.selectionStart : null;
    field.value = '';
    // Past the field's own setter, by which React follows what code writes.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    if (caret !== null) field.setSelectionRange(caret, caret);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
