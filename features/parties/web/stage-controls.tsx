import { lateWindow } from '#content/core/web/page/late-window.ts';
import { Disc3, ListPlus, Pause, Play, SkipForward } from 'lucide-react';
import { useState } from 'react';
import type { Party, Stage } from '#features/parties/contract/endpoints.ts';
import type { Reply } from '#site/contract/contract.ts';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { Slider } from '#platform/web/ui/controls/slider.tsx';
import { partyKeys } from './queries.ts';
import { useChange } from './use-change.ts';
import type { RoomSound } from './sync/room-sound.ts';

const AddTrack = lateWindow('The list of tracks', () => import('./queue/add-track-dialog.tsx'));

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
  if (party.state === 'ended' || (!party.isDjMode && party.holderIsHere)) return null;
  const isHost = holder?.id === party.host.id;
  return (
    <div className="grid gap-1 text-sm text-soft">
      {!party.holderIsHere && (
        <p className="font-semibold text-text" role="status">
          {isHost || !holder ? 'Host left' : `${holder.displayName} left`}
        </p>
      )}
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
  sound,
  onCommand,
  drive,
}: {
  party: Party;
  stage: Stage;
  /** The reader has voted to skip what plays. */
  wantsSkip: boolean;
  drives: boolean;
  sound: RoomSound | null;
  onCommand: (work: () => Promise<{ stage: Stage }>) => void;
  drive: (action: 'play' | 'pause' | 'next') => void;
}) {
  const call = useCall();
  const [isAdding, setIsAdding] = useState(false);
  const params = { partyId: party.id };
  return (
    <div className="flex flex-wrap items-center gap-2">
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
        Add a track
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
      <Volume sound={sound} />
      {isAdding && (
        <AddTrack onClose={() => setIsAdding(false)} onGiveUp={() => setIsAdding(false)} partyId={party.id} />
      )}
    </div>
  );
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
        {isPlaying ? 'Pause for all' : 'Play for all'}
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
          {party.isDj ? 'Leave the turns' : 'Sign up to DJ'}
        </Button>
      )}
      {party.can.setDjMode && (
        <Button
          onClick={() =>
            void change(() => call('PUT /parties/:partyId/dj-mode', { params, body: { on: !party.isDjMode } }))
          }
          variant="ghost"
        >
          {party.isDjMode ? 'End DJ mode' : 'DJ mode'}
        </Button>
      )}
    </>
  );
}

function Volume({ sound }: { sound: RoomSound | null }) {
  const [volume, setVolume] = useState(1);
  return (
    <label className="ms-auto flex items-center gap-2 text-sm text-soft">
      Volume
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
