import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { type StoredEvent, eventsAfter, lastSeq, seqBefore } from './events-store.ts';

/** Missed events that a reader is sent after a gap; a longer gap is a `reset`. */
const MAX_RESUME = 500;
/** Events of one query. */
const STEP = 500;
/** Milliseconds that a `within` reaches further back: an event is dated before its transaction commits. */
const COMMIT_MS = 5000;

/** One reader of one topic, which receives its messages in order. */
export interface Reader {
  /** The first message of a topic: where the events that follow begin. */
  begin(kind: 'subscribed' | 'reset', seq: number): void;
  event(event: StoredEvent): void;
  /** A frame that is the same for all who are up to date. */
  frame(frame: Buffer): void;
}

/** A reader's place in a topic. */
interface Place {
  readonly reader: Reader;
  /** Number of the last event that it was sent. */
  last: number;
  /** `begin` was sent: hints may follow. */
  hasBegun: boolean;
  /** It has caught up: it gets events as they come. */
  isLive: boolean;
}

interface Topic {
  readonly places: Map<Reader, Place>;
  /** Number of the last event that was sent to the live readers. */
  head: number;
  /** The query that runs or waits; they run one by one. */
  reading: Promise<void>;
  /** Another query is requested and has not begun. */
  isAsked: boolean;
}

/** The readers of all topics in this process. */
export interface TopicReaders {
  /** Adds a reader, which catches up by itself and delays no other. */
  join(topic: string, reader: Reader, from: { after?: number | undefined; within?: number | undefined }): Promise<void>;
  leave(topic: string, reader: Reader): void;
  /** A numbered event was committed: live readers get the new events. @param seq its number; without it all are read */
  wake(topic: string, seq?: number): void;
  /** This process has committed an event: if it is the next one, live readers get it without a query. */
  offer(event: StoredEvent): void;
  /** The bus may have missed news: every topic is read. */
  wakeAll(): void;
  /** Sends a hint to the readers that have begun. @param frame its message */
  hint(topic: string, frame: Buffer): void;
  /** How many readers a topic has. */
  count(topic: string): number;
}

/** Sends the next event to all live readers. */
function give(topic: Topic, seq: number, frame: Buffer): void {
  topic.head = seq;
  for (const place of topic.places.values()) {
    if (!place.isLive || seq <= place.last) continue;
    place.last = seq;
    place.reader.frame(frame);
  }
}

/** Makes the readers. @param frameOf the message of an event */
export function makeTopicReaders(db: Database, clock: Clock, frameOf: (event: StoredEvent) => Buffer): TopicReaders {
  const topics = new Map<string, Topic>();

  const giveToLive = async (name: string, topic: Topic): Promise<void> => {
    topic.isAsked = false;
    // The first reader does not know its position yet, and wakes the topic when it does.
    if (topic.head < 0) return;
    for (let isMore = true; isMore && topic.places.size > 0;) {
      const events = await eventsAfter(db, name, topic.head, STEP);
      for (const event of events) {
        if (event.seq > topic.head) give(topic, event.seq, frameOf(event));
      }
      isMore = events.length === STEP;
    }
  };
  const wake = (name: string, seq = Infinity): void => {
    const topic = topics.get(name);
    if (!topic || topic.isAsked || topic.head >= seq) return;
    topic.isAsked = true;
    topic.reading = topic.reading.then(() => giveToLive(name, topic)).catch(() => {});
  };

  const leave = (name: string, reader: Reader): void => {
    const topic = topics.get(name);
    topic?.places.delete(reader);
    if (topic?.places.size === 0) topics.delete(name);
  };

  /** Sends missed events, a page at a time, until the reader has caught up with the live ones. */
  const catchUp = async (name: string, topic: Topic, place: Place): Promise<void> => {
    // No `await` between the last comparison and becoming live: no event falls between them.
    while (place.last < topic.head && topic.places.get(place.reader) === place) {
      const events = await eventsAfter(db, name, place.last, STEP);
      if (topic.places.get(place.reader) !== place) return;
      for (const event of events) {
        place.last = event.seq;
        place.reader.event(event);
      }
      // Events that were removed meanwhile are skipped.
      if (events.length === 0) break;
    }
    place.isLive = true;
  };

  return {
    async join(name, reader, { after: known, within }) {
      leave(name, reader);
      const topic: Topic = topics.get(name) ?? {
        places: new Map(),
        head: -1,
        reading: Promise.resolve(),
        isAsked: false,
      };
      topics.set(name, topic);
      const place: Place = { reader, last: 0, hasBegun: false, isLive: false };
      // Listed before the first query: later commits wake the topic.
      topic.places.set(reader, place);
      const isHere = (): boolean => topic.places.get(reader) === place;
      const now = await lastSeq(db, name);
      if (topic.head < 0) topic.head = now;
      const since = new Date(clock.now().getTime() - (within ?? 0) - COMMIT_MS);
      const recent = within === undefined ? null : await seqBefore(db, name, since, MAX_RESUME);
      const after = Math.min(known ?? recent ?? now, recent ?? Infinity);
      const missed = after < now ? await eventsAfter(db, name, after, MAX_RESUME + 1) : [];
      if (!isHere()) return;
      const isWhole = after === now || (missed.length <= MAX_RESUME && missed[0]?.seq === after + 1);
      place.last = isWhole ? after : now;
      place.hasBegun = true;
      reader.begin(isWhole ? 'subscribed' : 'reset', place.last);
      for (const event of isWhole ? missed : []) {
        place.last = event.seq;
        reader.event(event);
      }
      await catchUp(name, topic, place);
      // An event may have been committed after `now` was read, and its news may have come before the first query.
      wake(name);
    },
    leave,
    wake,
    offer(event) {
      const topic = topics.get(event.topic);
      // An earlier event was committed too, and its news is on the way: both are read then, in order.
      if (topic && topic.head >= 0 && event.seq === topic.head + 1) give(topic, event.seq, frameOf(event));
    },
    wakeAll() {
      for (const name of topics.keys()) wake(name);
    },
    hint(name, frame) {
      for (const place of topics.get(name)?.places.values() ?? []) if (place.hasBegun) place.reader.frame(frame);
    },
    count: (name) => topics.get(name)?.places.size ?? 0,
  };
}
