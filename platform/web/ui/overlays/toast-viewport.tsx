import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { useToastRoom } from './use-toast-room.ts';
import { takeToasts, type ToastKind, type ToastTexts } from './toast.ts';

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

interface ToastData {
  readonly isLocked: boolean;
  readonly action?: ToastTexts['action'];
}

const manager = Toast.createToastManager<ToastData>();

/** Milliseconds for which a toast is shown. */
const shownFor = { plain: 5000, error: 8000, action: 10_000 };

/** Milliseconds: a screen reader says what comes into a region that it knows, and nothing of what came along with it. */
const untilHeard = 100;

/**
 * Of a toast that an alert beside it reads out (`priority: 'high'`). The library hides it from screen readers until it has
 * the focus, so that it is not read twice; but it can be tabbed to, and what can have the focus must not be hidden. It
 * is therefore found like any other, and only says nothing by itself.
 */
const spoken = { role: 'dialog', 'aria-hidden': false, 'aria-live': 'off' } as const;

/** Refusals of what an upgrade opens. Here, because the code of this file is loaded with the first toast. */
const locked = new Set(['pin_not_allowed', 'banner_not_allowed', 'entitlement_required']);

function add({ title, description, kind = 'info', code = '', action }: ToastTexts): void {
  manager.add({
    id: `${kind}:${title}:${description ?? ''}`,
    title,
    type: kind,
    priority: kind === 'error' ? 'high' : 'low',
    timeout: shownFor[action ? 'action' : kind === 'error' ? 'error' : 'plain'],
    ...(description === undefined ? {} : { description }),
    data: { isLocked: locked.has(code), action },
  });
}

/** The list of toasts, loaded by {@link ./toasts.tsx}. */
export default function ToastViewport() {
  // A parent's effect runs after its children's: by then the provider listens to the manager.
  useEffect(() => {
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      stop = takeToasts(add);
    }, untilHeard);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, []);
  const room = useToastRoom();
  return (
    <Toast.Provider limit={4} toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport ref={room} className="toast-viewport">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager<ToastData>();
  return toasts.map((entry) => {
    const Icon = icons[(entry.type ?? 'info') as ToastKind];
    return (
      <Toast.Root
        key={entry.id}
        className="toast"
        swipeDirection={['right', 'down']}
        toast={entry}
        {...(entry.type === 'error' && spoken)}
      >
        <Toast.Content className="flex items-start gap-3 py-3 pe-2 ps-4">
          <Icon aria-hidden="true" className="toast-icon mt-0.5 shrink-0" size={18} />
          <div className="min-w-0 flex-1 py-px">
            <Toast.Title className="text-base leading-snug font-bold" />
            <Toast.Description className="mt-0.5 text-sm text-soft" />
            {entry.data?.action && (
              <Button
                className="mt-2"
                onClick={() => {
                  manager.close(entry.id);
                  entry.data?.action?.onAct();
                }}
                size="sm"
              >
                {entry.data.action.label}
              </Button>
            )}
            {entry.data?.isLocked && (
              <AppLink
                className="mt-1 inline-block text-sm font-semibold text-primary-text hover:underline"
                onClick={() => manager.close(entry.id)}
                to="/upgrades"
              >
                See upgrades
              </AppLink>
            )}
          </div>
          <Toast.Close
            // Always in sight here, where the library supposes a stack that shows it when one points at it.
            aria-hidden={false}
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
