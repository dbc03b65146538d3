import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { FlatLine } from '#platform/web/ui/graphics/flat-line.tsx';
import { WaveformSkeleton } from '#platform/web/ui/skeleton.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';

/** `/payment-success`: asks for the payment and shows how it ended. Loading it again asks again, and changes nothing. */
export function PaymentResultPage({ tier, sessionId }: { tier: string | null; sessionId: string | null }) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer, announce } = useAuth();
  const query = useQuery({
    queryKey: ['payments', 'verify', viewer?.id, sessionId],
    queryFn: () => call('POST /payments/verify', { body: { sessionId: sessionId ?? '' } }),
    enabled: viewer !== null && sessionId !== null,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const { data, error } = query;
  const notified = useRef<unknown>(null);
  useEffect(() => {
    const outcome = data ?? error;
    if (!outcome || notified.current === outcome) return;
    notified.current = outcome;
    if (error) failureToast(error);
    else if (data?.success) {
      void client.invalidateQueries({ queryKey: ['payments', 'mine'] });
      void announce('user updated').catch(() => {});
    } else if (data) toast({ title: 'Payment Verification Failed', description: data.message, kind: 'error' });
  }, [data, error, client, announce]);

  const again = tier === 'ultimate-package' ? '/upgrades' : '/ranks';
  return (
    <Page>
      <Card aria-live="polite" className="mx-auto mt-6 grid max-w-xl justify-items-center gap-5 px-6 py-10 text-center">
        <Outcome
          again={again}
          error={error}
          isLoading={viewer !== null && sessionId !== null && query.isPending}
          isVisitor={viewer === null}
          result={data}
        />
        <nav aria-label="Continue" className="flex flex-wrap justify-center gap-2 border-t border-hairline pt-5">
          <ButtonLink size="sm" to="/profile">
            View Profile
          </ButtonLink>
          <ButtonLink size="sm" to="/ranks">
            View Ranks
          </ButtonLink>
          <ButtonLink size="sm" to="/">
            Home
          </ButtonLink>
        </nav>
      </Card>
    </Page>
  );
}

function Outcome({
  isLoading,
  isVisitor,
  result,
  error,
  again,
}: {
  isLoading: boolean;
  isVisitor: boolean;
  result: { success: boolean; message: string } | undefined;
  error: Error | null;
  again: string;
}) {
  if (isLoading)
    return (
      <div className="grid w-full justify-items-center gap-4" role="status">
        <WaveformSkeleton className="max-w-64" />
        <h1 className="heading text-xl">Verifying your payment...</h1>
        <p className="text-soft">This takes a few seconds.</p>
      </div>
    );
  if (result?.success)
    return (
      <div className="grid justify-items-center gap-3">
        <Check aria-hidden="true" className="text-ok" size={40} />
        <h1 className="heading text-xl">Payment successful</h1>
        <p className="text-soft">{result.message} What it opens is open now, and the receipt is in your mail.</p>
      </div>
    );
  const why = isVisitor
    ? 'Please sign in with the account that paid, then open this address again.'
    : (result?.message ?? (error instanceof CallError ? error.detail : 'This address names no payment.'));
  return (
    <div className="grid justify-items-center gap-4">
      <FlatLine cut />
      <h1 className="heading text-xl">Payment Failed</h1>
      <p className="text-soft">{why}</p>
      <ButtonLink to={isVisitor ? '/auth' : again} variant="primary">
        {isVisitor ? 'Sign In' : 'Try Again'}
      </ButtonLink>
    </div>
  );
}
