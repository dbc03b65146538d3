/** An event of a topic. `seq` is null for hints. */
export interface TopicEvent {
  readonly type: string;
  readonly data: unknown;
  readonly seq: number | null;
}

/** What a listener of a topic receives. */
export interface TopicHandlers {
  onEvent(event: TopicEvent): void;
  /** Something was missed and cannot be sent again: fetch the page's data again. */
  onReset?(): void;
  /** The current viewer may not subscribe to the topic. Later listeners receive it too. */
  onRefused?(): void;
  /** The last number that the page's data holds; without it come the events since that data may have been read. */
  readonly after?: number;
}

/** What a tab knows of a topic that it listens to. */
export interface Topic {
  readonly listeners: Set<TopicHandlers>;
  /** The last number seen; undefined until one is known. */
  seq: number | undefined;
  /** The latest events and when they came, for parts of the page that begin to listen later. */
  readonly heard: { readonly at: number; readonly event: TopicEvent }[];
  /** Until then something came that is not in `heard` any more. */
  lostUntil: number;
  /** Was refused, and a new connection has been tried for it. */
  retried: boolean;
  /** Was refused there too. */
  refused: boolean;
}

/** Events of a topic that are buffered for later listeners; one that has missed more gets a reset. */
const BUFFERED_EVENTS = 50;

/** A topic with its first listener. */
export function makeTopic(first: TopicHandlers): Topic {
  return { listeners: new Set([first]), seq: first.after, heard: [], lostUntil: 0, retried: false, refused: false };
}

/** The oldest number that a part of the page knows its data to hold; nothing where none does. */
export function oldestOf({ listeners }: Topic): { after?: number } {
  const numbers = [...listeners].flatMap((listener) => listener.after ?? []);
  return numbers.length === 0 ? {} : { after: Math.min(...numbers) };
}

/** The server has accepted the subscription. @param seq the latest number of the topic that it knows */
export function acceptTopic(topic: Topic, seq: number): void {
  topic.seq = Math.max(topic.seq ?? 0, seq);
  topic.retried = false;
  topic.refused = false;
}

/** Hands an event to the listeners: once and in order, whatever overlaps after a reconnect. */
export function deliver(topic: Topic, event: TopicEvent): void {
  if (event.seq !== null) {
    if (topic.seq !== undefined && event.seq <= topic.seq) return;
    topic.seq = event.seq;
  }
  topic.heard.push({ at: Date.now(), event });
  if (topic.heard.length > BUFFERED_EVENTS) topic.lostUntil = topic.heard.shift()!.at;
  for (const listener of topic.listeners)
    // Skips events that the listener's data includes; another part of the page may have asked for them.
    if (event.seq === null || event.seq > (listener.after ?? 0)) listener.onEvent(event);
}

/** Something was missed: every listener fetches again. @param seq the number from which events come now */
export function resetTopic(topic: Topic, seq: number): void {
  topic.seq = seq;
  topic.lostUntil = Date.now();
  for (const listener of topic.listeners) listener.onReset?.();
}

/**
 * The right to listen has ended, and no more events come. A listener that handles refusals fetches what its reader may
 * still see; any other fetches everything again, with the current rights.
 */
export function endTopic(topic: Topic): void {
  topic.refused = true;
  for (const listener of topic.listeners) (listener.onRefused ?? listener.onReset)?.();
}

/**
 * Sends a later listener the events that came since its data may have been read.
 * @param dataAge milliseconds since then, at most
 */
export function catchUp(topic: Topic, handlers: TopicHandlers, dataAge: () => number): void {
  if (topic.refused) return handlers.onRefused?.();
  if (handlers.after !== undefined) {
    if (topic.seq !== undefined && handlers.after < topic.seq) handlers.onReset?.();
    return;
  }
  const since = Date.now() - dataAge();
  if (topic.lostUntil >= since) handlers.onReset?.();
  else for (const { at, event } of topic.heard) if (at >= since) handlers.onEvent(event);
}
