import { useQuery } from '@tanstack/react-query';
import { Check, Lock } from 'lucide-react';
import { premiumLifetimeCents, tiers } from '#people/ledger/contract/limits.ts';
import type { OwnPayments } from '#features/payments/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { priceText } from '#platform/web/lib/format.ts';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useCheckout, usePortal } from './buying.ts';
import { openedByPremium } from './opened.ts';
import { offersQuery, ownPaymentsQuery } from './queries.ts';
import { SubscriptionLine } from './subscription-line.tsx';

/** Premium for life opens all that these tiers open. */
const endsWithLifetime = ({ product }: NonNullable<OwnPayments['subscription']>): boolean =>
  product === 'vip' || product === 'premium';

/** The plans in settings: Premium for life, the running subscription, and the way to the others. */
export function PlanCard() {
  const call = useCall();
  const offers = useQuery(offersQuery(call));
  const own = useQuery(ownPaymentsQuery(call));
  const { busy, buy } = useCheckout();
  const portal = usePortal();
  const sold = offers.data?.lifetime;
  const mine = own.data;
  const isOwned = mine?.owned.includes('premium_lifetime') ?? false;
  const monthly = offers.data?.tiers ?? tiers.map((tier) => ({ name: tier.name, cents: tier.centsPerMonth }));
  return (
    <Card className="grid gap-3 md:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="heading text-lg">Premium, for life</h3>
        <p>
          <span className="text-2xl font-bold tabular-nums">{priceText(sold?.cents ?? premiumLifetimeCents)}</span>{' '}
          <span className="text-soft">once, lifetime</span>
        </p>
      </div>
      <ul className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-2">
        {openedByPremium.map(({ right, label }) => {
          const isLocked = mine !== undefined && !mine.rights.includes(right);
          const Icon = isLocked ? Lock : Check;
          return (
            <li key={right} className="flex items-start gap-2">
              <Icon
                aria-hidden="true"
                className={classes('mt-[0.2em] shrink-0', isLocked ? 'text-accent-text' : 'text-ok')}
                size={14}
              />
              <span>
                {label}
                {isLocked && <span className="text-soft"> (locked)</span>}
              </span>
            </li>
          );
        })}
      </ul>
      {(offers.error ?? own.error) && (
        <ErrorState
          compact
          onRetry={() => {
            void offers.refetch();
            void own.refetch();
          }}
          title="Your payments could not be loaded."
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {isOwned ? (
          <p className="flex items-center gap-2 font-semibold text-ok">
            <Check aria-hidden="true" size={16} /> Owned
          </p>
        ) : (
          <Button
            busy={busy === 'premium_lifetime'}
            busyLabel="Processing..."
            onClick={() => void buy('premium_lifetime')}
            variant="primary"
          >
            Get Premium
          </Button>
        )}
        {mine?.canManage && (
          <Button busy={portal.busy} onClick={() => void portal.open()}>
            Manage subscription
          </Button>
        )}
      </div>
      {mine?.subscription && !isOwned && endsWithLifetime(mine.subscription) && (
        <p className="text-sm text-soft">
          Premium for life ends your subscription at once; its unused days are credited to you.
        </p>
      )}
      {mine?.subscription && <SubscriptionLine subscription={mine.subscription} />}
      <p className="border-t border-hairline pt-3 text-sm text-soft">
        {isOwned ? 'By the month: ' : 'What is locked opens with Premium, or by the month: '}
        {monthly.map((tier) => `${tier.name} ${priceText(tier.cents)}`).join(', ')}. VIP and the Ultimate Package open
        all of it but larger uploads.
        {offers.data?.isTest && ' This site takes no payments: the checkout is a test, in which no money moves.'}
      </p>
      <p className="flex flex-wrap gap-2">
        <ButtonLink size="sm" to="/ranks">
          See the subscriptions
        </ButtonLink>
        <ButtonLink size="sm" to="/upgrades">
          Ultimate Package
        </ButtonLink>
      </p>
    </Card>
  );
}
