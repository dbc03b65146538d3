import { useQueryClient } from '@tanstack/react-query';
import { Volume2 } from 'lucide-react';
import { type MouseEvent, useEffect, useMemo } from 'react';
import type { Party, QueueItem, Stage } from '#features/parties/contract/endpoints.ts';
import { type PartyReaction, partyReactions } from '#features/parties/contract/limits.ts';
import type { Reply } from '#site/contract/contract.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { ArtworkPicture } from '#features/player/web/bar/artwork.tsx';
import { showInSession } from '#features/player/web/engine/media-session.ts';
import { orAvatar } from '#features/player/web/track.ts';
import { barHeights, readWave, waveBars } from '#features/player/web/waveform/wave-shape.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { durationText } from '#platform/web/lib/format.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { FlatLine } from '#platform/web/ui/graphics/flat-line.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { PartyQueue } from './queue/party-queue.tsx';
import { partyKeys, stageQuery } from './queries.ts';
import { ReactionIcon, reactionLabel } from './chat/reaction-icon.tsx';
import type { RoomSound, SyncState } from './sync/room-sound.ts';
import { StageControls, StageHolder } from './stage-controls.tsx';
import { SyncPanel } from './sync-panel.tsx';
import type { FloatingReaction } from './use-room.ts';

type Room = Reply<'GET /parties/:partyId/stage'>;

/** What plays, with its waveform, the reactions to it, who drives, and the queue. */
export function StagePanel({
  party,
  room,
  sound,
  sync,
  floating,
}: {
  party: Party;
  room: Room;
  sound: RoomSound | null;
  sync: SyncState;
  floating: readonly FloatingReaction[];
}) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const { stage, queue } = room;
  const { item } = stage;
  const params = { partyId: party.id };
  // The stage says who drives, live; what the party says is as old as its last answer.
  const drives = party.hasJoined && party.state !== 'ended' && viewer !== null && stage.holder?.id === viewer.id;
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
  const drive = (action: 'play' | 'pause' | 'seek' | 'next', positionMs: number | null = null) => {
    // While the press is handled: sound may start by it.
    sound?.allow();
    void take(() => call('POST /parties/:partyId/stage', { params, body: { action, positionMs } }));
  };
  return (
    <section aria-label="Stage" className="grid gap-4 rounded-card border border-hairline bg-surface p-5">
      {item ? (
        <>
          <Playing isHeard={sync.status === 'playing'} item={item} positionMs={sync.positionMs} />
          <Wave
            floating={floating}
            item={item}
            onSeek={drives ? (ms) => drive('seek', ms) : null}
            positionMs={sync.positionMs}
            reactions={room.reactions}
          />
        </>
      ) : (
        <NothingPlays party={party} />
      )}
      {sync.status === 'blocked' && sound && (
        <Button
          icon={<Volume2 aria-hidden="true" size={18} />}
          onClick={() => sound.allow()}
          size="lg"
          variant="primary"
        >
          Turn the sound on
        </Button>
      )}
      <StageHolder djs={room.djs} party={party} stage={stage} />
      {party.hasJoined && (
        <StageControls
          drive={drive}
          drives={drives}
          onCommand={(work) => void take(work)}
          party={party}
          sound={sound}
          stage={stage}
          wantsSkip={room.wantsSkip}
        />
      )}
      {item && party.hasJoined && (
        <Reactions itemId={item.id} partyId={party.id} positionMs={() => sound?.state().positionMs ?? 0} />
      )}
      <PartyQueue isOrderer={drives || party.can.moderate} party={party} queue={queue} />
      {party.hasJoined && sound && <SyncPanel sound={sound} sync={sync} />}
    </section>
  );
}

/** The track, who made and who added it, and how far it is. */
function Playing({ item, positionMs, isHeard }: { item: QueueItem; positionMs: number; isHeard: boolean }) {
  const { title, author } = item;
  const artwork = useMemo(() => orAvatar(item.artwork, item.author), [item.artwork, item.author]);
  useEffect(
    () => (isHeard ? showInSession({ title, author: author.displayName, artwork }) : undefined),
    [artwork, author.displayName, isHeard, title],
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <ArtworkPicture className="size-16" track={{ artwork }} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="heading truncate text-lg" dir="auto">
          <AppLink className="hover:underline" to={`/uploads/${item.uploadId}`}>
            {item.title}
          </AppLink>
        </p>
        <p className="truncate text-sm text-soft">
          <AppLink className="hover:underline" to={`/profile/${item.author.username}`}>
            <DisplayName name={item.author.displayName} />
          </AppLink>{' '}
          · added by <DisplayName name={item.addedBy.displayName} />
        </p>
      </div>
      <p className="text-sm text-soft tabular-nums">
        {durationText(Math.floor(positionMs / 1000))} / {durationText(Math.floor(item.durationMs / 1000))}
      </p>
    </div>
  );
}

