import type { Modes } from './modes.ts';
import type { Track } from '#features/player/web/track.ts';

/** A track in the queue. */
export interface QueueItem {
  /** Unlike the track, never twice in a queue. */
  readonly key: string;
  readonly track: Track;
  /** Put there by the listener, not by the page that the music came from. */
  readonly isOwn: boolean;
}

/** The play queue with its history: tracks that were, are and will be played, in order. Immutable. */
export interface Queue {
  readonly items: readonly QueueItem[];
  /** Index of the one that is heard; -1 in an empty queue. */
  readonly at: number;
  /** Keys given out so far. */
  readonly made: number;
}

export const emptyQueue: Queue = { items: [], at: -1, made: 0 };

/** The most tracks that a queue holds; the oldest played one is dropped first. */
export const queueMax = 200;

/** The item that plays. */
export function currentItem(queue: Queue): QueueItem | null {
  return queue.items[queue.at] ?? null;
}

/** What is still to come. */
export function upcoming(queue: Queue): readonly QueueItem[] {
  return queue.items.slice(queue.at + 1);
}

function makeItems(queue: Queue, tracks: readonly Track[], isOwn: boolean): QueueItem[] {
  return tracks.map((track, index) => ({ key: `${queue.made + index}`, track, isOwn }));
}

function bounded(queue: Queue): Queue {
  const over = queue.items.length - queueMax;
  if (over <= 0) return queue;
  const fromFront = Math.min(over, Math.max(0, queue.at));
  const items = queue.items.slice(fromFront).slice(0, queueMax);
  return { ...queue, items, at: queue.at - fromFront };
}

/**
 * Begins to play one of a page's tracks: the rest of the page follows. What the listener had put into the queue and has not
 * heard comes before it.
 * @param tracks of the page, in order; the one that was chosen need not be among them
 */
export function startWith(queue: Queue, chosen: Track, tracks: readonly Track[] = []): Queue {
  const own = upcoming(queue).filter((item) => item.isOwn);
  const index = tracks.findIndex((track) => track.trackId === chosen.trackId);
  const around = index < 0 ? [chosen] : tracks.with(index, chosen);
  const at = Math.max(0, index);
  const items = makeItems(queue, around, false);
  return bounded({
    items: [...items.slice(0, at + 1), ...own, ...items.slice(at + 1)],
    at,
    made: queue.made + items.length,
  });
}

/**
 * What follows a track that has just begun, where that was not known at once; what the listener has put into the queue
 * comes before it. Nothing changes when another track is heard by now.
 * @param tracks of where it is from, in order
 */
export function goOnWith(queue: Queue, trackId: string, tracks: readonly Track[]): Queue {
  const at = tracks.findIndex((track) => track.trackId === trackId);
  if (at < 0 || currentItem(queue)?.track.trackId !== trackId) return queue;
  const own = upcoming(queue).filter((item) => item.isOwn);
  const rest = makeItems(queue, tracks.slice(at + 1), false);
  const items = [...queue.items.slice(0, queue.at + 1), ...own, ...rest];
  return bounded({ items, at: queue.at, made: queue.made + rest.length });
}

function insert(queue: Queue, index: number, track: Track): Queue {
  const items = queue.items.toSpliced(index, 0, ...makeItems(queue, [track], true));
  return bounded({ items, at: Math.max(0, queue.at), made: queue.made + 1 });
}

/** Puts a track right behind the one that is heard. */
export function playNext(queue: Queue, track: Track): Queue {
  return insert(queue, queue.at + 1, track);
}

/** Puts a track behind what the listener chose before, and before what follows by itself. */
export function addToQueue(queue: Queue, track: Track): Queue {
  const lastOwn = queue.items.findLastIndex((item) => item.isOwn);
  return insert(queue, Math.max(queue.at, lastOwn) + 1, track);
}

/** Takes an upcoming or heard item out; the one that is heard stays. */
export function removeItem(queue: Queue, key: string): Queue {
  const index = queue.items.findIndex((item) => item.key === key);
  if (index < 0 || index === queue.at) return queue;
  return { ...queue, items: queue.items.toSpliced(index, 1), at: index < queue.at ? queue.at - 1 : queue.at };
}

/** Takes out all that is still to come. */
export function clearUpcoming(queue: Queue): Queue {
  return { ...queue, items: queue.items.slice(0, queue.at + 1) };
}

/** Moves an upcoming item by so many places, as far as the upcoming ones reach. From then on it is the listener's own. */
export function moveItem(queue: Queue, key: string, by: number): Queue {
  const index = queue.items.findIndex((item) => item.key === key);
  const to = Math.min(queue.items.length - 1, Math.max(queue.at + 1, index + by));
  const item = queue.items[index];
  if (!item || index <= queue.at || to === index) return queue;
  return { ...queue, items: queue.items.toSpliced(index, 1).toSpliced(to, 0, { ...item, isOwn: true }) };
}

/**
 * Puts what is still to come into another order.
 * @param random a number from 0 up to 1; each order is as likely as any other
 */
export function shuffleUpcoming(queue: Queue, random: () => number = Math.random): Queue {
  const coming = [...upcoming(queue)];
  for (let last = coming.length - 1; last > 0; last--) {
    const chosen = Math.floor(random() * (last + 1));
    [coming[last], coming[chosen]] = [coming[chosen]!, coming[last]!];
  }
  return { ...queue, items: [...queue.items.slice(0, queue.at + 1), ...coming] };
}

/** Whether something follows what is heard. */
export function mayGoOn({ queue, modes }: { readonly queue: Queue; readonly modes: Modes }): boolean {
  return queue.at + 1 < queue.items.length || (modes.repeat === 'queue' && queue.items.length > 0);
}

/** Where it goes on by itself after the end of a track; null where it stops. */
export function following({ queue, modes }: { readonly queue: Queue; readonly modes: Modes }): Queue | null {
  if (queue.items.length === 0) return null;
  if (modes.repeat === 'track') return queue;
  const next = stepBy(queue, 1);
  if (next !== queue) return next;
  return modes.repeat === 'queue' ? { ...queue, at: 0 } : null;
}

/** Goes some items on or back; the same queue where there is none. */
export function stepBy(queue: Queue, by: number): Queue {
  const at = queue.at + by;
  return at >= 0 && at < queue.items.length ? { ...queue, at } : queue;
}

/** Makes one of the items the one that is heard. */
export function stepTo(queue: Queue, key: string): Queue {
  const at = queue.items.findIndex((item) => item.key === key);
  return at < 0 ? queue : { ...queue, at };
}

/** Writes a track's newest state into every item that holds it. */
export function renewTrack(queue: Queue, track: Track): Queue {
  return {
    ...queue,
    items: queue.items.map((item) => (item.track.trackId === track.trackId ? { ...item, track } : item)),
  };
}
