import { ShownName } from '#people/profiles/web/shown-name.tsx';
import { useQuery } from '@tanstack/react-query';
import type { BoardLine } from '#people/community/contract/endpoints.ts';
import { type LeaderboardPeriod, people } from '#people/community/contract/limits.ts';
import type { Reply } from '#site/contract/contract.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { countText, placeText, shortDate } from '#platform/web/lib/format.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { Counter } from '#platform/web/ui/counter.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { Podium } from './podium.tsx';
import { leaderboardQuery } from './queries.ts';

const periods: readonly { period: LeaderboardPeriod; label: string; nobody: string }[] = [
  { period: 'all', label: 'All time', nobody: 'Nobody has earned XP yet.' },
  { period: 'month', label: 'This month', nobody: 'Nobody has earned XP this month yet.' },
  { period: 'week', label: 'This week', nobody: 'Nobody has earned XP this week yet.' },
];

const lead = `The ${people.leaderboard} members with the most XP.`;

/** `/leaderboards`: a podium and a list, for all time, this month or this week. */
export function LeaderboardsPage({ period }: { period: LeaderboardPeriod }) {
  const call = useCall();
  const { data, error, refetch, isPlaceholderData } = useQuery(leaderboardQuery(call, period));
  return (
    <Page>
      <PageHeading lead={lead} title="Leaderboards" />
      <div className="mb-4 grid gap-x-4 gap-y-2 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
        <ChipRow label="Time">
          {periods.map((each) => (
            <Chip
              key={each.period}
              selected={each.period === period}
              to={each.period === 'all' ? '/leaderboards' : `/leaderboards?period=${each.period}`}
            >
              {each.label}
            </Chip>
          ))}
        </ChipRow>
        {data?.since && (
          <p className="text-sm text-faint">
            Since <time dateTime={data.since}>{shortDate(new Date(data.since), 'UTC')}</time>, midnight UTC
          </p>
        )}
      </div>
      {!data && error && (
        <ErrorState error={error} onRetry={() => void refetch()} title="The leaderboard could not be loaded." />
      )}
      {!data && !error && <ListSkeleton rows={10} />}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={classes('grid gap-4 transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          <Board data={data} period={period} />
        </div>
      )}
    </Page>
  );
}

/** The page while it loads. */
export function LeaderboardsPending() {
  return (
    <Page>
      <PageHeading lead={lead} title="Leaderboards" />
      <ListSkeleton label="Loading the leaderboard" rows={10} />
    </Page>
  );
}

function Board({ data, period }: { data: Reply<'GET /leaderboards'>; period: LeaderboardPeriod }) {
  const { viewer } = useAuth();
  if (data.items.length === 0)
    return (
      <EmptyState
        action={<ButtonLink to="/ranks">How to earn XP</ButtonLink>}
        title={periods.find((each) => each.period === period)?.nobody}
      />
    );
  const top = data.items.slice(0, people.podium);
  const rest = data.items.slice(people.podium);
  const most = data.items[0]?.xp ?? 1;
  const isListed = data.items.some((line) => line.member.id === viewer?.id);
  return (
    <>
      <Podium lines={top} ownId={viewer?.id ?? null} />
      {data.own && !isListed && <OwnPlace own={data.own} />}
      {rest.length > 0 && (
        <Card flush>
          <ol aria-label="Places from 4" className="divide-y divide-hairline" start={people.podium + 1}>
            {rest.map((line) => (
              <Line key={line.member.id} isOwn={line.member.id === viewer?.id} line={line} most={most} />
            ))}
          </ol>
        </Card>
      )}
    </>
  );
}

function OwnPlace({ own: { place, xp } }: { own: { place: number | null; xp: number } }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p>
        {place !== null && (
          <>
            Your place: <Counter className="font-semibold" value={place} />, with <Counter value={xp} /> XP
          </>
        )}
        {place === null && xp > 0 && (
          <>
            You have <Counter className="font-semibold" value={xp} /> XP: a place beyond the{' '}
            {countText(people.ownPlaceMax)}th
          </>
        )}
        {place === null && xp === 0 && 'You are not on this board yet.'}
      </p>
      <ButtonLink size="sm" to="/ranks">
        How to earn XP
      </ButtonLink>
    </Card>
  );
}

function Line({ line: { place, xp, member }, most, isOwn }: { line: BoardLine; most: number; isOwn: boolean }) {
  return (
    <li
      className={classes(
        'relative flex items-center gap-3 px-3 py-2 has-[.row-link:hover]:bg-hover md:px-4',
        isOwn && 'bg-primary-wash',
      )}
    >
      <span className="sr-only">{placeText(place)}: </span>
      <span aria-hidden="true" className="tape w-6 shrink-0 text-end text-soft">
        {place}
      </span>
      <Avatar id={member.id ?? member.username} name={member.displayName} size="sm" src={member.avatarUrl} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <AppLink
            className="row-link min-w-0 truncate font-semibold after:absolute after:inset-0"
            to={`/profile/${member.username}`}
          >
            <ShownName person={member} />
          </AppLink>
          <RoleBadge {...member.rank} className="max-sm:hidden" />
          {isOwn && <span className="shrink-0 text-sm font-semibold text-primary-text">You</span>}
        </p>
        <span aria-hidden="true" className="mt-1.5 block h-1 overflow-hidden rounded-hair bg-meter-off">
          <span
            className="block h-full rounded-hair bg-meter-low"
            style={{ width: `${Math.max(1, (xp / most) * 100)}%` }}
          />
        </span>
      </div>
      <p className="w-20 shrink-0 text-end">
        <Counter className="font-semibold" value={xp} /> <span className="text-sm text-soft">XP</span>
      </p>
    </li>
  );
}