function NothingPlays({ party }: { party: Party }) {
  return (
    <div className="grid justify-items-center gap-3 py-6 text-center">
      <FlatLine />
      <p className="heading text-lg">Nothing plays yet</p>
      <p className="text-soft">
        {party.hasJoined
          ? 'Add a track to the queue, and the host starts it for everybody.'
          : party.isRemoved
            ? 'You cannot listen along any more.'
            : 'Join the party to listen along.'}
      </p>
    </div>
  );
}

/** Reactions of one kind at one second, once: what came live is added to what was read. */
function summed(reactions: Room['reactions']): Room['reactions'] {
  return [...new Map(reactions.map((reaction) => [`${reaction.key}:${reaction.atMs}`, reaction])).values()];
}

/** The waveform with the playhead, where everybody reacted, and the reactions of now floating over it. */
function Wave({
  item,
  positionMs,
  onSeek,
  reactions,
  floating,
}: {
  item: QueueItem;
  positionMs: number;
  onSeek: ((ms: number) => void) | null;
  reactions: Room['reactions'];
  floating: readonly FloatingReaction[];
}) {
  const wave = item.file?.wave ?? null;
  const path = useMemo(() => {
    const shape = wave === null ? null : readWave(wave);
    return shape && waveBars(barHeights(shape, 160), 4, 3, 56);
  }, [wave]);
  const share = Math.min(1, positionMs / item.durationMs);
  const seek = (event: MouseEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onSeek?.(Math.round(((event.clientX - box.left) / box.width) * item.durationMs));
  };
  return (
    <div
      aria-label={`Position in ${item.title}`}
      aria-readonly={onSeek === null}
      aria-valuemax={Math.floor(item.durationMs / 1000)}
      aria-valuemin={0}
      aria-valuenow={Math.floor(positionMs / 1000)}
      aria-valuetext={durationText(Math.floor(positionMs / 1000))}
      className="party-wave"
      onClick={seek}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowRight' ? 5000 : event.key === 'ArrowLeft' ? -5000 : 0;
        if (by === 0 || !onSeek) return;
        event.preventDefault();
        onSeek(Math.min(item.durationMs, Math.max(0, Math.round(positionMs + by))));
      }}
      role="slider"
      tabIndex={0}
    >
      {path && (
        <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 640 56">
          <path d={path} fill="var(--wave-rest)" />
          <path d={path} fill="var(--primary)" style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }} />
        </svg>
      )}
      {summed(reactions).map(({ key, atMs }) => (
        <span
          aria-hidden="true"
          className="absolute top-0 size-1.5 -translate-x-1/2 rounded-full bg-secondary"
          key={`${key}:${atMs}`}
          style={{ left: `${(atMs / item.durationMs) * 100}%` }}
        />
      ))}
      {floating.map(({ id, key, atMs }) => (
        <span
          aria-hidden="true"
          className="party-reaction"
          key={id}
          style={{ left: `${(atMs / item.durationMs) * 100}%` }}
        >
          <ReactionIcon of={key} />
        </span>
      ))}
    </div>
  );
}

function Reactions({ partyId, itemId, positionMs }: { partyId: string; itemId: string; positionMs: () => number }) {
  const call = useCall();
  const react = (key: PartyReaction) => {
    const body = { itemId, key, atMs: Math.round(Math.max(0, positionMs())), count: 1 };
    call('POST /parties/:partyId/reactions', { params: { partyId }, body }).catch(failureToast);
  };
  return (
    <div aria-label="React to the track" className="flex flex-wrap gap-1" role="group">
      {partyReactions.map((key) => (
        <IconButton icon={<ReactionIcon of={key} />} key={key} label={reactionLabel(key)} onClick={() => react(key)} />
      ))}
    </div>
  );
}
