import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type Peer, frameOf, send, sendFrame } from './peer.ts';

const peerOf = (socket: WebSocket, connection: Duplex): Peer => ({
  socket,
  connection,
  viewer: null,
  readViewer: async () => null,
  topics: new Map(),
  alive: true,
  isGone: false,
});

test('frames that are made once arrive whole, whatever their size, in order with other messages, and until the end', async () => {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  const opened = new Promise<Peer>((resolve) => {
    server.once('connection', (socket, request) => resolve(peerOf(socket, request.socket)));
  });
  const reader = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const heard: unknown[] = [];
  reader.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())));
  const peer = await opened;
  // Around the sizes at which the header of a frame grows (RFC 6455, 5.2).
  const messages = [0, 20, 60, 70, 200, 65_400, 65_535, 65_536, 200_000].map(
    (size) => ({ kind: 'event', topic: 'forum', seq: 1, type: 'é'.repeat(9), data: 'x'.repeat(size) }) as const,
  );
  for (const message of messages) {
    sendFrame(peer, frameOf(message));
    send(peer, { kind: 'pong', now: 1 });
  }
  peer.socket.close(1000);
  // Nothing follows the message that closes a socket.
  sendFrame(peer, frameOf(messages[0]!));
  const [code] = (await once(reader, 'close')) as [number];
  expect([code, heard]).toEqual([1000, messages.flatMap((message) => [message, { kind: 'pong', now: 1 }])]);
  server.close();
  http.close();
});

test('a socket that does not read what waits for it is closed, and gets nothing more', () => {
  const [close, write, sent] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  const socket = { readyState: 1, OPEN: 1, close, send: sent } as unknown as WebSocket;
  const at = (writableLength: number) => peerOf(socket, { writableLength, write } as unknown as Duplex);
  const message = { kind: 'pong', now: 1 } as const;
  sendFrame(at(1024 * 1024), frameOf(message));
  expect([write.mock.calls.length, close.mock.calls.length]).toEqual([1, 0]);
  sendFrame(at(1024 * 1024 + 1), frameOf(message));
  send(at(1024 * 1024 + 1), message);
  expect(close.mock.calls).toEqual([
    [1013, 'too slow'],
    [1013, 'too slow'],
  ]);
  expect([write.mock.calls.length, sent.mock.calls.length]).toEqual([1, 0]);
});
