import type { Duplex } from 'node:stream';
import * as ws from 'ws';
import type { ServerMessage } from '#platform/contract/event.ts';
import type { Context } from '#platform/server/context.ts';
import { toRefusal } from '#platform/server/http/answer-error.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { StoredEvent } from './events-store.ts';
import { makeMessageRate } from './socket-limits.ts';
import type { Reader } from './topic-readers.ts';

/** A public part of the library that its types leave out. */
const { Sender } = ws as unknown as {
  Sender: { frame(data: Buffer, options: { opcode: number; fin: boolean; mask: boolean; rsv1: boolean }): Buffer[] };
};

/** Opcode of a text (RFC 6455, 5.2). */
const TEXT = 1;
/** Backpressure: bytes that may wait for a slow socket before it is closed; its page resumes where it was. */
const MAX_BUFFERED = 1024 * 1024;

/** A peer's subscription to one topic. It begins held: nothing is sent until the topic's rule has allowed it. */
export interface Subscription extends Reader {
  /** Buffers frames from now on. */
  hold(): void;
  /** Sends the buffered frames in order, and sends further frames at once. */
  release(): void;
}

/** One open socket. */
export interface Peer {
  readonly socket: ws.WebSocket;
  /** The connection below it. */
  readonly connection: Duplex;
  /** The viewer as last read: at the opening of the socket, at its last subscribe, or after a change of rights. */
  viewer: Viewer | null;
  /** Reads the viewer again; null also where the session has ended. */
  readonly readViewer: () => Promise<Viewer | null>;
  /** Its subscriptions, by topic, held ones included. */
  readonly topics: Map<string, Subscription>;
  alive: boolean;
  /** Its socket has closed: it subscribes to nothing any more. */
  isGone: boolean;
}

/** What peers may ask: to listen to topics, to leave them, and for the time. */
export interface PeerActions {
  /** Answers one message of a peer; closes its socket where it is none. */
  receive(peer: Peer, text: string): Promise<void>;
  leave(peer: Peer, topic: string): void;
}

/** Whether a socket takes more; a socket that does not read is closed. */
function isReady({ socket, connection }: Peer): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  if (connection.writableLength <= MAX_BUFFERED) return true;
  socket.close(1013, 'too slow');
  return false;
}

/** Sends a message to one peer. */
export const send = (peer: Peer, message: ServerMessage): void => {
  if (isReady(peer)) peer.socket.send(JSON.stringify(message), { binary: false });
};

/**
 * Sends a serialised frame (header and text in one buffer, shared by all receivers) past the library. Without
 * compression the library queues nothing that the frame could overtake.
 */
export const sendFrame = (peer: Peer, frame: Buffer): void => {
  if (isReady(peer)) peer.connection.write(frame);
};

/** Closes the socket of a session that has ended; its page learns that it is signed out. */
export const signOut = (peer: Peer): void => {
  send(peer, { kind: 'signed-out' });
  peer.socket.close(4401, 'signed out');
};

/** Closes a socket while the site is closed for maintenance: its page tries again later (1013). */
export const shutOut = (peer: Peer): void => peer.socket.close(1013, 'maintenance');

/** Serialises a message into a frame. */
export const frameOf = (message: ServerMessage): Buffer => {
  const text = Buffer.from(JSON.stringify(message));
  return Buffer.concat(Sender.frame(text, { opcode: TEXT, fin: true, mask: false, rsv1: false }));
};

/** The frame of an event. */
export const eventFrame = ({ topic, seq, type, data }: StoredEvent): Buffer =>
  frameOf({ kind: 'event', topic, seq, type, data });

/** What is known of a socket when it opens. */
export type Opened = Pick<Peer, 'viewer' | 'connection' | 'readViewer'>;

/** Makes a peer of an opened socket, and answers its messages until it closes. */
export function openPeer(
  ctx: Context,
  open: ws.WebSocket,
  { viewer, connection, readViewer }: Opened,
  { receive, leave, peers }: PeerActions & { readonly peers: Set<Peer> },
): Peer {
  const peer: Peer = {
    socket: open,
    connection,
    viewer,
    readViewer,
    topics: new Map(),
    alive: true,
    isGone: false,
  };
  const mayCome = makeMessageRate();
  peers.add(peer);
  // Messages are answered one by one, so that a subscribe and an unsubscribe keep their order.
  let turn = Promise.resolve();
  open.on('message', (data: Buffer) => {
    // Messages that came before the close are not answered any more either.
    if (open.readyState !== open.OPEN) return;
    if (!mayCome()) return open.close(1008, 'too many messages');
    turn = turn
      .then(() => receive(peer, data.toString('utf8')))
      .catch((error: unknown) => {
        const { code, meta } = toRefusal(ctx, error, '');
        // 1013 is "try again later" (RFC 6455, registry of close codes).
        if (meta?.['retryAfter'] !== undefined) open.close(1013, `${code}, retry after ${meta['retryAfter']} s`);
        else open.close(1011, 'internal error');
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
