/** What the boot script noted before the page's code was here, in order, each element once for each kind. */
interface EarlyActs {
  readonly acts: EarlyAct[];
  /** Set when React has begun to listen. */
  listens: boolean;
  /**
   * Whether an element's part of the page is alive: React keeps events from one that is not. Asked by an `auxclick`,
   * which React keeps like any other and nobody listens for.
   */
  hears(element: Element): boolean;
  /** Takes the boot script's listeners away. */
  stop(): void;
}

interface EarlyAct {
  readonly kind: 'click' | 'input' | 'submit';
  readonly element: HTMLElement;
  readonly submitter?: HTMLElement | null;
  /** Of a field: what stood in it at last. A part that is drawn anew on its way to life puts it back to what it knows. */
  readonly value?: string;
  readonly checked?: boolean;
}

declare global {
  interface Window {
    earlyActs?: EarlyActs;
  }
}

/** How long is waited for a part of the page that is not alive yet, in milliseconds. */
const PATIENCE_MS = 10_000;
const AGAIN_MS = 50;

/**
 * Does again what the reader did before the page was alive, once: presses, fields filled in and forms sent were heard by
 * nobody. To be called in an effect around the page's content: its handlers are there, and what stood in for parts to
 * come is not yet swapped for them. Parts that come alive after their frame hear of it a moment later.
 */
export function doEarlyActs(): void {
  const early = window.earlyActs;
  if (!early) return;
  delete window.earlyActs;
  early.stop();
  const { acts } = early;
  const doNext = (): boolean => acts[0] !== undefined && isDone(early, acts[0]) && acts.shift() !== undefined;
  // Presses at once, before anything is swapped. Fields wait until the effect is over: inside it React would put back
  // what it knows of them before it hears the change.
  while (acts[0]?.kind === 'click' && doNext());
  const until = performance.now() + PATIENCE_MS;
  // In their order: a form is sent when its fields are filled in.
  const goOn = (): void => {
    while (doNext());
    if (acts.length > 0 && performance.now() < until) setTimeout(goOn, AGAIN_MS);
  };
  if (acts.length > 0) setTimeout(goOn);
}

/** Does an act again, unless what it was done to is gone. */
function isDone(early: EarlyActs, act: EarlyAct): boolean {
  const { element, kind, submitter = null } = act;
  if (!element.isConnected) return true;
  if (!early.hears(element)) return false;
  if (kind === 'click') element.click();
  else if (kind === 'input') fillIn(act);
  // An event alone: the browser must not send the form when nobody hears it.
  else element.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }));
  return true;
}

/** React takes what it finds in a field for what was always there: the field changes once more, from another state. */
function fillIn({ element: field, value = '', checked = false }: EarlyAct): void {
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
