import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { StatementLine } from '#people/ledger/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { countText } from '#platform/web/lib/format.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { Counter, Odometer } from '#platform/web/ui/counter.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { type StatementOf, balanceQuery, statementQuery } from './queries.ts';

const kinds: readonly { of: StatementOf; label: string }[] = [
  { of: 'all', label: 'All' },
  { of: 'xp', label: 'XP' },
  { of: 'credits', label: 'Credits' },
];

const back = { to: '/ranks', label: 'Ranks' };

/** `/ranks/statement`: where the member's XP and credits came from and went. */
export function StatementPage({ of }: { of: StatementOf }) {
  const call = useCall();
  const { data: balance } = useSuspenseQuery(balanceQuery(call));
  const query = useInfiniteQuery(statementQuery(call, of));
  const lines = query.data?.pages.flatMap((page) => page.items);
  return (
    <Page>
      <PageHeading
        actions={
          <dl className="flex items-end gap-6">
            <div>
              <dt className="text-sm text-soft">XP</dt>
              <dd className="text-lg font-semibold">
                <Counter value={balance.xp} />
              </dd>
            </div>
            <div>
              <dt className="text-sm text-soft">Credits</dt>
              <dd>
                <Odometer label="credits" value={balance.credits} />
              </dd>
              {balance.resting && (
                <dd className="text-sm text-faint">
                  {countText(balance.resting.credits)} at rest, the last until{' '}
                  <LocalDate date={balance.resting.until} />
                </dd>
              )}
            </div>
          </dl>
        }
        back={back}
        title="Statement"
      />
      <div className="mb-3">
        <ChipRow label="What to show">
          {kinds.map((kind) => (
            <Chip
              key={kind.of}
              selected={kind.of === of}
              to={kind.of === 'all' ? '/ranks/statement' : `/ranks/statement?of=${kind.of}`}
            >
              {kind.label}
            </Chip>
          ))}
        </ChipRow>
      </div>
      {!lines && query.error && (
        <ErrorState onRetry={() => void query.refetch()} title="The statement could not be loaded." />
      )}
      {!lines && !query.error && <ListSkeleton rows={6} />}
      {lines?.length === 0 && (
        <EmptyState action={<ButtonLink to="/ranks">How to earn</ButtonLink>} title="Nothing earned yet.">
          What you earn and spend will be listed here.
        </EmptyState>
      )}
      {lines && lines.length > 0 && (
        <Card flush>
          <ul aria-label="Entries" className="divide-y divide-hairline">
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        </Card>
      )}
      <ListEnd auto list={query} />
    </Page>
  );
}

/** The page while it loads. */
export function StatementPending() {
  return (
    <Page>
      <PageHeading back={back} title="Statement" />
      <ListSkeleton rows={8} />
    </Page>
  );
}

function Line({ line }: { line: StatementLine }) {
  const isIn = line.amount > 0;
  const size = Math.abs(line.amount);
  return (
    <li className="flex items-center gap-4 px-3 py-2.5 md:px-4">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{line.title}</p>
        <p className="flex min-w-0 gap-2 text-sm text-faint">
          {line.about && (
            <AppLink className="min-w-0 truncate text-soft hover:underline" to={line.about.url}>
              {line.about.title}
            </AppLink>
          )}
          <RelativeTime className="shrink-0" date={line.at} />
          {line.restsUntil && (
            <span className="shrink-0">
              at rest until <LocalDate date={line.restsUntil} />
            </span>
          )}
        </p>
      </div>
      <p className="shrink-0 text-end">
        <span className={classes('tape font-semibold', isIn ? 'text-ok' : 'text-danger')}>
          {isIn ? '+' : '−'}
          {countText(size)}
        </span>{' '}
        <span className="text-sm text-soft">{line.currency === 'xp' ? 'XP' : size === 1 ? 'credit' : 'credits'}</span>
        <span className="block text-sm text-faint">
          <span className="sr-only">Balance </span>
          <span className="tape">{countText(line.balance)}</span>
        </span>
      </p>
    </li>
  );
}
