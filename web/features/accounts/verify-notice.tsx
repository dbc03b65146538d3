import { useState } from 'react';
import { useCall } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { failureToast } from '#web/ui/failure-toast.ts';
import { toast } from '#web/ui/toast.ts';

/** Above every page of a member whose address is not verified: what is missing, and the one thing to do. */
export function VerifyNotice() {
  const call = useCall();
  const [busy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    try {
      await call('POST /auth/resend-verification');
      toast({ title: 'Link sent', description: 'Please check your email to verify your account.', kind: 'success' });
    } catch (error) {
      failureToast(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="notice mx-4 mt-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-hairline bg-surface px-4 py-3">
      <p>Verify your email address to post and reply. The link is in your inbox.</p>
      <Button busy={busy} onClick={() => void resend()} size="sm">
        Send the link again
      </Button>
    </div>
  );
}
