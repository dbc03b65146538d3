import { Toast } from '@base-ui/react/toast';

/** How a toast looks and how it is read out: errors at once, the rest when there is a pause. */
export type ToastKind = 'success' | 'error' | 'info';

/** The title and text of a toast, to the letter of the specification. */
export interface ToastTexts {
  title: string;
  description?: string | undefined;
  kind?: ToastKind | undefined;
}

/** The queue that {@link ./toast-viewport.tsx} shows. */
export const toastManager = Toast.createToastManager();

/** Shows a toast, from anywhere in the browser. The same title and text again renews the one that is there. */
export function toast({ title, description, kind = 'info' }: ToastTexts): void {
  toastManager.add({
    id: `${kind}:${title}:${description ?? ''}`,
    title,
    type: kind,
    priority: kind === 'error' ? 'high' : 'low',
    timeout: kind === 'error' ? 8000 : 5000,
    ...(description === undefined ? {} : { description }),
  });
}
