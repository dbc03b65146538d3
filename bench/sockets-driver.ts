import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { ServerMessage } from '#contract/event.ts';
import { realtimePath } from '#contract/event.ts';
import { addressOf } from './own-address.ts';
import type { Listener } from './seeded.ts';

/** What the driver's process does. */
export interface Listening {
  /** `http://127.0.0.1:3000` */
  readonly address: string;
  readonly listeners: readonly Listener[];
}

/** Sockets that are opened side by side. */
const AT_ONCE = 50;

/** Opens a member's socket as an open page does, and waits until it hears what the page listens to. */
async function listen(address: string, { cookie, profileId }: Listener, number: number): Promise<WebSocket> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${realtimePath}`, {
    headers: { cookie },
    localAddress: addressOf(number),
  });
  const topics = [`viewer:${profileId}`, 'forum'];
  let subscribed = 0;
  const all = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as ServerMessage;
      if (message.kind === 'refused') reject(new Error(`${message.topic} was refused: ${message.code}`));
      if (message.kind === 'subscribed' && ++subscribed === topics.length) resolve();
    });
  });
  await once(socket, 'open');
  for (const topic of topics) socket.send(JSON.stringify({ kind: 'subscribe', topic, within: 0 }));
  await all;
  return socket;
}

async function hold({ address, listeners }: Listening): Promise<void> {
  const sockets: WebSocket[] = [];
  const waiting = listeners.entries();
  const work = async (): Promise<void> => {
    for (const [number, listener] of waiting) sockets.push(await listen(address, listener, number));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  process.send!('open');
  // The bench says when it has seen enough.
  await once(process, 'message');
  const lost = sockets.filter((socket) => socket.readyState !== WebSocket.OPEN).length;
  for (const socket of sockets) socket.terminate();
  await sleep(100);
  process.send!({ lost }, () => process.exit(0));
}

process.once('message', (plan: Listening) => {
  hold(plan).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
