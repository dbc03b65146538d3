import { lateWindow } from '#content/core/web/page/late-window.ts';
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { PartyPopper } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PartyCard as PartyCardData } from '#features/parties/contract/endpoints.ts';
import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { drawnCards } from '#features/player/web/track.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { useCoalescer } from '#platform/web/lib/use-coalescer.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';
import { readAgain } from '#platform/web/lib/query-client.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { PartName } from '#people/profiles/web/part-name.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { PartyCard } from './party-card.tsx';
import { partiesQuery, partyKeys } from './queries.ts';
import { partyStates } from './states.ts';

/** Classes of the button that stands beside the filters of a phone, with its icon alone. */
const PHONE = 'w-11 p-0 sm:hidden';

/** Milliseconds after which a list that is looked at reads again who is where. */
const COUNTS_EVERY_MS = 30_000;

const PartyDialog = lateWindow('The form', () => import('./party-dialog.tsx'));

const labels: Readonly<Record<PartyCardData['state'], string>> = {
  active: 'Active',
  scheduled: 'Upcoming',
  ended: 'Ended',
};

/** `/listening-parties`: a list of parties by state. */
export function PartiesPage({ state }: { state: PartyCardData['state'] }) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const query = useSuspenseInfiniteQuery(startingAt(partiesQuery(call, state), useStart()));
  const [isHosting, setIsHosting] = useState(false);
  const burst = useCoalescer();
  const read = () => burst.run('parties', () => readAgain(client, partyKeys.lists));
  useLive('parties', { parties_changed: read }, { onReset: read });
  // People come and go without an event for every list.
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && read(), COUNTS_EVERY_MS);
    return () => clearInterval(timer);
  });
  const items = query.data.pages.flatMap((page) => page.items);
  const host = (label: string, className?: string) =>
    viewer && (
      <Button
        className={className}
        icon={<PartyPopper aria-hidden="true" size={18} />}
        onClick={() => setIsHosting(true)}
        onFocus={PartyDialog.preload}
        onPointerEnter={PartyDialog.preload}
        variant="primary"
      >
        {className === PHONE ? <span className="sr-only">{label}</span> : label}
      </Button>
    );
  return (
    <Page width="full">
      <PageHeading
        actions={host('Host Party', 'max-sm:hidden')}
        lead="Hear the same moment together, and talk about it."
        title={<PartName name="Listening Parties" page="/listening-parties" />}
      />
      {/* On a phone one row, then the first card. */}
      <div className="mb-4 flex items-center gap-2 *:first:min-w-0 *:first:flex-1">
        <ChipRow label="Parties by state">
          {partyStates.map((each) => (
            <Chip
              key={each}
              selected={each === state}
              to={each === 'active' ? '/listening-parties' : `/listening-parties?state=${each}`}
            >
              {labels[each]}
            </Chip>
          ))}
        </ChipRow>
        {items.length > 0 && host('Host Party', PHONE)}
      </div>
      {items.length > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
          {items.map((party, index) => (
            <PartyCard atOnce={index < drawnCards} key={party.id} party={party} />
          ))}
        </div>
      ) : state === 'active' ? (
        <EmptyState
          action={viewer ? host('Host First Party') : <ButtonLink to="/auth">Sign in</ButtonLink>}
          title="No active listening parties"
        >
          Be the first to host a music session!
        </EmptyState>
      ) : (
        <EmptyState title={state === 'scheduled' ? 'Nothing is announced' : 'No party has ended yet'} />
      )}
      <ListEnd auto linked list={query} />
      {isHosting && viewer && (
        <PartyDialog onClose={() => setIsHosting(false)} onGiveUp={() => setIsHosting(false)} viewer={viewer} />
      )}
    </Page>
  );
}

/** The page while it loads. */
export function PartiesPending() {
  return (
    <Page width="full">
      <PageHeading
        lead="Hear the same moment together, and talk about it."
        title={<PartName name="Listening Parties" page="/listening-parties" />}
      />
      <ListSkeleton rows={4} />
    </Page>
  );
}
