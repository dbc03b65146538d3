import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type WorkerProcess, inProcess, serve } from './worker.ts';

/** A member with an open page, or somebody whom nobody asks to sign in. */
export interface Listener {
  /** `cookie` header of an open session, or empty. */
  readonly cookie: string;
  /** What the page listens to; none where every message is for everybody. */
  readonly topics: readonly string[];
}

interface Opening {
  /** `ws://127.0.0.1:3000/…` */
  readonly address: string;
  readonly listeners: readonly Listener[];
}

/** What all listeners have received since they were asked last. */
export interface Received {
  /** By number of the message: how often it came, and when it came last, in milliseconds of the machine's clock. */
  readonly messages: Readonly<Record<string, readonly [count: number, lastAt: number]>>;
  /** Messages that came again or before an earlier one, or after a gap. */
  readonly twice: number;
  readonly gaps: number;
  /** Sockets that were closed. */
  readonly closed: number;
  /** The last frame of a message, as it came. */
  readonly frame: string;
}

const AT_ONCE = 50;
/** Sockets that come from one address: a site takes 300 of one network. */
const PER_ADDRESS = 200;

/** Opens the sockets in a process of its own, and waits until all hear what they listen to. `ask({})` brings `Received`. */
export async function openListeners(address: string, listeners: readonly Listener[]): Promise<WorkerProcess> {
  const process = inProcess(import.meta.filename);
  await process.ask({ address, listeners } satisfies Opening);
  return process;
}

const sockets: WebSocket[] = [];
let messages: Record<string, [number, number]> = {};
let [twice, gaps, closed, frame] = [0, 0, 0, ''];

async function open(address: string, { cookie, topics }: Listener): Promise<void> {
  const localAddress = `127.0.${1 + Math.floor(sockets.length / PER_ADDRESS)}.1`;
  const socket = new WebSocket(address, { headers: { cookie }, perMessageDeflate: false, localAddress });
  sockets.push(socket);
  let last = -1;
  let subscribed = 0;
  const ready = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => closed++);
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      const seq = Number(/"seq":(\d+)/.exec(text)?.[1] ?? 0);
      if (text.startsWith('{"kind":"refused"')) return reject(new Error(text));
      if (text.startsWith('{"kind":"subscribed"')) {
        last = seq;
        if (++subscribed === topics.length) resolve();
        return;
      }
      const number = /number (\d+) of/.exec(text)?.[1];
      if (number === undefined) return;
      if (topics.length > 0) {
        if (seq <= last) twice++;
        else if (seq > last + 1) gaps++;
        last = Math.max(last, seq);
      }
      messages[number] = [(messages[number]?.[0] ?? 0) + 1, performance.timeOrigin + performance.now()];
      frame = text;
    });
  });
  await once(socket, 'open');
  if (topics.length === 0) return;
  for (const topic of topics) socket.send(JSON.stringify({ kind: 'subscribe', topic, within: 0 }));
  await ready;
}

async function answer(message: Opening | Record<string, never>): Promise<Received> {
  if ('listeners' in message) {
    const waiting = message.listeners.values();
    const work = async (): Promise<void> => {
      for (const listener of waiting) await open(message.address, listener);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  const received = { messages, twice, gaps, closed, frame };
  [messages, twice, gaps] = [{}, 0, 0];
  return received;
}

serve(import.meta.filename, answer);
