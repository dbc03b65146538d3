import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Context } from '#server/context.ts';
import type { ClientAddress } from '#server/platform/http/network/client-address.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import type { Opened } from './peer.ts';
import type { SocketCounts } from './socket-limits.ts';

/** Which upgrades are taken, and for whom. */
export interface UpgradeOptions {
  path: string;
  isForeign(request: IncomingMessage): boolean;
  /** @param cookie the raw header; empty without one */
  resolveViewer(cookie: string): Promise<Viewer | null>;
  addressOf: ClientAddress;
}

/** Takes the upgrades of one path; refuses foreign ones and those over the limits, and leaves every other to others. */
export function acceptUpgrades(
  server: Server,
  sockets: WebSocketServer,
  parts: {
    readonly ctx: Context;
    readonly options: UpgradeOptions;
    readonly counts: SocketCounts;
    isStopping(): boolean;
    onOpen(open: WebSocket, opened: Opened): void;
  },
): void {
  const { ctx, options, counts, isStopping, onOpen } = parts;
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
    if (isStopping() || options.isForeign(request)) {
      refuse(isStopping() ? '503 Service Unavailable' : '403 Forbidden');
      return;
    }
    const cookie = request.headers.cookie ?? '';
    const readViewer = (): Promise<Viewer | null> => options.resolveViewer(cookie);
    readViewer().then(
      (viewer) => {
        // It may have begun to stop meanwhile, and closed the sockets that it knew.
        if (isStopping()) return refuse('503 Service Unavailable');
        const free = counts.take({ address: options.addressOf(request), session: viewer?.sessionId ?? null });
        if (!free) return refuse('429 Too Many Requests');
        // Whether it becomes a socket or not, its connection ends once.
        socket.once('close', free);
        if (socket.destroyed) free();
        sockets.handleUpgrade(request, socket, head, (open) =>
          onOpen(open, { viewer, connection: socket, readViewer }),
        );
      },
      (error: unknown) => {
        ctx.log.error({ err: error }, 'a socket could not be opened');
        socket.destroy();
      },
    );
  });
}
