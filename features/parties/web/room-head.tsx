import { lateWindow } from '#content/core/web/page/late-window.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff, CalendarClock, CalendarPlus, DoorOpen, LogOut, Square } from 'lucide-react';
import { useCallback, useState } from 'react';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { Party, Stage } from '#features/parties/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { ContentNotice } from '#content/core/web/content-notice.tsx';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { countText } from '#platform/web/lib/format.ts';
import { buttonStyle } from '#platform/web/ui/controls/button-style.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { Countdown } from './countdown.tsx';
import { PartyMenu } from './party-menu.tsx';
import { partyKeys } from './queries.ts';
import { joining } from './use-room.ts';
import { ShareParty } from './share-party.tsx';
import { Label } from './stage/stage-controls.tsx';

const LeaveDialog = lateWindow('The question', () => import('./stage/leave-dialog.tsx'));
const EndDialog = lateWindow('The question', () => import('#platform/web/ui/overlays/confirm-dialog.tsx'));

/** Name, host and state of a party, and what its reader can do about it as a whole. @param stage null without a room */
export function RoomHead({ party, stage, onJoined }: { party: Party; stage: Stage | null; onJoined: () => void }) {
  const { host } = party;
  const { viewer } = useAuth();
  return (
    <header className="party-head">
      <div className="party-head-row">
        <h1 className="party-name" dir="auto">
          {party.name}
        </h1>
        <p className="party-meta">
          {party.state === 'active' && <span aria-hidden="true" className="tally me-2.5 ms-1" />}
          Hosted by{' '}
          <AppLink className="font-semibold text-text hover:underline" to={`/profile/${host.username}`}>
            <DisplayName name={host.displayName} />
          </AppLink>{' '}
          · {countText(party.participantCount)} {party.participantCount === 1 ? 'person' : 'people'}
        </p>
        <RoomButtons onJoined={onJoined} party={party} stage={stage} />
      </div>
      <ContentNotice notice={party.notice} visibility={party.visibility} />
      {party.description !== '' && (
        <p
          className={classes('party-description', party.hasJoined && party.state === 'active' && 'max-lg:hidden')}
          dir="auto"
        >
          {party.description}
        </p>
      )}
      {party.can.join && (
        <p className="text-sm text-soft">
          Joining puts you in the room: the others see you, and you chat, react, vote and add tracks.
        </p>
      )}
      {viewer === null && (
        <p className="text-sm text-soft">
          You may listen without an account. To chat, react and add tracks, sign in and join.
        </p>
      )}
      {party.state === 'scheduled' && party.startsAt && <Beginning party={party} startsAt={party.startsAt} />}
      {party.isRemoved && (
        <p className="font-semibold" role="status">
          You were removed from this party and cannot join it again.
        </p>
      )}
      {party.state === 'ended' && party.endedAt && (
        <p className="text-soft">
          This party ended <LocalDate date={party.endedAt} />.
          {party.can.read && ' What was said and played stays here.'}
        </p>
      )}
      {party.spotifyPlaylistId !== null && <Playlist id={party.spotifyPlaylistId} />}
    </header>
  );
}

/** When a scheduled party begins, and the time until then. */
function Beginning({ party, startsAt }: { party: Party; startsAt: string }) {
  const client = useQueryClient();
  const { id } = party;
  const readAgain = useCallback(
    () => void client.invalidateQueries({ queryKey: partyKeys.party(id), exact: true }),
    [client, id],
  );
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <CalendarClock aria-hidden="true" size={18} />
        Begins <LocalDate date={startsAt} withTime />
      </p>
      <Countdown onChange={readAgain} startsAt={startsAt} />
      {!party.hasJoined && <p className="text-soft">The room opens {limits.earlyMinutes} minutes before.</p>}
    </div>
  );
}

/** Changes of a room that its readers hear of by no event for themselves: party and participants are read again. */
function useRoomAction(partyId: string) {
  const client = useQueryClient();
  const { busy, run } = useAction();
  return {
    busy,
    run: (work: () => Promise<unknown>, done?: () => void) =>
      run(async () => {
        await work();
        // Chat and stage come by events; what this reader may do in the room does not, and the news of their coming may be missed.
        await Promise.all(
          [partyKeys.party(partyId), partyKeys.participants(partyId)].map((queryKey) =>
            client.invalidateQueries({ queryKey, exact: true }),
          ),
        );
        done?.();
      }),
  };
}

