import type { WebSocket } from 'ws';
import type { ServerMessage } from '#contract/event.ts';
import type { Context } from '#server/context.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import type { StoredEvent } from './events-store.ts';
import { makeMessageRate } from './socket-limits.ts';
import type { Reader } from './topic-readers.ts';

/** Bytes that may wait for a slow socket before it is closed; its page resumes where it was. */
const MAX_BUFFERED = 1024 * 1024;
/** One open socket. */
export interface Peer {
  readonly socket: WebSocket;
  readonly viewer: Viewer | null;
  /** What it listens to, or is about to. */
  readonly topics: Map<string, Reader>;
  alive: boolean;
  /** Its socket has closed: it joins nothing any more. */
  isGone: boolean;
}

/** What peers may ask: to listen to topics, to leave them, and for the time. */
export interface PeerActions {
  /** Answers one message of a peer; closes its socket where it is none. */
  receive(ctx: Context, peer: Peer, text: string): Promise<void>;
  leave(peer: Peer, topic: string): void;
}

/** Sends a message; a socket that does not read what waits for it is closed. */
export const send = (peer: Peer, message: ServerMessage | Buffer): void => {
  if (peer.socket.readyState !== peer.socket.OPEN) return;
  if (peer.socket.bufferedAmount > MAX_BUFFERED) {
    peer.socket.close(1013, 'too slow');
    return;
  }
  peer.socket.send(Buffer.isBuffer(message) ? message : JSON.stringify(message), { binary: false });
};

/** An event as it is sent. */
export const frameOf = (event: StoredEvent): Buffer => {
  const { topic, seq, type, data } = event;
  return Buffer.from(JSON.stringify({ kind: 'event', topic, seq, type, data } satisfies ServerMessage));
};

/** Makes an opened socket a peer, and answers its messages until it closes. */
export function openPeer(
  ctx: Context,
  open: WebSocket,
  viewer: Viewer | null,
  { receive, leave, peers }: PeerActions & { readonly peers: Set<Peer> },
): Peer {
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
  return peer;
}
