import type { OwnPayments } from '#features/payments/contract/endpoints.ts';
import { productNames } from '#people/ledger/contract/limits.ts';
import { LocalDate } from '#platform/web/ui/local-date.tsx';

/** The state of a subscription in one sentence. */
export function SubscriptionLine({ subscription }: { subscription: NonNullable<OwnPayments['subscription']> }) {
  const { product, state, until } = subscription;
  const date = <LocalDate date={until} />;
  return (
    <p>
      <strong className="font-semibold">{productNames[product]}</strong>
      {state === 'active' && <> renews on {date}.</>}
      {state === 'ending' && <> was canceled and goes on until {date}.</>}
      {state === 'covered' && <> is ending: you have Premium for life. Its unused days are credited to you.</>}
      {state === 'grace' && <> could not be renewed. It goes on until {date}: please check your card.</>}
    </p>
  );
}
