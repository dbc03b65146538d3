import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { latePart } from '#platform/web/ui/late-part.tsx';
import type { ConfirmDialogProps } from '#platform/web/ui/overlays/confirm-dialog.tsx';

const ConfirmDialog = latePart<ConfirmDialogProps>(() => import('#platform/web/ui/overlays/confirm-dialog.tsx'), {
  name: 'The question',
  notice: 'float',
});

/** Asks before a page with unsaved changes is left, by a link, by the back button, or with the whole tab. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { history } = useRouter();
  const [answer, setAnswer] = useState<((leaves: boolean) => void) | null>(null);
  useEffect(() => {
    if (!isDirty) return;
    ConfirmDialog.preload();
    return history.block({
      enableBeforeUnload: true,
      blockerFn: async ({ currentLocation, nextLocation }) => {
        if (currentLocation.pathname === nextLocation.pathname) return false;
        const leaves = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
        setAnswer(null);
        return !leaves;
      },
    });
  }, [history, isDirty]);
  if (!answer) return null;
  return (
    <ConfirmDialog
      cancelLabel="Stay"
      confirmLabel="Leave"
      danger
      description="What you changed in this section has not been saved."
      onConfirm={() => answer(true)}
      onGiveUp={() => answer(true)}
      onOpenChange={(open) => !open && answer(false)}
      open
      title="Leave without saving?"
    />
  );
}
