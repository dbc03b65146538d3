import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ChevronsUp, GripVertical, ThumbsUp, X } from 'lucide-react';
import { useRef } from 'react';
import type { Party, QueueItem } from '#contract/parties.ts';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { DisplayName } from '#web/features/profiles/shown-name.tsx';
import { useCall } from '#web/lib/api.ts';
import { durationText } from '#web/lib/format.ts';
import { classes } from '#web/ui/classes.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { failureToast } from '#web/ui/overlays/failure-toast.ts';
import { partyKeys, stageQuery } from './queries.ts';
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
  const act = async (work: () => Promise<{ queue: QueueItem[] }>) => {
    try {
      const { queue: next } = await work();
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
    void act(() => call('PUT /parties/:partyId/queue/:itemId/place', { params, body: { before } }));
  });
  if (queue.length === 0) return null;
  return (
    <section aria-labelledby="queue">
      <h3 className="heading mb-2" id="queue">
        Up next ({queue.length})
      </h3>
      <ol className="grid max-h-72 gap-1 overflow-y-auto" ref={list}>
        {shown.map((item, index) => {
          const params = { partyId: party.id, itemId: item.id };
          return (
            <li
              className={classes(
                'flex min-w-0 flex-wrap items-center gap-2 rounded-control px-2 py-1.5 hover:bg-hover',
                moving === index && 'bg-hover opacity-60',
              )}
              key={item.id}
            >
              {/* Dragging is for pointers; the buttons do the same by keyboard. */}
              {isOrderer && queue.length > 1 && (
                <span
                  {...gripOf(index)}
                  aria-hidden="true"
                  className="grid w-7 shrink-0 cursor-grab touch-none place-items-center self-stretch rounded-control text-faint hover:text-text active:cursor-grabbing"
                  data-testid="queue-grip"
                >
                  <GripVertical size={16} />
                </span>
              )}
              <span className="min-w-0 flex-1 basis-40">
                <span className="block truncate font-semibold" dir="auto">
                  {item.title}
                </span>
                <span className="block truncate text-sm text-soft">
                  <DisplayName name={item.author.displayName} /> · {durationText(Math.floor(item.durationMs / 1000))}
                </span>
              </span>
              <span className="ms-auto flex items-center gap-1">
                {isOrderer && (
                  <>
                    {index > 0 && (
                      <>
                        <IconButton
                          icon={<ChevronsUp aria-hidden="true" size={16} />}
                          label={`Play ${item.title} next`}
                          onClick={() => move(index, 0)}
                          size="sm"
                        />
                        <IconButton
                          icon={<ArrowUp aria-hidden="true" size={16} />}
                          label={`Move ${item.title} up`}
                          onClick={() => move(index, index - 1)}
                          size="sm"
                        />
                      </>
                    )}
                    {index < queue.length - 1 && (
                      <IconButton
                        icon={<ArrowDown aria-hidden="true" size={16} />}
                        label={`Move ${item.title} down`}
                        onClick={() => move(index, index + 1)}
                        size="sm"
                      />
                    )}
                  </>
                )}
                {party.hasJoined && (
                  <button
                    aria-pressed={item.voted}
                    className="chip touch-target"
                    onClick={() =>
                      void act(() =>
                        call('PUT /parties/:partyId/queue/:itemId/vote', { params, body: { on: !item.voted } }),
                      )
                    }
                    type="button"
                  >
                    <ThumbsUp aria-hidden="true" size={14} />
                    <span className="sr-only">Vote for {item.title}, votes: </span>
                    {item.votes}
                  </button>
                )}
                {(isOrderer || item.addedBy.id === viewer?.id) && (
                  <IconButton
                    icon={<X aria-hidden="true" size={16} />}
                    label={`Remove ${item.title} from the queue`}
                    onClick={() => void act(() => call('DELETE /parties/:partyId/queue/:itemId', { params }))}
                    size="sm"
                  />
                )}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="sr-only" role="status">
        {said}
      </p>
    </section>
  );
}
