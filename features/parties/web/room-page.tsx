import { useSuspenseQuery } from '@tanstack/react-query';
import type { Party } from '#features/parties/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { ContentMissing } from '#content/core/web/page/content-states.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { Chat } from './chat/chat.tsx';
import { Participants } from './participants.tsx';
import { Played } from './queue/played.tsx';
import { partyQuery, stageQuery } from './queries.ts';
import { RoomHead } from './room-head.tsx';
import { StagePanel } from './stage-panel.tsx';
import { usePresence, useRoomLive, useRoomSound } from './use-room.ts';
import './parties.css';

/** `/listening-party/{id}`: the room. Who was removed from it, or may not see it any more, gets no more than that. */
export function RoomPage({ partyId }: { partyId: string }) {
  const call = useCall();
  const { data: party, error } = useSuspenseQuery(partyQuery(call, partyId));
  if (error instanceof CallError && error.code === 'party_not_found') return <PartyMissing />;
  if (!party.can.read)
    return (
      <Page width="full">
        <RoomHead onJoined={() => {}} party={party} />
      </Page>
    );
  return <Room party={party} />;
}

function Room({ party }: { party: Party }) {
  const call = useCall();
  const { viewer } = useAuth();
  const partyId = party.id;
  const { data: room } = useSuspenseQuery(stageQuery(call, partyId));
  const { typing, floating } = useRoomLive(party);
  const isIn = party.hasJoined && party.state !== 'ended';
  const { sound, sync } = useRoomSound(room.stage, room.queue[0] ?? null, isIn);
  usePresence(partyId, isIn, sync.clock !== null, () => sync.clock?.slowestTrip ?? null);
  return (
    <Page width="full">
      <div className="party-room">
        <div className="party-main">
          <RoomHead onJoined={() => sound?.allow()} party={party} />
          {party.state === 'ended' ? (
            <Played party={party} />
          ) : (
            <StagePanel floating={floating} party={party} room={room} sound={sound} sync={sync} />
          )}
          <Participants party={party} viewerId={viewer?.id ?? null} />
        </div>
        <Chat party={party} typing={typing} viewer={viewer} />
      </div>
    </Page>
  );
}

/** A party that is not there, or not for this reader. */
export function PartyMissing() {
  return <ContentMissing label="All listening parties" title="Party not found" to="/listening-parties" />;
}

/** A room while it loads. */
export function RoomPending() {
  return (
    <Page width="full">
      <div className="party-room">
        <div className="grid content-start gap-4">
          <Skeleton className="h-32 rounded-card" />
          <Skeleton className="h-56 rounded-card" />
        </div>
        <Skeleton className="h-96 rounded-card" />
      </div>
    </Page>
  );
}
