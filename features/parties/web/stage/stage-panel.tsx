import { useQueryClient } from '@tanstack/react-query';
import { Headphones, Square, Volume2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import type { Party, QueueItem, Stage } from '#features/parties/contract/endpoints.ts';
import { PartyArt, partyHue, pictureFor } from '#features/parties/web/party-art.tsx';
import { usePreview } from '#features/parties/web/preview.ts';
import { partyKeys, stageQuery } from '#features/parties/web/queries.ts';
import type { RoomSound, SyncState } from '#features/parties/web/sync/room-sound.ts';
import type { FloatingReaction } from '#features/parties/web/use-room.ts';
import { showInSession } from '#features/player/web/engine/media-session.ts';
import { PlayButton } from '#features/player/web/play-button.tsx';
import { orAvatar } from '#features/player/web/track.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { durationText } from '#platform/web/lib/format.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { Crowd } from './crowd.tsx';
import { ReactionButtons, RisingReactions } from './reactions.tsx';
import { StageControls, StageHolder, Volume } from './stage-controls.tsx';
import { SyncPanel } from './sync-panel.tsx';
import { Wave } from './wave.tsx';

type Room = Reply<'GET /parties/:partyId/stage'>;

/** The box of the stage: its light comes from the cover of what plays, else from a colour of the party. */
export function StageBox({
  party,
  artwork,
  isPlaying = false,
  children,
}: {
  party: Party;
  artwork?: QueueItem['artwork'] | undefined;
  isPlaying?: boolean;
  children: ReactNode;
}) {
  const light = pictureFor(artwork ?? [], 0);
  return (
    <section
      aria-label="Stage"
      className="party-stage"
      data-playing={isPlaying || undefined}
      data-theme="dark"
      style={partyHue(party.id)}
    >
      <div aria-hidden="true" className="party-light">
        {light !== null && <img alt="" decoding="async" src={light} />}
      </div>
      {children}
    </section>
  );
}

/** What plays, who stands before it, the reactions to it, and the bar of controls. */
export function StagePanel({
  party,
  room,
  sound,
  sync,
  positionMs,
  floating,
  listening,
  head,
}: {
  party: Party;
  room: Room;
  sound: RoomSound | null;
  sync: SyncState;
  /** Of the room in its track, heard or not. */
  positionMs: number;
  floating: readonly FloatingReaction[];
  /** Of who has not joined: whether they listen, and how it is changed. */
  listening: { readonly isOn: boolean; set(on: boolean): void };
  /** Name and buttons of the party. */
  head: ReactNode;
}) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const { stage } = room;
  const { item } = stage;
  const params = { partyId: party.id };
  // The stage says who drives, live; what the party says is as old as its last answer.
  const drives = party.hasJoined && viewer !== null && stage.holder?.id === viewer.id;
  const take = async (work: () => Promise<{ stage: Stage }>) => {
    try {
      const { stage: next } = await work();
      client.setQueryData(stageQuery(call, party.id).queryKey, (data) =>
        data && next.version > data.stage.version ? { ...data, stage: next } : data,
      );
      void client.invalidateQueries({ queryKey: partyKeys.stage(party.id) });
    } catch (error) {
      failureToast(error);
    }
  };
  const drive = (action: 'play' | 'pause' | 'seek' | 'next', to: number | null = null) => {
    // While the press is handled: sound may start by it.
    sound?.allow();
    void take(() => call('POST /parties/:partyId/stage', { params, body: { action, positionMs: to } }));
  };
  return (
    <StageBox artwork={item?.artwork} isPlaying={stage.isPlaying} party={party}>
      {head}
      <div className="party-deck">
        <Cover floating={floating} item={item} party={party} positionMs={positionMs} />
        <div className="party-now">
          {item ? (
            <Playing isHeard={sync.status === 'playing'} item={item} positionMs={positionMs} stage={stage} />
          ) : (
            <NothingPlays party={party} />
          )}
          <StageHolder djs={room.djs} party={party} stage={stage} />
          {!party.hasJoined && party.can.listen && <ListenButton listening={listening} />}
        </div>
      </div>
      {item && (
        <Wave
          item={item}
          onSeek={drives ? (ms) => drive('seek', ms) : null}
          positionMs={positionMs}
          reactions={room.reactions}
        />
      )}
      {sync.status === 'blocked' && sound && <SoundOn sound={sound} />}
      <Crowd holderId={stage.holder?.id ?? null} nods={stage.isPlaying} party={party} />
      <RisingReactions floating={floating} />
      {(party.hasJoined || listening.isOn) && (
        <div className="party-console">
          {party.hasJoined && (
            <StageControls
              drive={drive}
              drives={drives}
              onCommand={(work) => void take(work)}
              party={party}
              stage={stage}
              wantsSkip={room.wantsSkip}
            />
          )}
          {item && party.hasJoined && (
            <ReactionButtons itemId={item.id} partyId={party.id} positionMs={() => sound?.state().positionMs ?? 0} />
          )}
          <Volume sound={sound} />
          {sound && <SyncPanel sound={sound} sync={sync} />}
        </div>
      )}
    </StageBox>
  );
}

