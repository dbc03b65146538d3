import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { MemberFilter, MemberOrder } from '#people/community/contract/limits.ts';
import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { statisticsQuery } from '#people/profiles/web/community-queries.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { ListControls } from '#platform/web/ui/controls/list-controls.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { StatTiles, StatTilesSkeleton } from '#platform/web/ui/stat-tiles.tsx';
import { MemberSearch } from './member-search.tsx';
import { MemberGrid, MemberGridSkeleton } from './member-tile.tsx';
import { type MemberChoice, membersQuery } from './queries.ts';

const filters: readonly { filter: MemberFilter; label: string }[] = [
  { filter: 'all', label: 'All' },
  { filter: 'staff', label: 'Staff' },
  { filter: 'special', label: 'Special Roles' },
];
const orders: readonly { order: MemberOrder; label: string }[] = [
  { order: 'xp', label: 'Most XP' },
  { order: 'newest', label: 'Newest' },
];

/** The address of a choice; what is usual is left out. */
export function membersAddress({ filter, order, q }: MemberChoice): string {
  const query = new URLSearchParams({
    ...(filter !== 'all' && { filter }),
    ...(order !== 'xp' && { order }),
    ...(q !== '' && { q }),
  });
  return query.size === 0 ? '/members' : `/members?${query.toString()}`;
}

/** `/members`: everybody, with search, filters and four numbers. */
export function MembersPage({ choice, onSearch }: { choice: MemberChoice; onSearch: (q: string) => void }) {
  const call = useCall();
  const { site } = useAuth();
  const { data: statistics } = useSuspenseQuery(statisticsQuery(call));
  return (
    <Page width="full">
      <PageHeading lead={`Everybody who makes up ${site.name}.`} title="Members" />
      <div className="mt-5 mb-4">
        <StatTiles
          tiles={[
            { label: 'Total Members', value: statistics.members },
            { label: 'Staff', value: statistics.staff },
            { label: 'Special Roles', value: statistics.specialRoles },
            { label: 'Avg XP', value: statistics.averageXp },
          ]}
        />
      </div>
      <ListControls
        count={[choice.filter !== 'all', choice.q === '' && choice.order !== 'xp'].filter(Boolean).length}
        search={<MemberSearch onSearch={onSearch} q={choice.q} />}
      >
        <ChipRow label="Filters and order">
          {filters.map(({ filter, label }) => (
            <Chip key={filter} selected={choice.filter === filter} to={membersAddress({ ...choice, filter })}>
              {label}
            </Chip>
          ))}
          {/* What a search finds has an order of its own. */}
          {choice.q === '' && (
            <>
              <span aria-hidden="true" className="mx-1 w-px shrink-0 self-stretch bg-hairline-strong" />
              {orders.map(({ order, label }) => (
                <Chip key={order} selected={choice.order === order} to={membersAddress({ ...choice, order })}>
                  {label}
                </Chip>
              ))}
            </>
          )}
        </ChipRow>
      </ListControls>
      <Members choice={choice} />
    </Page>
  );
}

function Members({ choice }: { choice: MemberChoice }) {
  const call = useCall();
  const query = useInfiniteQuery(startingAt(membersQuery(call, choice), useStart()));
  if (!query.data)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} title="The members could not be loaded." />
    ) : (
      <MemberGridSkeleton />
    );
  const seen = new Set<string | null>();
  // Whoever earned XP meanwhile may come again on a later page: they are drawn once.
  const members = query.data.pages
    .flatMap((page) => page.items)
    .filter((member) => !seen.has(member.id) && Boolean(seen.add(member.id)));
  if (members.length === 0)
    return (
      <EmptyState action={<ButtonLink to="/members">Show all members</ButtonLink>} title="No members found">
        {choice.q !== '' && 'A search finds names that begin so.'}
      </EmptyState>
    );
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={classes('transition-opacity', query.isPlaceholderData && 'opacity-60')}
    >
      <MemberGrid label="Members" members={members} />
      {query.data.pages[0]?.isCut && (
        <p className="py-4 text-center text-soft">
          These are the first {members.length}. Write more of the name to find others.
        </p>
      )}
      <ListEnd linked list={query} />
    </div>
  );
}

/** The page while it loads. */
export function MembersPending() {
  return (
    <Page width="full">
      <PageHeading title="Members" />
      <div className="mt-5 mb-4">
        <StatTilesSkeleton />
      </div>
      <MemberGridSkeleton />
    </Page>
  );
}
