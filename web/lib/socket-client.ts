import type { ClientMessage, ServerMessage } from '#contract/event.ts';
import { realtime } from '#contract/limits/realtime.ts';

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

/** The part of a WebSocket that is used. */
export interface WireSocket {
  readonly readyState: number;
  send(data: string): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: () => void): void;
}

/** What the socket needs of its world. */
export interface SocketWorld {
  connect(): WireSocket;
  whenIdle(run: () => void): void;
  /** Milliseconds since the oldest data of this page was asked for, at most. */
  dataAge(): number;
}

/** One question for the server's clock, in milliseconds; the page's times are those of `performance.now()`. */
export interface ClockProbe {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly serverAt: number;
}

/** The tab's socket. */
export interface Socket {
  subscribe(topic: string, handlers: TopicHandlers): () => void;
  onSignedOut(listener: () => void): () => void;
  /** Asks the server's clock once. @returns null without an open connection, or when no answer came in time */
  probe(): Promise<ClockProbe | null>;
  /** Connects at once if it was waiting to. */
  wake(): void;
  /** Closes the connection until `wake`. */
  sleep(): void;
}

interface Topic {
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

const OPEN = 1;
/** Events of a topic that are buffered for later listeners; one that has missed more gets a reset. */
const KEPT_EVENTS = 50;
/** Milliseconds that a socket without topics stays, for the next page to use. */
const LINGER_MS = 3000;
/** Milliseconds after which a probe of the clock is given up. */
const PROBE_MS = 3000;

/** Makes the socket of a tab: subscriptions outlive connections; each reconnect resumes after the last number seen. */
export function makeSocket(world: SocketWorld): Socket {
  const topics = new Map<string, Topic>();
  const signedOut = new Set<() => void>();
  const probes = new Map<number, (serverAt: number) => void>();
  let wire: WireSocket | null = null;
  let ready = false;
  let asleep = false;
  let waiting = false;
  let attempts = 0;
  let heartbeat: number = realtime.heartbeatMs;
  let lastHeard = 0;
  let pulse: ReturnType<typeof setInterval> | undefined;
  let reconnect: ReturnType<typeof setTimeout> | undefined;
  let linger: ReturnType<typeof setTimeout> | undefined;

  const send = (message: ClientMessage): void => {
    if (ready && wire?.readyState === OPEN) wire.send(JSON.stringify(message));
  };
  const ask = (name: string, topic: Topic): void =>
    send({
      kind: 'subscribe',
      topic: name,
      ...(topic.seq === undefined ? { within: world.dataAge() } : { after: topic.seq }),
    });

  const beat = (): void => {
    const silent = Date.now() - lastHeard;
    // A connection may be dead without having been closed: whoever does not answer a ping is given up.
    if (silent > 2 * heartbeat) drop();
    else if (silent >= heartbeat) send({ kind: 'ping' });
  };

  /** Gives the connection up without waiting for its close, and comes back later. */
  const drop = (): void => {
    leave();
    if (topics.size === 0 || asleep) return;
    const steps = realtime.reconnectSeconds;
    const seconds = steps[Math.min(attempts, steps.length - 1)] ?? 10;
    attempts++;
    clearTimeout(reconnect);
    reconnect = setTimeout(connect, seconds * 1000);
  };

  const leave = (): void => {
    clearInterval(pulse);
    ready = false;
    if (!wire) return;
    const old = wire;
    wire = null;
    old.close();
  };

  const connect = (): void => {
    clearTimeout(reconnect);
    reconnect = undefined;
    if (wire || asleep || topics.size === 0) return;
    lastHeard = Date.now();
    const made = world.connect();
    wire = made;
    // One that was given up may still speak.
    made.addEventListener('message', ({ data }) => {
      if (wire !== made) return;
      lastHeard = Date.now();
      receive(JSON.parse(String(data)) as ServerMessage);
    });
    made.addEventListener('close', () => {
      if (wire === made) drop();
    });
    clearInterval(pulse);
    pulse = setInterval(beat, heartbeat / 2);
  };

  const receive = (message: ServerMessage): void => {
    switch (message.kind) {
      case 'hello':
        ready = true;
        attempts = 0;
        heartbeat = message.heartbeat;
        clearInterval(pulse);
        pulse = setInterval(beat, heartbeat / 2);
        for (const [name, topic] of topics) ask(name, topic);
        return;
      case 'subscribed':
        return withTopic(message.topic, (topic) => {
          topic.seq = Math.max(topic.seq ?? 0, message.seq);
          topic.retried = false;
          topic.refused = false;
        });
      case 'event':
        return withTopic(message.topic, (topic) => {
          // Delivered once, in order, whatever overlaps after a reconnect.
          if (message.seq !== null) {
            if (topic.seq !== undefined && message.seq <= topic.seq) return;
            topic.seq = message.seq;
          }
          topic.heard.push({ at: Date.now(), event: message });
          if (topic.heard.length > KEPT_EVENTS) topic.lostUntil = topic.heard.shift()!.at;
          for (const listener of topic.listeners) listener.onEvent(message);
        });
      case 'reset':
        return withTopic(message.topic, (topic) => {
          topic.seq = message.seq;
          topic.lostUntil = Date.now();
          for (const listener of topic.listeners) listener.onReset?.();
        });
      case 'refused':
        return withTopic(message.topic, (topic) => {
          // The connection may be older than the session: one of now may be allowed what that one was not.
          if (message.code !== 'forbidden') return;
          if (topic.retried) {
            topic.refused = true;
            for (const listener of topic.listeners) listener.onRefused?.();
            return;
          }
          topic.retried = true;
          leave();
          connect();
        });
      case 'signed-out':
        for (const listener of signedOut) listener();
        return;
      case 'pong':
        if (message.sentAt !== undefined) probes.get(message.sentAt)?.(message.now);
        return;
    }
  };

  const withTopic = (name: string, action: (topic: Topic) => void): void => {
    const topic = topics.get(name);
    if (topic) action(topic);
  };

  /** Sends a later listener the events that came since its data may have been read. */
  const catchUp = (topic: Topic, handlers: TopicHandlers): void => {
    if (topic.refused) return handlers.onRefused?.();
    if (handlers.after !== undefined) {
      if (topic.seq !== undefined && handlers.after < topic.seq) handlers.onReset?.();
      return;
    }
    const since = Date.now() - world.dataAge();
    if (topic.lostUntil >= since) handlers.onReset?.();
    else for (const { at, event } of topic.heard) if (at >= since) handlers.onEvent(event);
  };

  const closeWhenUnused = (): void => {
    clearTimeout(linger);
    linger = setTimeout(() => {
      if (topics.size === 0) leave();
    }, LINGER_MS);
  };

  return {
    subscribe(name, handlers) {
      const known = topics.get(name);
      if (known) {
        known.listeners.add(handlers);
        catchUp(known, handlers);
      } else {
        const topic: Topic = {
          listeners: new Set([handlers]),
          seq: handlers.after,
          heard: [],
          lostUntil: 0,
          retried: false,
          refused: false,
        };
        topics.set(name, topic);
        ask(name, topic);
        if (!wire && !reconnect && !waiting) {
          waiting = true;
          world.whenIdle(() => {
            waiting = false;
            connect();
          });
        }
      }
      return () => {
        const topic = topics.get(name);
        if (!topic?.listeners.delete(handlers) || topic.listeners.size > 0) return;
        topics.delete(name);
        send({ kind: 'unsubscribe', topic: name });
        if (topics.size === 0) closeWhenUnused();
      };
    },
    probe: () =>
      new Promise((resolve) => {
        if (!ready) return resolve(null);
        const sentAt = performance.now();
        const finish = (probe: ClockProbe | null): void => {
          clearTimeout(late);
          probes.delete(sentAt);
          resolve(probe);
        };
        const late = setTimeout(() => finish(null), PROBE_MS);
        probes.set(sentAt, (serverAt) => finish({ sentAt, serverAt, receivedAt: performance.now() }));
        send({ kind: 'ping', sentAt });
      }),
    onSignedOut(listener) {
      signedOut.add(listener);
      return () => void signedOut.delete(listener);
    },
    wake() {
      asleep = false;
      if (!wire && !waiting) connect();
    },
    sleep() {
      asleep = true;
      clearTimeout(reconnect);
      reconnect = undefined;
      leave();
    },
  };
}
