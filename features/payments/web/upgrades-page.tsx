import { useSuspenseQuery } from '@tanstack/react-query';
import { Check, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { upgrade } from '#people/ledger/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { countText, priceText } from '#platform/web/lib/format.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Card, CardHeading } from '#platform/web/ui/card.tsx';
import { Odometer } from '#platform/web/ui/counter.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { PartName } from '#people/profiles/web/part-name.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { useCheckout, useCreditPurchase } from './buying.ts';
import { PreviewPost } from './preview-post.tsx';
import { offersQuery, ownPaymentsQuery } from './queries.ts';

/** `/upgrades`: the member's credits, what the Ultimate Package looks like, and how to get it. @param earning 'How to Earn Credits' */
export function UpgradesPage({ earning }: { earning: ReactNode }) {
  const call = useCall();
  const { viewer } = useAuth();
  const { data: offers } = useSuspenseQuery(offersQuery(call));
  const { data: mine } = useSuspenseQuery(ownPaymentsQuery(call));
  const isOwned = mine.owned.includes(upgrade.key);
  return (
    <Page rail={earning} railLabel="Earning">
      <PageHeading
        actions={
          <>
            <dl>
              <dt className="text-sm text-soft">Your credits</dt>
              <dd>
                <Odometer label="credits" value={mine.credits} />
              </dd>
            </dl>
            <ButtonLink icon={<ReceiptText aria-hidden="true" size={16} />} size="sm" to="/ranks/statement?of=credits">
              Statement
            </ButtonLink>
          </>
        }
        lead="What makes your posts and your name stand out."
        title={<PartName name="Upgrades" page="/upgrades" />}
      />
      {viewer && <PreviewPost viewer={viewer} />}
      <ProductCard isOpened={mine.isUpgradeOpened} isOwned={isOwned} offer={offers.upgrade} />
      {offers.isTest && (
        <p className="mt-3 text-sm text-soft">
          This site takes no payments: the checkout is a test, in which no money moves.
        </p>
      )}
      <p className="mt-3 text-sm text-soft">
        The subscriptions on{' '}
        <AppLink className="font-semibold text-primary-text hover:underline" to="/ranks">
          Ranks
        </AppLink>{' '}
        open the same, and give a badge.
      </p>
    </Page>
  );
}

function ProductCard({
  offer,
  isOwned,
  isOpened,
}: {
  offer: { name: string; cents: number; credits: number | null };
  isOwned: boolean;
  isOpened: boolean;
}) {
  const checkout = useCheckout();
  const credits = useCreditPurchase();
  return (
    <Card className="mt-4 md:p-5">
      <CardHeading
        aside={
          <span
            className={
              isOwned
                ? 'rounded-full border border-ok px-2.5 py-0.5 text-sm font-semibold text-ok'
                : 'rounded-full border border-accent-text px-2.5 py-0.5 text-sm font-semibold text-accent-text'
            }
          >
            {isOwned ? 'Owned' : 'Popular'}
          </span>
        }
      >
        {offer.name}
      </CardHeading>
      <p className="text-soft">{upgrade.description}</p>
      <ul className="my-4 grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-2">
        {upgrade.features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check aria-hidden="true" className="mt-[0.2em] shrink-0 text-ok" size={14} />
            {feature}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3 border-t border-hairline pt-4">
        <p className="me-auto">
          <span className="text-2xl font-bold tabular-nums">{priceText(offer.cents)}</span>{' '}
          <span className="text-soft">once</span>
        </p>
        {isOwned ? (
          <Button disabled>Owned</Button>
        ) : isOpened ? (
          <p className="text-soft">All of this is open to you already.</p>
        ) : (
          <>
            {offer.credits !== null && (
              <Button busy={credits.busy} busyLabel="Processing..." onClick={() => void credits.buy()}>
                Use {countText(offer.credits)} {offer.credits === 1 ? 'credit' : 'credits'}
              </Button>
            )}
            <Button
              busy={checkout.busy !== null}
              busyLabel="Processing..."
              onClick={() => void checkout.buy(upgrade.key)}
              variant="primary"
            >
              Purchase
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}

/** The page while it loads. */
export function UpgradesPending() {
  return (
    <Page>
      <PageHeading title={<PartName name="Upgrades" page="/upgrades" />} />
      <div aria-busy="true" className="mt-4 grid gap-4" role="status">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </Page>
  );
}
