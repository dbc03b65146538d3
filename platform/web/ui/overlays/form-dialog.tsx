import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

/** Props of {@link FormDialog}. */
export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size'> {
  /** Of the `form` element, such as those of `useForm`. */
  formProps: ComponentProps<'form'>;
  busy: boolean;
  /** The label of the button that sends. */
  save?: string;
  /** The same while it sends. */
  busyLabel?: string;
  /** It cannot be sent yet. */
  disabled?: boolean;
  onClose: () => void;
  /** What the fields begin with, where it is read first. */
  loading?: {
    query: { data: unknown; isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
    /** Height class of the placeholder. */
    height: string;
    /** Title of the failure. */
    failed: string;
  };
  /** The fields. */
  children: ReactNode;
}

/** A modal window with one form, "Cancel" and a button that sends it. */
export function FormDialog({
  formProps,
  busy,
  save = 'Save',
  busyLabel,
  disabled = false,
  onClose,
  loading,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  const isLoaded = !loading || loading.query.data !== undefined;
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button
            busy={busy}
            busyLabel={busyLabel}
            disabled={disabled || !isLoaded}
            form={id}
            type="submit"
            variant="primary"
          >
            {save}
          </Button>
        </>
      }
      onOpenChange={(open) => !open && onClose()}
      open
    >
      {isLoaded ? (
        <form className="grid grid-cols-[minmax(0,1fr)] gap-4" id={id} noValidate {...formProps}>
          {children}
        </form>
      ) : loading.query.isError ? (
        <ErrorState
          busy={loading.query.isFetching}
          compact
          onRetry={() => void loading.query.refetch()}
          title={loading.failed}
        />
      ) : (
        <Skeleton className={`${loading.height} w-full`} />
      )}
    </Dialog>
  );
}
