import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { openLine } from './network.ts';

/** Keeps the process busy, as a machine under load does: timers come late then. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('a slow line delivers every byte once and in order, on a busy machine too', async () => {
  const pieces = 400;
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    const send = (number: number): void => {
      if (number === pieces) return void socket.end();
      socket.write(`${number},`);
      if (number % 5 === 0) block(3);
      setImmediate(send, number + 1);
    };
    send(0);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line = await openLine((server.address() as { port: number }).port, { delayMs: [1, 30], loss: 0.02 });
  const client = connect(line.port, '127.0.0.1');
  let text = '';
  client.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await once(client, 'close');
  expect(text).toBe(Array.from({ length: pieces }, (_, number) => `${number},`).join(''));
  await line.close();
  server.close();
});
