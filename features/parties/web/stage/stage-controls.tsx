import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { lateWindow } from '#content/core/web/page/late-window.ts';
import { Disc3, Headphones, ListPlus, Pause, Play, SkipForward, Volume2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Party, Stage } from '#features/parties/contract/endpoints.ts';
import type { Reply } from '#site/contract/contract.ts';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { Slider } from '#platform/web/ui/controls/slider.tsx';
import { partyKeys } from '#features/parties/web/queries.ts';
import { useChange } from '#features/parties/web/use-change.ts';
import type { RoomSound } from '#features/parties/web/sync/room-sound.ts';

const AddTrack = lateWindow('The list of tracks', () => import('#features/parties/web/queue/add-track-dialog.tsx'));

/** Who drives, in words: the room sees at once why nothing happens when its host has left. */
export function StageHolder({
  party,
  stage,
  djs,
}: {
  party: Party;
  stage: Stage;
  djs: Reply<'GET /parties/:partyId/stage'>['djs'];
}) {
  const { holder } = stage;
  const { viewer } = useAuth();
  if (party.state === 'ended') return null;
  const isHost = !holder || holder.id === party.host.id;
  // Before it begins nobody is missed.
  const isOn = party.state === 'active';
  // Who reads this is here, though the room hears of it a moment later.
  const isReader = (person: { readonly id: string | null }): boolean => viewer !== null && person.id === viewer.id;
  const gone =
    isOn && !party.holderIsHere && !isReader(holder ?? party.host)
      ? isHost
        ? 'Host left'
        : `${holder.displayName} left`
      : null;
  const then = party.can.takeStage ? 'You can take the stage.' : 'The queue plays on.';
  return (
    <div className="party-holder">
      <p className="font-semibold" role="status">
        {gone !== null
          ? `${gone}. ${then}`
          : isOn && !party.hostIsHere && !isReader(party.host) && holder
            ? `Host left. ${holder.displayName} has the stage.`
            : ''}
      </p>
      {party.isDjMode && holder && (
        <p>
          On stage: <DisplayName name={holder.displayName} />
          {djs.length > 0 && ` · next: ${djs.map((dj) => dj.displayName).join(', ')}`}
        </p>
      )}
    </div>
  );
}

/** Play, pause and skip for who drives; votes, turns and the queue for everybody in the room. */
export function StageControls({
  party,
  stage,
  wantsSkip,
  drives,
  onCommand,
  drive,
}: {
  party: Party;
  stage: Stage;
  /** The reader has voted to skip what plays. */
  wantsSkip: boolean;
  drives: boolean;
  onCommand: (work: () => Promise<{ stage: Stage }>) => void;
  drive: (action: 'play' | 'pause' | 'next') => void;
}) {
  const call = useCall();
  const [isAdding, setIsAdding] = useState(false);
  const params = { partyId: party.id };
  return (
    <div className="party-bar">
      {drives && <DriveButtons drive={drive} isPlaying={stage.isPlaying} />}
      {party.can.takeStage && !drives && (
        <Button onClick={() => onCommand(() => call('POST /parties/:partyId/stage/take', { params }))}>
          Take the stage
        </Button>
      )}
      <Button
        icon={<ListPlus aria-hidden="true" size={18} />}
        onClick={() => setIsAdding(true)}
        onFocus={AddTrack.preload}
        onPointerEnter={AddTrack.preload}
      >
        <Label>Add a track</Label>
      </Button>
      <TurnButtons party={party} />
      {stage.item && !drives && (
        <Button
          aria-pressed={wantsSkip}
          onClick={() =>
            onCommand(() => call('PUT /parties/:partyId/stage/skip', { params, body: { on: !wantsSkip } }))
          }
          variant="ghost"
        >
          {wantsSkip ? 'Do not skip' : 'Skip'} ({stage.skipVotes}/{stage.skipNeeded})
        </Button>
      )}
      {isAdding && (
        <AddTrack onClose={() => setIsAdding(false)} onGiveUp={() => setIsAdding(false)} partyId={party.id} />
      )}
    </div>
  );
}

/** Words of a button that a phone has no room for: its icon is seen there, and the words are read. */
export function Label({ children }: { children: ReactNode }) {
  return <span className="party-label">{children}</span>;
}

/** Of who drives. */
function DriveButtons({
  isPlaying,
  drive,
}: {
  isPlaying: boolean;
  drive: (action: 'play' | 'pause' | 'next') => void;
}) {
  return (
    <>
      <Button
        icon={isPlaying ? <Pause aria-hidden="true" size={18} /> : <Play aria-hidden="true" size={18} />}
        onClick={() => drive(isPlaying ? 'pause' : 'play')}
        variant="primary"
      >
        <Label>{isPlaying ? 'Pause for all' : 'Play for all'}</Label>
      </Button>
      <IconButton
        icon={<SkipForward aria-hidden="true" size={18} />}
        label="Next track"
        onClick={() => drive('next')}
        outlined
      />
    </>
  );
}

/** DJ mode: on and off, and the reader's own turn. */
function TurnButtons({ party }: { party: Party }) {
  const call = useCall();
  const params = { partyId: party.id };
  const change = useChange(partyKeys.party(party.id));
  return (
    <>
      {party.isDjMode && (
        <Button
          aria-pressed={party.isDj}
          icon={<Disc3 aria-hidden="true" size={18} />}
          onClick={() => void change(() => call('PUT /parties/:partyId/dj', { params, body: { on: !party.isDj } }))}
        >
          <Label>{party.isDj ? 'Leave the turns' : 'Sign up to DJ'}</Label>
        </Button>
      )}
      {party.can.setDjMode && (
        <Button
          aria-pressed={party.allowsListeners}
          icon={<Headphones aria-hidden="true" size={18} />}
          onClick={() =>
            void change(() => call('PUT /parties/:partyId/listeners', { params, body: { on: !party.allowsListeners } }))
          }
          title="Visitors and members who have not joined may hear what plays. They see who is here, and no chat."
          variant="ghost"
        >
          <Label>{party.allowsListeners ? 'Everybody may listen' : 'Let everybody listen'}</Label>
        </Button>
      )}
      {party.can.setDjMode && (
        <Button
          icon={<Disc3 aria-hidden="true" size={18} />}
          onClick={() =>
            void change(() => call('PUT /parties/:partyId/dj-mode', { params, body: { on: !party.isDjMode } }))
          }
          variant="ghost"
        >
          <Label>{party.isDjMode ? 'End DJ mode' : 'DJ mode'}</Label>
        </Button>
      )}
    </>
  );
}

/** Of this page alone. */
export function Volume({ sound }: { sound: RoomSound | null }) {
  const [volume, setVolume] = useState(1);
  return (
    <label className="party-volume">
      <Volume2 aria-hidden="true" size={18} />
      <span className="sr-only">Volume</span>
      <Slider
        className="w-24"
        max={1}
        min={0}
        onChange={(next) => {
          setVolume(next);
          sound?.setVolume(next ** 2);
        }}
        step={0.05}
        value={volume}
      />
    </label>
  );
}
