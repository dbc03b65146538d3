import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Party } from '#features/parties/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { ContentMissing } from '#content/core/web/page/content-states.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { Chat } from './chat/chat.tsx';
import { Participants } from './participants.tsx';
import { useWatchedPosition } from './preview.ts';
import { PartyQueue } from './queue/party-queue.tsx';
import { Played } from './queue/played.tsx';
import { partyQuery, stageQuery } from './queries.ts';
import { RoomHead } from './room-head.tsx';
import { RoomTabs, type RoomTab } from './room-tabs.tsx';
import { StageBox, StagePanel } from './stage/stage-panel.tsx';
import { usePresence, useRoomLive, useRoomSound } from './use-room.ts';
import './parties.css';

/** `/listening-party/{id}`: the room. Who was removed from it, or may not see it any more, gets no more than that. */
export function RoomPage({ partyId }: { partyId: string }) {
  const call = useCall();
  const { data: party, error } = useSuspenseQuery(partyQuery(call, partyId));
  if (error instanceof CallError && error.code === 'party_not_found') return <PartyMissing />;
  // A visitor who listened: it has ended, or its host has changed their mind.
  if (error instanceof CallError && error.code === 'sign_in_required') return <NotForVisitors partyId={partyId} />;
  if (!party.can.read && !party.can.listen)
    return (
      <Page width="full">
        <StageBox party={party}>
          <RoomHead onJoined={() => {}} party={party} stage={null} />
        </StageBox>
      </Page>
    );
  return <Room party={party} />;
}

function Room({ party }: { party: Party }) {
  const call = useCall();
  const { viewer } = useAuth();
  const partyId = party.id;
  const { data: room } = useSuspenseQuery(stageQuery(call, partyId));
  const [tab, setTab] = useState<RoomTab>('chat');
  const [isListening, setListening] = useState(false);
  const { typing, floating } = useRoomLive(party);
  const isOpen = party.state !== 'ended';
  const isIn = party.hasJoined && isOpen;
  const hears = isIn || (isListening && party.can.listen);
  const { sound, sync } = useRoomSound(room.stage, room.queue[0] ?? null, hears);
  usePresence(partyId, isIn, sync.clock !== null, () => sync.clock?.slowestTrip ?? null);
  const watched = useWatchedPosition(room.stage, room.stage.item?.durationMs ?? null, !hears);
  const { stage } = room;
  const drives = party.hasJoined && viewer !== null && stage.holder?.id === viewer.id;
  const head = <RoomHead onJoined={() => sound?.allow()} party={party} stage={stage} />;
  return (
    <Page width="full">
      <div className="party-room" data-tab={isOpen ? tab : undefined}>
        {isOpen ? (
          <StagePanel
            floating={floating}
            head={head}
            listening={{ isOn: isListening, set: setListening }}
            party={party}
            positionMs={hears ? sync.positionMs : watched}
            room={room}
            sound={sound}
            sync={sync}
          />
        ) : (
          <StageBox party={party}>{head}</StageBox>
        )}
        {isOpen && (
          <RoomTabs onTab={setTab} party={party} queued={room.queue.length} tab={tab} viewerId={viewer?.id ?? null} />
        )}
        {isOpen ? (
          <PartyQueue isOrderer={drives || party.can.moderate} party={party} queue={room.queue} />
        ) : (
          <div className="party-queue">
            <Played party={party} />
          </div>
        )}
        <Participants party={party} viewerId={viewer?.id ?? null} />
        {party.can.read ? <Chat party={party} typing={typing} viewer={viewer} /> : <ChatForMembers partyId={partyId} />}
      </div>
    </Page>
  );
}

/** In the place of the chat, for visitors who listen. */
function ChatForMembers({ partyId }: { partyId: string }) {
  return (
    <section aria-label="Chat" className="party-chat rounded-card border border-hairline bg-surface">
      <header className="border-b border-hairline px-4 py-2 max-lg:hidden">
        <h2 className="heading text-lg">Chat</h2>
      </header>
      <div className="row-start-2 grid content-center justify-items-center gap-2 p-4 text-center">
        <p className="heading text-lg">The chat is for members</p>
        <p className="text-soft">
          You are here as a visitor, and nobody sees you. With an account you join, chat, react and add tracks.
        </p>
        <ButtonLink to={`/auth?party=${partyId}`}>Sign in</ButtonLink>
      </div>
    </section>
  );
}

/** A party that visitors may not listen to any more. */
function NotForVisitors({ partyId }: { partyId: string }) {
  return (
    <Page width="full">
      <EmptyState
        action={<ButtonLink to={`/auth?party=${partyId}`}>Sign in</ButtonLink>}
        title="You cannot listen along any more"
      >
        The party has ended, or it is for members now.
      </EmptyState>
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
        <Skeleton className="party-stage h-96 rounded-card" />
        <Skeleton className="party-chat rounded-card" />
      </div>
    </Page>
  );
}
