import { type RefObject, useState } from 'react';
import type { QueueItem } from '#features/parties/contract/endpoints.ts';
import { useRowDrag } from '#platform/web/ui/use-row-drag.ts';

/** A queue while one of its tracks is dragged. */
interface Dragged {
  readonly id: string;
  /** Ids in the order that is shown. */
  readonly order: readonly string[];
}

/** The queue in an order of ids: new tracks are at the end, removed ones are left out. */
function inOrder(queue: readonly QueueItem[], order: readonly string[]): readonly QueueItem[] {
  const known = new Set(order);
  const byId = new Map(queue.map((item) => [item.id, item]));
  return [...order.flatMap((id) => byId.get(id) ?? []), ...queue.filter(({ id }) => !known.has(id))];
}

/**
 * The queue as it is shown while its tracks are put in order, by dragging or by buttons. The room has the new order when
 * a track is let go of.
 * @param place puts a track before another one, null for the end; shows the order at once
 */
export function useQueueOrder(
  list: RefObject<HTMLElement | null>,
  queue: readonly QueueItem[],
  place: (item: QueueItem, before: string | null, next: readonly QueueItem[]) => void,
) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [said, setSaid] = useState('');
  const shown = dragged ? inOrder(queue, dragged.order) : queue;
  const put = (item: QueueItem, next: readonly QueueItem[]) => {
    const at = next.indexOf(item);
    setSaid(`${item.title} is number ${at + 1} of ${next.length} now.`);
    place(item, next[at + 1]?.id ?? null, next);
  };
  const { moving, gripOf } = useRowDrag(
    list,
    (from, to) => {
      const next = shown.toSpliced(from, 1).toSpliced(to, 0, shown[from]!);
      setDragged((now) => now && { ...now, order: next.map(({ id }) => id) });
    },
    {
      begin: (index) => setDragged({ id: queue[index]!.id, order: queue.map(({ id }) => id) }),
      end(isGivenUp) {
        setDragged(null);
        const item = shown.find(({ id }) => id === dragged?.id);
        if (item && !isGivenUp && shown.indexOf(item) !== queue.indexOf(item)) put(item, shown);
      },
    },
  );
  return {
    shown,
    /** Place of the track that is dragged; null for none. */
    moving,
    gripOf,
    /** What a screen reader announces. */
    said,
    /** Moves the track at a place to another one. */
    move: (from: number, to: number) => put(queue[from]!, queue.toSpliced(from, 1).toSpliced(to, 0, queue[from]!)),
  };
}
