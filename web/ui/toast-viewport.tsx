import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ToastKind, toastManager } from './toast.ts';

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

/** Where toasts appear; stands once in the layout. */
export function ToastViewport() {
  return (
    <Toast.Provider limit={4} toastManager={toastManager}>
      <Toast.Portal>
        <Toast.Viewport className="toast-viewport">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((entry) => {
    const Icon = icons[(entry.type ?? 'info') as ToastKind];
    return (
      <Toast.Root key={entry.id} className="toast" swipeDirection={['right', 'down']} toast={entry}>
        <Toast.Content className="flex items-start gap-3 py-3 pr-2 pl-4">
          <Icon aria-hidden="true" className="toast-icon mt-0.5 shrink-0" size={18} />
          <div className="min-w-0 flex-1 py-px">
            <Toast.Title className="text-base leading-snug font-bold" />
            <Toast.Description className="mt-0.5 text-sm text-soft" />
          </div>
          <Toast.Close
            aria-label="Dismiss"
            className="touch-target relative grid size-8 shrink-0 place-items-center rounded-control text-faint hover:bg-hover hover:text-text"
          >
            <X aria-hidden="true" size={16} />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