/** Joining and leaving, reminder and calendar, sharing, and the end for all. */
function RoomButtons({ party, stage, onJoined }: { party: Party; stage: Stage | null; onJoined: () => void }) {
  const call = useCall();
  const { viewer } = useAuth();
  const { busy, run } = useRoomAction(party.id);
  const { can, id } = party;
  const params = { partyId: id };
  const join = () => {
    // While the press is handled: sound may start by it.
    onJoined();
    joining.add(id);
    void run(
      () => call('POST /parties/:partyId/join', { params }),
      () => toast({ title: 'Joined!', description: "You've joined the listening party", kind: 'success' }),
    ).finally(() => joining.delete(id));
  };
  return (
    <div className="party-buttons" data-wide={can.join || viewer === null || party.state === 'scheduled' || undefined}>
      {can.join && (
        <Button busy={busy} icon={<DoorOpen aria-hidden="true" size={18} />} onClick={join} variant="primary">
          Join Party
        </Button>
      )}
      {viewer === null && (
        <ButtonLink to={`/auth?party=${id}`} variant="primary">
          Sign in to join
        </ButtonLink>
      )}
      {viewer !== null && party.state === 'scheduled' && party.visibility === 'published' && (
        <Button
          busy={busy}
          icon={party.hasReminder ? <BellOff aria-hidden="true" size={18} /> : <Bell aria-hidden="true" size={18} />}
          onClick={() =>
            void run(() => call('PUT /parties/:partyId/reminder', { params, body: { on: !party.hasReminder } }))
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
      <LeaveButtons busy={busy} party={party} run={run} stage={stage} />
      {viewer !== null && <PartyMenu party={party} />}
    </div>
  );
}

/** Leaving, which a host is asked about, and the end for all. */
function LeaveButtons({
  party,
  stage,
  busy,
  run,
}: {
  party: Party;
  stage: Stage | null;
  busy: boolean;
  run: (work: () => Promise<unknown>) => unknown;
}) {
  const call = useCall();
  const { viewer } = useAuth();
  const [asks, setAsks] = useState<'leave' | 'end' | null>(null);
  const params = { partyId: party.id };
  const close = () => setAsks(null);
  const end = () => {
    close();
    void run(() => call('POST /parties/:partyId/end', { params }));
  };
  const leave = (stageTo: string | null) => {
    close();
    void run(() => call('POST /parties/:partyId/leave', { params, body: { stageTo } }));
  };
  const isHost = viewer?.id === party.host.id;
  return (
    <>
      {party.hasJoined && party.state !== 'ended' && (
        <Button
          busy={busy}
          icon={<LogOut aria-hidden="true" size={18} />}
          onClick={() => (isHost ? setAsks('leave') : leave(null))}
          onPointerEnter={isHost ? LeaveDialog.preload : undefined}
          variant="ghost"
        >
          <Label>Leave</Label>
        </Button>
      )}
      {party.can.end && (
        <Button
          icon={<Square aria-hidden="true" size={16} />}
          onClick={() => setAsks('end')}
          onPointerEnter={EndDialog.preload}
          variant="ghost"
        >
          <Label>End Party</Label>
        </Button>
      )}
      {asks === 'leave' && (
        <LeaveDialog
          holder={stage?.holder ?? null}
          onClose={close}
          onGiveUp={close}
          onLeave={(leaving) => (leaving.kind === 'end' ? end() : leave(leaving.stageTo))}
          party={party}
        />
      )}
      {asks === 'end' && (
        <EndDialog
          confirmLabel="End Party"
          danger
          description="Nothing plays any more, and nobody can write. Chat and tracklist stay."
          onConfirm={end}
          onGiveUp={close}
          onOpenChange={(open) => !open && close()}
          open
          title={`End "${party.name}"?`}
        />
      )}
    </>
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
