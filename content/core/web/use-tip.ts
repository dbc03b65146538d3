import { useRef } from 'react';
import { prices } from '#people/ledger/contract/limits.ts';
import type { Person } from '#platform/contract/shapes.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { fullName } from '#people/profiles/web/full-name.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { countText } from '#platform/web/lib/format.ts';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';

/**
 * Tips an author: nothing is shown as paid before the server has said so.
 * @param send pays once for an id; answers what the member has left
 */
export function useTip(
  author: Person,
  send: (submitId: string) => Promise<{ credits: number }>,
): { busy: boolean; tip(): Promise<void> } {
  const { announce } = useAuth();
  const { busy, run } = useAction();
  // Idempotency key: stays until the response, so that a retry after a network failure does not pay twice.
  const submitId = useRef<string | null>(null);
  const known = () => {
    submitId.current = null;
    // The member's balance, here and in their other tabs. A failed network leaves the number as it was.
    void announce('user updated').catch(() => {});
  };
  return {
    busy,
    tip: () =>
      run(async () => {
        submitId.current ??= crypto.randomUUID();
        try {
          const { credits } = await send(submitId.current);
          known();
          toast({
            title: 'Tip sent',
            description: `${prices.tip} credits went to ${fullName(author)}. You have ${countText(credits)} left.`,
            kind: 'success',
          });
        } catch (error) {
          // After a failure of the server or the network nobody knows whether it was paid.
          if (error instanceof CallError && error.status >= 400 && error.status < 500) known();
          throw error;
        }
      }),
  };
}
