import { once } from 'node:events';
import { WebSocket } from 'ws';
import { addressOf } from '../own-address.ts';

/** What the driver of the listeners opens. */
export interface Opening {
  /** `ws://127.0.0.1:3000/…` */
  readonly address: string;
  /** `cookie` headers, one for each socket; empty ones where nobody signs in. */
  readonly cookies: readonly string[];
  /** Null: every message is for everybody. */
  readonly topic: string | null;
}

/** What all listeners have received since they were asked last. */
export interface Received {
  /** By number of the message: how often it came, and when it came last, in milliseconds of the machine's clock. */
  readonly messages: Readonly<Record<string, readonly [count: number, lastAt: number]>>;
  /** Messages of all listeners that came again, before an earlier one, or after a gap. */
  readonly twice: number;
  readonly gaps: number;
  /** Sockets that were closed. */
  readonly closed: number;
  /** The last frame of a message, as it came. */
  readonly frame: string;
}

const AT_ONCE = 50;
const sockets: WebSocket[] = [];
let messages: Record<string, [number, number]> = {};
let [twice, gaps, closed, frame] = [0, 0, 0, ''];

async function open({ address, topic }: Opening, cookie: string): Promise<void> {
  const socket = new WebSocket(address, {
    headers: { cookie },
    perMessageDeflate: false,
    localAddress: addressOf(sockets.length),
  });
  sockets.push(socket);
  let last = -1;
  const ready = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => closed++);
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (last === -1 && text.startsWith('{"kind":"subscribed"')) {
        last = Number(/"seq":(\d+)/.exec(text)?.[1] ?? 0);
        return resolve();
      }
      const number = /number (\d+) of/.exec(text)?.[1];
      if (number === undefined) return;
      const seq = Number(/"seq":(\d+)/.exec(text)?.[1] ?? -1);
      if (topic !== null) {
        if (seq <= last) twice++;
        else if (seq > last + 1) gaps++;
        last = Math.max(last, seq);
      }
      const now = performance.timeOrigin + performance.now();
      const known = messages[number];
      if (known) [known[0], known[1]] = [known[0] + 1, now];
      else messages[number] = [1, now];
      frame = text;
    });
  });
  await once(socket, 'open');
  if (topic === null) return;
  socket.send(JSON.stringify({ kind: 'subscribe', topic, within: 0 }));
  await ready;
}

async function openAll(opening: Opening): Promise<void> {
  const waiting = opening.cookies.values();
  const work = async (): Promise<void> => {
    for (const cookie of waiting) await open(opening, cookie);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  process.send!('open');
}

process.on('message', (message: Opening | 'take') => {
  if (message !== 'take') {
    openAll(message).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
    return;
  }
  process.send!({ messages, twice, gaps, closed, frame } satisfies Received);
  [messages, twice, gaps] = [{}, 0, 0];
});
process.once('disconnect', () => process.exit(0));
