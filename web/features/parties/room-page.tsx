import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Bell, BellOff, CalendarClock, CalendarPlus, DoorOpen, LogOut, Square } from 'lucide-react';
import { useCallback, useState } from 'react';
import { parties as limits } from '#contract/limits/parties.ts';
import type { Party } from '#contract/parties.ts';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { DisplayName } from '#web/features/profiles/shown-name.tsx';
import { useCall } from '#web/lib/api.ts';
import { countText } from '#web/lib/format.ts';
import { Page } from '#web/shell/page.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { AppLink } from '#web/ui/controls/link.tsx';
import { FlatLine } from '#web/ui/graphics/flat-line.tsx';
import { LocalDate } from '#web/ui/local-date.tsx';
import { latePart } from '#web/ui/late-part.tsx';
import { failureToast } from '#web/ui/overlays/failure-toast.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Chat } from './chat.tsx';
import { Countdown } from './countdown.tsx';
import { Participants } from './participants.tsx';
import { Played } from './played.tsx';
import { partyKeys, partyQuery, stageQuery } from './queries.ts';
import { ShareParty } from './share-party.tsx';
import { StagePanel } from './stage-panel.tsx';
import { usePresence, useRoomLive, useRoomSound } from './use-room.ts';
import './parties.css';

const EndDialog = latePart(() => import('#web/ui/overlays/confirm-dialog.tsx'), {
  name: 'The question',
  notice: 'float',
});

/** `/listening-party/{id}`: the room. */
export function RoomPage({ partyId }: { partyId: string }) {
  const call = useCall();
  const { viewer } = useAuth();
  const { data: party } = useSuspenseQuery(partyQuery(call, partyId));
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

function RoomHead({ party, onJoined }: { party: Party; onJoined: () => void }) {
  const call = useCall();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [isEnding, setIsEnding] = useState(false);
  const { host, can, id } = party;
  const params = { partyId: id };
  const readAgain = useCallback(
    () => void client.invalidateQueries({ queryKey: partyKeys.party(id), exact: true }),
    [client, id],
  );
  // Chat and stage come by events; what this reader may do in the room does not, and the news of their coming may be missed.
  const read = () =>
    Promise.all(
      [partyKeys.party(id), partyKeys.participants(id)].map((queryKey) =>
        client.invalidateQueries({ queryKey, exact: true }),
      ),
    );
  const act = async (work: () => Promise<unknown>, done?: () => void) => {
    setBusy(true);
    try {
      await work();
      await read();
      done?.();
    } catch (error) {
      failureToast(error);
    } finally {
      setBusy(false);
    }
  };
  const join = () => {
    // While the press is handled: sound may start by it.
    onJoined();
    void act(
      () => call('POST /parties/:partyId/join', { params }),
      () => toast({ title: 'Joined!', description: "You've joined the listening party", kind: 'success' }),
    );
  };
  return (
    <header className="grid gap-3 rounded-card border border-hairline bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="heading-widest text-2xl break-words" dir="auto">
            {party.name}
          </h1>
          <p className="text-soft">
            Hosted by{' '}
            <AppLink className="font-semibold hover:underline" to={`/profile/${host.username}`}>
              <DisplayName name={host.displayName} />
            </AppLink>{' '}
            · {countText(party.participantCount)} {party.participantCount === 1 ? 'person' : 'people'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {can.join && (
            <Button busy={busy} icon={<DoorOpen aria-hidden="true" size={18} />} onClick={join} variant="primary">
              Join Party
            </Button>
          )}
          {party.state === 'scheduled' && (
            <Button
              busy={busy}
              icon={
                party.hasReminder ? <BellOff aria-hidden="true" size={18} /> : <Bell aria-hidden="true" size={18} />
              }
              onClick={() =>
                void act(() => call('PUT /parties/:partyId/reminder', { params, body: { on: !party.hasReminder } }))
              }
            >
              {party.hasReminder ? 'Do not remind me' : 'Remind me'}
            </Button>
          )}
          {party.state === 'scheduled' && (
            <a className={buttonStyle()} download href={`/listening-party/${id}/party.ics`}>
              <CalendarPlus aria-hidden="true" size={18} />
              Add to calendar
            </a>
          )}
          {party.visibility === 'published' && <ShareParty party={party} />}
          {party.hasJoined && party.state !== 'ended' && (
            <Button
              busy={busy}
              icon={<LogOut aria-hidden="true" size={18} />}
              onClick={() => void act(() => call('POST /parties/:partyId/leave', { params }))}
              variant="ghost"
            >
              Leave
            </Button>
          )}
          {can.end && (
            <Button
              icon={<Square aria-hidden="true" size={16} />}
              onClick={() => setIsEnding(true)}
              onPointerEnter={EndDialog.preload}
              variant="ghost"
            >
              End Party
            </Button>
          )}
        </div>
      </div>
      {party.description !== '' && (
        <p className="break-words whitespace-pre-line" dir="auto">
          {party.description}
        </p>
      )}
      {party.state === 'scheduled' && party.startsAt && (
        <div className="grid gap-1">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            <CalendarClock aria-hidden="true" size={18} />
            Begins <LocalDate date={party.startsAt} withTime />
          </p>
          <Countdown onChange={readAgain} startsAt={party.startsAt} />
          {!party.hasJoined && <p className="text-soft">The room opens {limits.earlyMinutes} minutes before.</p>}
        </div>
      )}
      {party.isRemoved && party.state !== 'ended' && (
        <p className="font-semibold" role="status">
          You were removed from this party and cannot join it again.
        </p>
      )}
      {party.state === 'ended' && party.endedAt && (
        <p className="text-soft">
          This party ended <LocalDate date={party.endedAt} />. What was said and played stays here.
        </p>
      )}
      {party.spotifyPlaylistId !== null && <Playlist id={party.spotifyPlaylistId} />}
      {isEnding && (
        <EndDialog
          confirmLabel="End Party"
          danger
          description="Nothing plays any more, and nobody can write. Chat and tracklist stay."
          onConfirm={() => {
            setIsEnding(false);
            void act(() => call('POST /parties/:partyId/end', { params }));
          }}
          onGiveUp={() => setIsEnding(false)}
          onOpenChange={setIsEnding}
          open
          title={`End "${party.name}"?`}
        />
      )}
    </header>
  );
}

/** A Spotify playlist: nothing of it is loaded before a click, and it is never driven. */
function Playlist({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <p>
        <Button onClick={() => setIsOpen(true)} size="sm">
          Show the Spotify playlist
        </Button>
      </p>
    );
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- the platform's player needs its own scripts and storage
    <iframe
      allow="encrypted-media"
      className="h-38 w-full rounded-card border border-hairline"
      loading="lazy"
      src={`https://open.spotify.com/embed/playlist/${id}`}
      title="Spotify playlist"
    />
  );
}

/** A party that is not there, or not for this reader. */
export function PartyMissing() {
  return (
    <Page width="narrow">
      <div className="grid justify-items-center gap-5 py-16 text-center">
        <FlatLine />
        <h1 className="heading-widest text-2xl">Party not found</h1>
        <ButtonLink to="/listening-parties">All listening parties</ButtonLink>
      </div>
    </Page>
  );
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
