import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { ServerMessage } from '#contract/event.ts';
import { realtime as limits } from '#contract/limits/realtime.ts';
import type { Context } from '#server/context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Bus } from '#server/platform/db/bus.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import type { ClientAddress } from '#server/platform/http/client-address.ts';
import { type StoredEvent, lastSeq, writeEvent } from './events-store.ts';
import { matchTopic } from './patterns.ts';
import { makeMessageRate, makeSocketCounts } from './socket-limits.ts';
import { type Reader, makeTopicReaders } from './topic-readers.ts';
import type { Realtime } from './realtime.ts';
import type { TopicRule } from './topic.ts';

/** Bytes that may wait for a slow socket before it is closed; its page resumes where it was. */
const MAX_BUFFERED = 1024 * 1024;
const MAX_MESSAGE_BYTES = 4096;
const MAX_WITHIN_MS = 600_000;

const clientMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('subscribe'),
    topic: z.string().max(200),
    after: z.int().min(0).optional(),
    within: z.int().min(0).max(MAX_WITHIN_MS).optional(),
  }),
  z.object({ kind: z.literal('unsubscribe'), topic: z.string().max(200) }),
  z.object({ kind: z.literal('ping'), sentAt: z.number().optional() }),
]);

type Wanted = Extract<z.infer<typeof clientMessage>, { kind: 'subscribe' }>;

interface Peer {
  readonly socket: WebSocket;
  readonly viewer: Viewer | null;
  /** What it listens to, or is about to. */
  readonly topics: Map<string, Reader>;
  alive: boolean;
  /** Its socket has closed: it joins nothing any more. */
  isGone: boolean;
}

/** `Realtime` with its ends: the HTTP server and the stop. */
export interface RealtimeService extends Realtime {
  /** Takes the upgrades of one path; leaves every other to others. */
  attach(
    server: Server,
    ctx: Context,
    options: {
      path: string;
      isForeign(request: IncomingMessage): boolean;
      resolveViewer(request: IncomingMessage): Promise<Viewer | null>;
      addressOf: ClientAddress;
    },
  ): void;
  /** Asks every socket to reconnect later and closes it. */
  stop(): Promise<void>;
}

