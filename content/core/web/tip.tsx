import { Coins } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Person } from '#platform/contract/shapes.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { prices } from '#people/ledger/contract/limits.ts';
import { fullName } from '#people/profiles/web/full-name.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { countText } from '#platform/web/lib/format.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';

/** `Tip 10¢`, which asks once before it pays. @param name who gets it */
export function TipConfirm({ name, busy, onTip }: { name: string; busy: boolean; onTip: () => void }) {
  const [asks, setAsks] = useState(false);
  const turn = () => setAsks(!asks);
  return (
    <>
      <Button
        busy={busy}
        icon={<Coins aria-hidden="true" size={16} />}
        onClick={() => {
          turn();
          if (asks) onTip();
        }}
        size="sm"
        variant={asks ? 'primary' : 'ghost'}
      >
        <span className="max-w-52 truncate">{asks ? `Tip 10¢ to ${name}?` : 'Tip 10¢'}</span>
      </Button>
      {asks && (
        <Button onClick={turn} size="sm" variant="ghost">
          Cancel
        </Button>
      )}
    </>
  );
}

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
