import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ChevronsUp, GripVertical, ThumbsUp, X } from 'lucide-react';
import { useRef } from 'react';
import type { Party, QueueItem } from '#features/parties/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { ArtworkPicture } from '#features/player/web/bar/artwork.tsx';
import { orAvatar } from '#features/player/web/track.ts';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { durationText } from '#platform/web/lib/format.ts';
import { useSequence } from '#platform/web/lib/sequence.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import type { Grip } from '#platform/web/ui/use-row-drag.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { partyKeys, stageQuery } from '#features/parties/web/queries.ts';
import { useQueueOrder } from './queue-order.ts';

/** The tracks that wait: votes for all, the order for who drives or moderates. */
export function PartyQueue({
  party,
  queue,
  isOrderer,
}: {
  party: Party;
  queue: readonly QueueItem[];
  /** Drives or moderates: may order the tracks. */
  isOrderer: boolean;
}) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const sequence = useSequence();
  const run = async (work: () => Promise<{ queue: QueueItem[] }>) => {
    try {
      const { queue: next } = await sequence.run(work);
      if (sequence.length > 0) return;
      client.setQueryData(stageQuery(call, party.id).queryKey, (data) => data && { ...data, queue: next });
    } catch (error) {
      failureToast(error);
      void client.invalidateQueries({ queryKey: partyKeys.stage(party.id) });
    }
  };
  const list = useRef<HTMLOListElement>(null);
  const { shown, moving, gripOf, said, move } = useQueueOrder(list, queue, (item, before, next) => {
    client.setQueryData(stageQuery(call, party.id).queryKey, (data) => data && { ...data, queue: [...next] });
    const params = { partyId: party.id, itemId: item.id };
    void run(() => call('PUT /parties/:partyId/queue/:itemId/place', { params, body: { before } }));
  });
  return (
    <section aria-labelledby="queue" className="party-queue rounded-card border border-hairline bg-surface p-4">
      <h2 className="heading mb-2 text-lg" id="queue">
        Up next ({queue.length})
      </h2>
      {queue.length === 0 && (
        <p className="text-soft">
          {party.hasJoined ? 'Nothing is queued. Add a track, and it plays next.' : 'Nothing is queued.'}
        </p>
      )}
      <ol className="grid gap-1" ref={list}>
        {shown.map((item, index) => (
          <QueueLine
            key={item.id}
            grip={isOrderer && queue.length > 1 ? gripOf(index) : null}
            hasJoined={party.hasJoined}
            index={index}
            isMoving={moving === index}
            item={item}
            last={queue.length - 1}
            mayRemove={isOrderer || item.addedBy.id === viewer?.id}
            onMove={isOrderer ? move : null}
            onRemove={() => {
              const params = { partyId: party.id, itemId: item.id };
              void run(() => call('DELETE /parties/:partyId/queue/:itemId', { params }));
            }}
            onVote={() => {
              const params = { partyId: party.id, itemId: item.id };
              void run(() => call('PUT /parties/:partyId/queue/:itemId/vote', { params, body: { on: !item.voted } }));
            }}
          />
        ))}
      </ol>
      <p className="sr-only" role="status">
        {said}
      </p>
    </section>
  );
}

/** A track that waits. */
function QueueLine({
  item,
  index,
  last,
  isMoving,
  grip,
  hasJoined,
  mayRemove,
  onMove,
  onVote,
  onRemove,
}: {
  item: QueueItem;
  index: number;
  /** Index of the last one. */
  last: number;
  isMoving: boolean;
  grip: Grip | null;
  hasJoined: boolean;
  mayRemove: boolean;
  onMove: ((from: number, to: number) => void) | null;
  onVote: () => void;
  onRemove: () => void;
}) {
  return (
    <li
      className={classes(
        'flex min-w-0 flex-wrap items-center gap-2 rounded-control px-2 py-1.5 hover:bg-hover',
        isMoving && 'bg-hover opacity-60',
      )}
    >
      {/* Dragging is for pointers; the buttons do the same by keyboard. */}
      {grip && (
        <span
          {...grip}
          aria-hidden="true"
          className="grid w-7 shrink-0 cursor-grab touch-none place-items-center self-stretch rounded-control text-faint hover:text-text active:cursor-grabbing"
          data-testid="queue-grip"
        >
          <GripVertical size={16} />
        </span>
      )}
      <ArtworkPicture className="size-9" track={{ artwork: orAvatar(item.artwork, item.author) }} />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block truncate font-semibold" dir="auto">
          {item.title}
        </span>
        <span className="block truncate text-sm text-soft">
          <DisplayName name={item.author.displayName} /> · {durationText(Math.floor(item.durationMs / 1000))}
        </span>
      </span>
      <span className="ms-auto flex items-center gap-1">
        {onMove && index > 0 && (
          <>
            <IconButton
              icon={<ChevronsUp aria-hidden="true" size={16} />}
              label={`Play ${item.title} next`}
              onClick={() => onMove(index, 0)}
              size="sm"
            />
            <IconButton
              icon={<ArrowUp aria-hidden="true" size={16} />}
              label={`Move ${item.title} up`}
              onClick={() => onMove(index, index - 1)}
              size="sm"
            />
          </>
        )}
        {onMove && index < last && (
          <IconButton
            icon={<ArrowDown aria-hidden="true" size={16} />}
            label={`Move ${item.title} down`}
            onClick={() => onMove(index, index + 1)}
            size="sm"
          />
        )}
        {hasJoined && (
          <button aria-pressed={item.voted} className="chip touch-target" onClick={onVote} type="button">
            <ThumbsUp aria-hidden="true" size={14} />
            <span className="sr-only">Vote for {item.title}, votes: </span>
            {item.votes}
          </button>
        )}
        {mayRemove && (
          <IconButton
            icon={<X aria-hidden="true" size={16} />}
            label={`Remove ${item.title} from the queue`}
            onClick={onRemove}
            size="sm"
          />
        )}
      </span>
    </li>
  );
}