/** Makes the hub. Its rules come from the features. */
export function makeRealtime(db: Database, bus: Bus, clock: Clock, rules: readonly TopicRule[]): RealtimeService {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const peers = new Set<Peer>();
  const counts = makeSocketCounts();
  let heartbeat: NodeJS.Timeout | undefined;
  let stopping = false;

  const send = (peer: Peer, message: ServerMessage | Buffer): void => {
    if (peer.socket.readyState !== peer.socket.OPEN) return;
    if (peer.socket.bufferedAmount > MAX_BUFFERED) {
      peer.socket.close(1013, 'too slow');
      return;
    }
    peer.socket.send(Buffer.isBuffer(message) ? message : JSON.stringify(message), { binary: false });
  };

  const frameOf = (event: StoredEvent): Buffer => {
    const { topic, seq, type, data } = event;
    return Buffer.from(JSON.stringify({ kind: 'event', topic, seq, type, data } satisfies ServerMessage));
  };
  const readers = makeTopicReaders(db, clock, frameOf);
  // Numbered events travel between processes as their topic only; what is missing is read from the table, in order.
  bus.on('event', (topic) => readers.wake(String(topic)));
  bus.on('hint', (hint) => {
    const [topic, type, data] = hint as [string, string, unknown];
    if (readers.count(topic) === 0) return;
    // One frame for all: made once, however many listen.
    const message = { kind: 'event', topic, seq: null, type, data } satisfies ServerMessage;
    readers.hint(topic, Buffer.from(JSON.stringify(message)));
  });
  bus.onGap(() => readers.wakeAll());
  bus.on('sessions-ended', (ids) => {
    const ended = new Set(ids as string[]);
    for (const peer of peers) {
      if (!peer.viewer || !ended.has(peer.viewer.sessionId)) continue;
      send(peer, { kind: 'signed-out' });
      peer.socket.close(4401, 'signed out');
    }
  });

  const leave = (peer: Peer, topic: string): void => {
    const reader = peer.topics.get(topic);
    if (!reader) return;
    peer.topics.delete(topic);
    readers.leave(topic, reader);
  };

  bus.on('dismissed', (payload) => {
    const [topic, ids] = payload as [string, string[]];
    for (const peer of peers) {
      if (!peer.viewer || !ids.includes(peer.viewer.profileId) || !peer.topics.has(topic)) continue;
      leave(peer, topic);
      send(peer, { kind: 'refused', topic, code: 'forbidden' });
    }
  });

  const subscribe = async (ctx: Context, peer: Peer, wanted: Wanted): Promise<void> => {
    const { topic } = wanted;
    if (peer.topics.size >= limits.maxTopicsPerSocket && !peer.topics.has(topic))
      return send(peer, { kind: 'refused', topic, code: 'too_many' });
    const found = ruleOf(rules, topic);
    if (!found) return send(peer, { kind: 'refused', topic, code: 'not_found' });
    const { rule, params } = found;
    if (!(await rule.maySubscribe(ctx, peer.viewer, params)))
      return send(peer, { kind: 'refused', topic, code: 'forbidden' });
    // A socket that has closed while its right was checked would stay subscribed for ever.
    if (peer.isGone) return;
    await join(peer, wanted);
    if (!rule.greet || peer.isGone) return;
    const { type, data } = await rule.greet(ctx, peer.viewer, params);
    send(peer, { kind: 'event', topic, seq: null, type, data });
  };

  /** Listens, and sends what was missed. */
  const join = async (peer: Peer, { topic, after, within }: Wanted): Promise<void> => {
    leave(peer, topic);
    const reader: Reader = {
      begin: (kind, seq) => send(peer, { kind, topic, seq }),
      event: (event) => send(peer, frameOf(event)),
      frame: (frame) => send(peer, frame),
    };
    peer.topics.set(topic, reader);
    await readers.join(topic, reader, { after, within });
  };

  const receive = async (ctx: Context, peer: Peer, text: string): Promise<void> => {
    let message: z.infer<typeof clientMessage>;
    try {
      message = clientMessage.parse(JSON.parse(text));
    } catch {
      peer.socket.close(1003, 'not a message of this protocol');
      return;
    }
    if (message.kind === 'ping') {
      const { sentAt } = message;
      send(peer, { kind: 'pong', ...(sentAt !== undefined && { sentAt }), now: ctx.clock.now().getTime() });
    } else if (message.kind === 'unsubscribe') leave(peer, message.topic);
    else await subscribe(ctx, peer, message);
  };

  return {
    get socketCount() {
      return peers.size;
    },
    lastSeq: (topic) => lastSeq(db, topic),
    async publish(tx, topic, type, data) {
      const seq = await writeEvent(tx, { topic, type, data }, clock.now());
      tx.afterCommit(() => bus.send('event', topic));
      return seq;
    },
    announce: (topic, type, data) => bus.send('hint', [topic, type, data]),
    dismiss: (topic, profileIds) => bus.send('dismissed', [topic, profileIds]),
    endSessions: (sessionIds) => {
      if (sessionIds.length > 0) bus.send('sessions-ended', sessionIds);
    },
    attach(server, ctx, options) {
      heartbeat = setInterval(() => {
        for (const peer of peers) {
          if (!peer.alive) {
            peer.socket.terminate();
            continue;
          }
          peer.alive = false;
          peer.socket.ping();
        }
      }, limits.heartbeatMs);
      heartbeat.unref();
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        // Nothing catches what is thrown here, or a reset connection that nobody listens to: both would end the process.
        socket.on('error', () => socket.destroy());
        const refuse = (status: string): void => {
          socket.once('finish', () => socket.destroy());
          socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        };
        if ((request.url ?? '').split('?', 1)[0] !== options.path) {
          // In development it may be for Vite, which listens too.
          if (!ctx.config.development) refuse('404 Not Found');
          return;
        }
        if (stopping || options.isForeign(request)) {
          refuse(stopping ? '503 Service Unavailable' : '403 Forbidden');
          return;
        }
        options.resolveViewer(request).then(
          (viewer) => {
            // It may have begun to stop meanwhile, and closed the sockets that it knew.
            if (stopping) return refuse('503 Service Unavailable');
            const free = counts.take({ address: options.addressOf(request), session: viewer?.sessionId ?? null });
            if (!free) return refuse('429 Too Many Requests');
            // Whether it becomes a socket or not, its connection ends once.
            socket.once('close', free);
            if (socket.destroyed) free();
            sockets.handleUpgrade(request, socket, head, (open) => {
              const peer: Peer = { socket: open, viewer, topics: new Map(), alive: true, isGone: false };
              const mayCome = makeMessageRate();
              peers.add(peer);
              // One message after the other, so that a subscribe and an unsubscribe keep their order.
              let turn = Promise.resolve();
              open.on('message', (data: Buffer) => {
                // What came before the end of a socket is not answered any more either.
                if (open.readyState !== open.OPEN) return;
                if (!mayCome()) return open.close(1008, 'too many messages');
                turn = turn
                  .then(() => receive(ctx, peer, data.toString('utf8')))
                  .catch((error: unknown) => {
                    ctx.log.error({ err: error }, 'a socket message failed');
                    open.close(1011, 'internal error');
                  });
              });
              open.on('pong', () => {
                peer.alive = true;
              });
              open.on('error', () => open.terminate());
              open.on('close', () => {
                peer.isGone = true;
                peers.delete(peer);
                for (const topic of peer.topics.keys()) leave(peer, topic);
              });
              send(peer, { kind: 'hello', viewer: viewer?.profileId ?? null, heartbeat: limits.heartbeatMs });
            });
          },
          (error: unknown) => {
            ctx.log.error({ err: error }, 'a socket could not be opened');
            socket.destroy();
          },
        );
      });
    },
    async stop() {
      stopping = true;
      clearInterval(heartbeat);
      for (const peer of peers) peer.socket.close(1012, 'restarting');
      const deadline = performance.now() + 2000;
      while (peers.size > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
      for (const peer of peers) peer.socket.terminate();
    },
  };
}

function ruleOf(
  rules: readonly TopicRule[],
  topic: string,
): { rule: TopicRule; params: Readonly<Record<string, string>> } | null {
  for (const rule of rules) {
    const params = matchTopic(rule.pattern, topic);
    if (params) return { rule, params };
  }
  return null;
}
