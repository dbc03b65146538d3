import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/**
 * The floor of a chat: a server that sends each message that it receives to all other sockets, and does nothing else.
 * It sends its parent process its port.
 */
const http = createServer();
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
sockets.on('connection', (socket) =>
  socket.on('message', (data: Buffer) => {
    for (const other of sockets.clients) if (other !== socket) other.send(data, { binary: false });
  }),
);
http.listen(0, '127.0.0.1', () => process.send!((http.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));
