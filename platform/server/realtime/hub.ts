import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { WebSocketServer } from 'ws';
import { realtime as limits } from '#platform/contract/realtime-limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Bus } from '#platform/server/db/bus.ts';
import type { Database } from '#platform/server/db/database.ts';
import { type StoredEvent, eventParts, lastSeq, writeEvent } from './events-store.ts';
import { makeSocketCounts } from './socket-limits.ts';
import { makeTopicReaders } from './topic-readers.ts';
import type { Realtime } from './realtime.ts';
import { type Peer, eventFrame, frameOf, openPeer, send, signOut } from './peer.ts';
import { makeSubscriptions } from './subscriptions.ts';
import { type UpgradeOptions, acceptUpgrades } from './upgrades.ts';
import type { TopicRule } from './topic.ts';

const MAX_MESSAGE_BYTES = 4096;
/** `Realtime` with its connection to the HTTP server and its stop. */
export interface RealtimeService extends Realtime {
  /** Takes the upgrades of one path; leaves every other to others. */
  attach(server: Server, ctx: Context, options: UpgradeOptions): void;
  /** Asks every socket to reconnect later and closes it. */
  stop(): Promise<void>;
}

/** Closes the sockets that did not answer the last ping, and asks the others. */
function beat(peers: Iterable<Peer>): void {
  for (const peer of peers) {
    if (!peer.alive) {
      peer.socket.terminate();
      continue;
    }
    peer.alive = false;
    peer.socket.ping();
  }
}

/** Makes the publish/subscribe hub. Its rules come from the features. */
export function makeRealtime(db: Database, bus: Bus, clock: Clock, rules: readonly TopicRule[]): RealtimeService {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const peers = new Set<Peer>();
  const counts = makeSocketCounts();
  let heartbeat: NodeJS.Timeout | undefined;
  let stopping = false;
  let site: Context | null = null;
  const self = randomUUID();

  const readers = makeTopicReaders(db, clock, eventFrame);
  const { leave, receive, recheck } = makeSubscriptions(rules, readers, () => site!);
  const recheckAll = ({ members = [], topics = [] }: Parameters<Realtime['recheck']>[0]): void => {
    const changed = new Set(members);
    for (const peer of peers) recheck(peer, peer.viewer && changed.has(peer.viewer.profileId) ? 'all' : topics);
  };
  // Processes exchange only the numbers of events; missing events are read from the table, in order.
  bus.on('event', (news) => readers.wake(...(news as [string, number])));
  const sent = (event: StoredEvent): void => {
    readers.offer(event);
    bus.send('event', [event.topic, event.seq]);
  };
  bus.on('hint', (hint) => {
    const [topic, type, data] = hint as [string, string, unknown];
    if (readers.count(topic) === 0) return;
    // Serialised once for all listeners.
    readers.hint(topic, frameOf({ kind: 'event', topic, seq: null, type, data }));
  });
  bus.onGap(() => {
    // Rights may have changed too: events are held until the rules have run.
    for (const peer of peers) recheck(peer, 'all');
    readers.wakeAll();
  });
  bus.on('sessions-ended', (ids) => {
    const ended = new Set(ids as string[]);
    for (const peer of peers) {
      if (peer.viewer && ended.has(peer.viewer.sessionId)) signOut(peer);
    }
  });
  bus.on('recheck', (payload) => {
    const [from, changed] = payload as [string, Parameters<Realtime['recheck']>[0]];
    if (from !== self) recheckAll(changed);
  });

  return {
    get socketCount() {
      return peers.size;
    },
    lastSeq: (topic) => lastSeq(db, topic),
    async publish(tx, topic, type, data) {
      const seq = await writeEvent(tx, { topic, type, data }, clock.now());
      tx.afterCommit(() => sent({ topic, seq, type, data }));
      return seq;
    },
    publishWith: (topic, type, data, placeAt) => ({
      parts: eventParts({ topic, type, data }, clock.now(), placeAt),
      sent: (seq, placed = data) => sent({ topic, seq, type, data: placed }),
    }),
    announce: (topic, type, data) => bus.send('hint', [topic, type, data]),
    recheckHere() {
      for (const peer of peers) recheck(peer, 'all');
    },
    recheck(changed) {
      // Local subscriptions are held at once: later events of this process do not go over the bus.
      recheckAll(changed);
      bus.send('recheck', [self, changed]);
    },
    endSessions: (sessionIds) => {
      if (sessionIds.length > 0) bus.send('sessions-ended', sessionIds);
    },
    attach(server, ctx, options) {
      site = ctx;
      heartbeat = setInterval(() => beat(peers), limits.heartbeatMs);
      heartbeat.unref();
      acceptUpgrades(server, sockets, {
        ctx,
        options,
        counts,
        isStopping: () => stopping,
        onOpen: (open, opened) => {
          const peer = openPeer(ctx, open, opened, { receive, leave, peers });
          send(peer, { kind: 'hello', viewer: opened.viewer?.profileId ?? null, heartbeat: limits.heartbeatMs });
        },
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
