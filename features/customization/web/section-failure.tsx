import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CallError } from '#platform/web/lib/call.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';

/** A section that could not be loaded, in the server's words. */
export function SectionFailure({ error }: { error: unknown }) {
  const router = useRouter();
  useEffect(() => {
    if (error instanceof CallError) failureToast(error);
  }, [error]);
  return (
    <ErrorState
      onRetry={() => void router.invalidate()}
      title={error instanceof CallError ? error.detail : 'Failed to load profile'}
    />
  );
}