/** The cover in its glow, which beats with what the room feels. Who is not in the room hears the track by one press. */
function Cover({
  party,
  item,
  positionMs,
  floating,
}: {
  party: Party;
  item: QueueItem | null;
  positionMs: number;
  floating: readonly FloatingReaction[];
}) {
  const preview = usePreview(party.hasJoined ? null : item);
  const artwork = item ? orAvatar(item.artwork, item.author) : [];
  return (
    <div className="party-cover">
      <span aria-hidden="true" className="party-glow" />
      {floating.length > 0 && <span aria-hidden="true" className="party-beat" key={floating.at(-1)!.id} />}
      <PartyArt artwork={artwork} pixels={480} seed={party.id} />
      {item && preview.canPlay && !party.can.listen && (
        <PlayButton
          className="party-cover-play"
          onPress={() => preview.toggle(positionMs)}
          state={preview.state}
          title={item.title}
        />
      )}
    </div>
  );
}

/** The browser wants a press before it lets anything sound. */
function SoundOn({ sound }: { sound: RoomSound }) {
  return (
    <Button icon={<Volume2 aria-hidden="true" size={18} />} onClick={() => sound.allow()} size="lg" variant="primary">
      Turn the sound on
    </Button>
  );
}

/** In step with the room, and not in it. */
function ListenButton({ listening: { isOn, set } }: { listening: { readonly isOn: boolean; set(on: boolean): void } }) {
  return (
    <Button
      aria-pressed={isOn}
      icon={isOn ? <Square aria-hidden="true" size={16} /> : <Headphones aria-hidden="true" size={18} />}
      onClick={() => set(!isOn)}
    >
      {isOn ? 'Stop listening' : 'Listen first'}
    </Button>
  );
}

/** The track, who made and who added it, and how far it is. */
function Playing({
  item,
  stage,
  positionMs,
  isHeard,
}: {
  item: QueueItem;
  stage: Stage;
  positionMs: number;
  isHeard: boolean;
}) {
  const { title, author } = item;
  const artwork = useMemo(() => orAvatar(item.artwork, item.author), [item.artwork, item.author]);
  useEffect(
    () => (isHeard ? showInSession({ title, author: author.displayName, artwork }) : undefined),
    [artwork, author.displayName, isHeard, title],
  );
  return (
    <>
      <p className="party-live">
        {stage.isPlaying ? (
          <span aria-hidden="true" className="party-bars">
            <i />
            <i />
            <i />
            <i />
            <i />
          </span>
        ) : null}
        {stage.isPlaying ? 'Playing now' : 'Paused'}
        <span className="tape">
          {durationText(Math.floor(positionMs / 1000))} / {durationText(Math.floor(item.durationMs / 1000))}
        </span>
      </p>
      <p className="party-title" dir="auto">
        <AppLink className="hover:underline" to={`/uploads/${item.uploadId}`}>
          {item.title}
        </AppLink>
      </p>
      <p className="party-by">
        <AppLink className="hover:underline" to={`/profile/${item.author.username}`}>
          <DisplayName name={item.author.displayName} />
        </AppLink>{' '}
        · added by <DisplayName name={item.addedBy.displayName} />
      </p>
    </>
  );
}

function NothingPlays({ party }: { party: Party }) {
  return (
    <>
      <p className="party-title">Nothing plays yet</p>
      <p className="party-by whitespace-normal">
        {party.hasJoined
          ? 'Add a track to the queue, and the host starts it for everybody.'
          : 'The stage is set. Join the party to listen along.'}
      </p>
    </>
  );
}
