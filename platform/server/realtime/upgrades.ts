import { type IncomingMessage, STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { errors } from '#platform/contract/errors.ts';
import type { Context } from '#platform/server/context.ts';
import { toRefusal } from '#platform/server/http/answer-error.ts';
import type { ClientAddress } from '#platform/server/http/network/client-address.ts';
import { isClosedTo, maintenanceRefusal } from '#platform/server/http/maintenance.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
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

/** Accepts the upgrades of one path; refuses other origins and those over the limits, and ignores other paths. */
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
    // An exception here, or a reset of a connection without a listener, would end the process.
    socket.on('error', () => socket.destroy());
    const refuse = (status: number, retryAfter?: string | number | boolean): void => {
      socket.once('finish', () => socket.destroy());
      const wait = retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`;
      const line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
      socket.end(`${line}\r\nConnection: close\r\n${wait}Content-Length: 0\r\n\r\n`);
    };
    const refuseBecause = (error: unknown): void => {
      const { code, meta } = toRefusal(ctx, error, '');
      refuse(errors[code].status, meta?.['retryAfter']);
    };
    if ((request.url ?? '').split('?', 1)[0] !== options.path) {
      // In development it may be for Vite, which listens too.
      if (!ctx.config.development) refuse(404);
      return;
    }
    if (isStopping()) return refuseBecause(new Refusal('unavailable'));
    if (options.isForeign(request)) return refuse(403);
    const cookie = request.headers.cookie ?? '';
    const readViewer = (): Promise<Viewer | null> => options.resolveViewer(cookie);
    readViewer().then((viewer) => {
      // It may have begun to stop meanwhile, and closed the sockets that it knew.
      if (isStopping()) return refuseBecause(new Refusal('unavailable'));
      if (isClosedTo(ctx, viewer)) return refuseBecause(maintenanceRefusal(ctx));
      const free = counts.take({ address: options.addressOf(request), session: viewer?.sessionId ?? null });
      if (!free) return refuse(429);
      // Whether it becomes a socket or not, its connection ends once.
      socket.once('close', free);
      if (socket.destroyed) free();
      sockets.handleUpgrade(request, socket, head, (open) => onOpen(open, { viewer, connection: socket, readViewer }));
    }, refuseBecause);
  });
}
