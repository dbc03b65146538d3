import type { ClientMessage, ServerMessage } from '#platform/contract/event.ts';
import { type ClockProbe, makeClockProbes } from './clock-probes.ts';
import { makeConnection, type WireSocket } from './socket-connection.ts';
import {
  acceptTopic,
  catchUp,
  deliver,
  endTopic,
  makeTopic,
  oldestOf,
  resetTopic,
  type Topic,
  type TopicHandlers,
} from './socket-topic.ts';

/** Dependencies of the socket. */
export interface SocketWorld {
  connect(): WireSocket;
  whenIdle(run: () => void): void;
  /** False: the live connection is lost. True: it is back, or not wanted any more. */
  onReady(isReady: boolean): void;
  /** Milliseconds since the oldest data of this page was asked for, at most. */
  dataAge(): number;
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

/** Milliseconds that a socket without topics stays, for the next page to use. */
const LINGER_MS = 3000;

/** The message that subscribes to a topic after the last number that the tab has seen. */
function subscription(name: string, topic: Topic, world: SocketWorld): ClientMessage {
  const { seq } = topic;
  const since = seq === undefined ? { within: world.dataAge(), ...oldestOf(topic) } : { after: seq };
  return { kind: 'subscribe', topic: name, ...since };
}

/** Makes the socket of a tab: subscriptions outlive connections; each reconnect resumes after the last number seen. */
export function makeSocket(world: SocketWorld): Socket {
  const topics = new Map<string, Topic>();
  const signedOut = new Set<() => void>();
  let waiting = false;
  let linger: ReturnType<typeof setTimeout> | undefined;

  const withTopic = (name: string, action: (topic: Topic) => void): void => {
    const topic = topics.get(name);
    if (topic) action(topic);
  };
  const refuse = (topic: Topic): void => {
    if (topic.retried) {
      topic.refused = true;
      for (const listener of topic.listeners) listener.onRefused?.();
      return;
    }
    // The connection may be older than the session: one of now may be allowed what that one was not.
    topic.retried = true;
    connection.leave();
    connection.open();
  };
  const receive = (message: ServerMessage): void => {
    switch (message.kind) {
      case 'hello':
        connection.greeted(message.heartbeat);
        for (const [name, topic] of topics) ask(name, topic);
        return;
      case 'subscribed':
        return withTopic(message.topic, (topic) => acceptTopic(topic, message.seq));
      case 'event':
        return withTopic(message.topic, (topic) => deliver(topic, message));
      case 'reset':
        return withTopic(message.topic, (topic) => resetTopic(topic, message.seq));
      case 'refused':
        if (message.code === 'forbidden') withTopic(message.topic, refuse);
        return;
      case 'ended':
        return withTopic(message.topic, endTopic);
      case 'signed-out':
        for (const listener of signedOut) listener();
        return;
      case 'pong':
        if (message.sentAt !== undefined) probes.answered(message.sentAt, message.now);
        return;
    }
  };
  const connection = makeConnection({
    connect: () => world.connect(),
    isWanted: () => topics.size > 0,
    onMessage: receive,
    onReady: (isReady) => world.onReady(isReady),
  });
  const probes = makeClockProbes(connection.send);
  const ask = (name: string, topic: Topic): void => connection.send(subscription(name, topic, world));
  const openWhenIdle = (): void => {
    if (!connection.isIdle() || waiting) return;
    waiting = true;
    world.whenIdle(() => {
      waiting = false;
      connection.open();
    });
  };
  const unsubscribe = (name: string, handlers: TopicHandlers): void => {
    const topic = topics.get(name);
    if (!topic?.listeners.delete(handlers) || topic.listeners.size > 0) return;
    topics.delete(name);
    connection.send({ kind: 'unsubscribe', topic: name });
    if (topics.size > 0) return;
    clearTimeout(linger);
    linger = setTimeout(() => {
      if (topics.size === 0) connection.leave();
    }, LINGER_MS);
  };

  return {
    subscribe(name, handlers) {
      const existing = topics.get(name);
      if (existing) {
        existing.listeners.add(handlers);
        catchUp(existing, handlers, () => world.dataAge());
      } else {
        const topic = makeTopic(handlers);
        topics.set(name, topic);
        ask(name, topic);
        openWhenIdle();
      }
      return () => unsubscribe(name, handlers);
    },
    probe: async () => (connection.isReady() ? await probes.ask() : null),
    onSignedOut(listener) {
      signedOut.add(listener);
      return () => void signedOut.delete(listener);
    },
    wake() {
      if (connection.wake() && !waiting) connection.open();
    },
    sleep: connection.sleep,
  };
}
