import { useRef, useState } from 'react';
import type { Input } from '#contract/contract.ts';
import { prices } from '#contract/limits/ledger.ts';
import type { Person } from '#contract/shapes.ts';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { fullName } from '#web/features/profiles/full-name.ts';
import { useCall } from '#web/lib/api.ts';
import { CallError } from '#web/lib/call.ts';
import { countText } from '#web/lib/format.ts';
import { failureToast } from '#web/ui/overlays/failure-toast.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { TipAsk } from './tip-ask.tsx';

/** Props of {@link TipButton}. */
export interface TipButtonProps {
  kind: Input<'POST /tips/:kind/:contentId'>['params']['kind'];
  contentId: string;
  author: Person;
}

/** Ten credits for the author of a content. Nothing for visitors, the author, and where the author has left. */
export function TipButton({ kind, contentId, author }: TipButtonProps) {
  const call = useCall();
  const { viewer, announce } = useAuth();
  const [busy, setBusy] = useState(false);
  // Stays until the answer is known: a retry after a failed network pays no second time.
  const submitId = useRef<string | null>(null);
  if (!viewer || author.id === null || author.id === viewer.id) return null;
  const tip = async (): Promise<void> => {
    setBusy(true);
    submitId.current ??= crypto.randomUUID();
    const readCredits = () => void announce('user updated').catch(() => {});
    try {
      const params = { kind, contentId };
      const { credits } = await call('POST /tips/:kind/:contentId', { params, body: { submitId: submitId.current } });
      submitId.current = null;
      readCredits();
      toast({
        title: 'Tip sent',
        description: `${prices.tip} credits went to ${fullName(author)}. You have ${countText(credits)} left.`,
        kind: 'success',
      });
    } catch (error) {
      // After a failure of the server or the network nobody knows whether it was paid.
      if (error instanceof CallError && error.status >= 400 && error.status < 500) {
        submitId.current = null;
        readCredits();
      }
      failureToast(error);
    } finally {
      setBusy(false);
    }
  };
  return <TipAsk busy={busy} name={author.displayName} onTip={() => void tip()} />;
}
