/** Style of a toast, and how a screen reader reads it: errors at once, the rest when there is a pause. */
export type ToastKind = 'success' | 'error' | 'info';

/** The title and text of a toast, to the letter of the specification. */
export interface ToastTexts {
  title: string;
  description?: string | undefined;
  kind?: ToastKind | undefined;
  /** The refusal that it is about: one of what an upgrade opens has a link to the upgrades. */
  code?: string;
  /** A button in it, such as Undo; the toast stays a little longer, and goes when it is pressed. */
  action?: { readonly label: string; readonly onAct: () => void } | undefined;
}

type Show = (texts: ToastTexts) => void;

let show: Show | null = null;
let wake: (() => void) | null = null;
const waiting: ToastTexts[] = [];

/** Shows a toast, from anywhere in the browser. The same title and text again renews the one that is there. */
export function toast(texts: ToastTexts): void {
  if (show) return show(texts);
  waiting.push(texts);
  wake?.();
}

/** Called by the viewport when it stands: takes over what waited, and what comes. */
export function takeToasts(viewport: Show): () => void {
  show = viewport;
  for (const texts of waiting.splice(0)) viewport(texts);
  return () => {
    if (show === viewport) show = null;
  };
}

/** Notifies the layout that a toast waits for a viewport that is not loaded yet. */
export function onToastWaiting(listener: () => void): () => void {
  wake = listener;
  if (waiting.length > 0) listener();
  return () => {
    if (wake === listener) wake = null;
  };
}
