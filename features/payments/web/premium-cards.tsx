import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { Offers, OwnPayments } from '#features/payments/contract/endpoints.ts';
import { type Tier, tiers } from '#people/ledger/contract/limits.ts';
import { ranks } from '#people/ledger/contract/ranks.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { priceText } from '#platform/web/lib/format.ts';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { RankEmblem } from '#platform/web/ui/members/rank-emblem.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { useCheckout, usePortal } from './buying.ts';
import { offersQuery, ownPaymentsQuery } from './queries.ts';
import { opened } from './opened.ts';
import { SubscriptionLine } from './subscription-line.tsx';

/** The paid tiers, with the way to buy them. */
export function PremiumCards() {
  const call = useCall();
  const { viewer } = useAuth();
  const offers = useQuery(offersQuery(call));
  const own = useQuery({ ...ownPaymentsQuery(call), enabled: viewer !== null });
  const mine = viewer ? (own.data ?? null) : null;
  return (
    <section aria-labelledby="premium">
      <h2 className="heading mt-5 mb-3 text-xl" id="premium">
        Premium subscriptions
      </h2>
      {offers.error && !offers.data && (
        <ErrorState compact onRetry={() => void offers.refetch()} title="The prices could not be loaded." />
      )}
      {!offers.error && !offers.data && <Skeleton className="h-40 w-full" />}
      {offers.data && <Cards isMember={viewer !== null} mine={mine} offers={offers.data} />}
      {offers.data?.isTest && (
        <p className="mt-3 text-sm text-soft">
          This site takes no payments: the checkout is a test, in which no money moves.
        </p>
      )}
      <Card className="mt-3">
        <h3 className="mb-2 text-sm font-semibold">Each of them opens</h3>
        <ul className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-2 lg:grid-cols-3">
          {opened.map(({ right, label }) => (
            <li key={right} className="flex items-start gap-2">
              <Check aria-hidden="true" className="mt-[0.2em] shrink-0 text-ok" size={14} />
              {label}
            </li>
          ))}
        </ul>
        <p className="mt-3 border-t border-hairline pt-3 text-sm text-soft">
          Profiles with all their pictures and backgrounds are free for every member.
        </p>
      </Card>
    </section>
  );
}

function Cards({ offers, mine, isMember }: { offers: Offers; mine: OwnPayments | null; isMember: boolean }) {
  const { busy, buy } = useCheckout();
  const portal = usePortal();
  return (
    <>
      {mine?.subscription && (
        <Card className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <SubscriptionLine subscription={mine.subscription} />
          <Button busy={portal.busy} onClick={() => void portal.open()} size="sm">
            Manage subscription
          </Button>
        </Card>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-3">
        {offers.tiers.map((offer) => {
          const key = offer.product as Tier;
          const tier = tiers.find((candidate) => candidate.key === key)!;
          const isInLifetime = key !== 'omega_premium' && mine?.owned.includes('premium_lifetime');
          const isOwned = isInLifetime || (mine?.owned.includes(key) ?? false);
          return (
            <li key={key}>
              <Card className="flex h-full flex-col gap-3">
                <div className="flex items-start gap-3">
                  <RankEmblem {...ranks[key]} />
                  <div className="min-w-0 wrap-anywhere">
                    <h3 className="heading text-base">{offer.name}</h3>
                    <p className="text-sm text-soft">
                      <span className="text-lg font-bold text-text tabular-nums">{priceText(offer.cents)}</span> a month
                    </p>
                    <p className="mt-1 text-sm">
                      The {offer.name} badge{tier.hasLargerUploads && ', larger uploads'}
                    </p>
                  </div>
                </div>
                <TierButton
                  busy={busy === key}
                  isMember={isMember}
                  isOwned={isOwned}
                  name={offer.name}
                  onBuy={() => void buy(key)}
                  {...(mine?.subscription && { changes: true })}
                />
              </Card>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function TierButton({
  name,
  isMember,
  isOwned,
  changes,
  busy,
  onBuy,
}: {
  name: string;
  isMember: boolean;
  isOwned: boolean;
  changes?: boolean;
  busy: boolean;
  onBuy(): void;
}) {
  if (!isMember)
    return (
      <ButtonLink className="mt-auto" size="sm" to="/auth">
        Sign in to subscribe
      </ButtonLink>
    );
  if (isOwned)
    return (
      <p className="mt-auto flex min-h-9 items-center gap-2 text-sm font-semibold text-ok">
        <Check aria-hidden="true" size={16} /> Owned
      </p>
    );
  return (
    <Button
      aria-label={changes ? `Change to ${name}` : `Subscribe to ${name}`}
      busy={busy}
      busyLabel="Processing..."
      className="mt-auto"
      onClick={onBuy}
      variant="primary"
    >
      {changes ? 'Change' : 'Subscribe'}
    </Button>
  );
}
