import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Balance } from '#people/ledger/contract/endpoints.ts';
import { givenRanks } from '#people/ledger/contract/rank-limits.ts';
import { ranks } from '#people/ledger/contract/ranks.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Counter, Odometer } from '#platform/web/ui/counter.tsx';
import { PartName } from '#people/profiles/web/part-name.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';
import { EarnCredits, EarnXp } from './earning.tsx';
import { LadderList } from './ladder-list.tsx';
import { balanceQuery } from './queries.ts';

/** `/ranks`: paid tiers, the ladder with the member's place on it, and how XP and credits are earned. @param premium the tiers */
export function RanksPage({ premium }: { premium: ReactNode }) {
  const call = useCall();
  const { viewer } = useAuth();
  const { data } = useQuery({ ...balanceQuery(call), enabled: viewer !== null });
  // The session knows the totals too, in case the balance could not be read.
  const balance = viewer ? (data ?? null) : null;
  const xp = viewer ? (balance?.xp ?? viewer.xp) : null;
  const today = balance?.today ?? null;
  return (
    <Page
      rail={
        <>
          <EarnXp today={today} />
          <EarnCredits today={today} />
        </>
      }
      railLabel="Earning"
    >
      <PageHeading
        lead="What you can reach by taking part, and what you can subscribe to."
        title={<PartName name="Ranks" page="/ranks" />}
      />
      {premium}
      <section aria-labelledby="ladder">
        <h2 className="heading mt-7 mb-1 text-xl" id="ladder">
          The ladder
        </h2>
        <p className="mb-3 max-w-measure text-soft">
          The ladder is honorary: its names stand for totals of XP. A step called Moderator or Admin gives no right of
          staff, and one called VIP or Premium opens nothing that a subscription opens.
        </p>
        {viewer && xp !== null && <Standing balance={balance} credits={viewer.credits} level={viewer.level} xp={xp} />}
        <LadderList xp={xp} />
      </section>
      <section aria-labelledby="given">
        <h2 className="heading mt-7 mb-1 text-xl" id="given">
          Ranks by hand
        </h2>
        <p className="mb-3 max-w-measure text-soft">
          Staff give these to members who stand out. Staff themselves show the highest rank on their profiles.
        </p>
        <ul className="flex flex-wrap gap-2">
          {givenRanks.map((key) => (
            <li key={key}>
              <RoleBadge className="h-auto min-h-6 max-w-full whitespace-normal" {...ranks[key]} size="md" />
            </li>
          ))}
        </ul>
      </section>
      {!viewer && (
        <Card className="mt-7 flex flex-wrap items-center justify-between gap-3">
          <p className="text-soft">Members see here how far they are.</p>
          <ButtonLink to="/auth?mode=sign-up" variant="primary">
            Create Account
          </ButtonLink>
        </Card>
      )}
    </Page>
  );
}

/** The member's numbers over the ladder. */
function Standing({
  balance,
  xp,
  level,
  credits,
}: {
  balance: Balance | null;
  xp: number;
  level: number;
  credits: number;
}) {
  return (
    <Card className="mb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          <div>
            <dt className="text-sm text-soft">Your XP</dt>
            <dd className="text-xl font-semibold">
              <Counter value={xp} />
            </dd>
          </div>
          <div>
            <dt className="text-sm text-soft">Level</dt>
            <dd className="text-xl font-semibold">
              <Counter value={balance?.level ?? level} />
            </dd>
          </div>
          <div>
            <dt className="text-sm text-soft">Credits</dt>
            <dd className="text-lg">
              <Odometer label="credits" value={balance?.credits ?? credits} />
            </dd>
          </div>
        </dl>
        <ButtonLink icon={<ReceiptText aria-hidden="true" size={16} />} size="sm" to="/ranks/statement">
          Statement
        </ButtonLink>
      </div>
      {balance && balance.roleSource !== 'xp' && (
        <p className="mt-3 border-t border-hairline pt-3 text-sm text-soft">
          {balance.roleSource === 'staff'
            ? 'Staff gave you your badge by hand: XP counts on, and the badge stays.'
            : 'Your badge is that of your subscription: XP counts on, and the badge stays while it lasts.'}
        </p>
      )}
    </Card>
  );
}
