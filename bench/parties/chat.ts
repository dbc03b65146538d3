import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { realtimePath } from '#contract/event.ts';
import { cpuSeconds, residentMb } from '../processes.ts';
import { type RunningSite, startSite } from '../server.ts';
import type { Opening, Received } from './chat-listeners.ts';
import { type ChatSeed, FEW, LISTENERS, seedChat } from './chat-seed.ts';

/** One message to many. */
export interface Fanout {
  /** Milliseconds of CPU of the server's process for a message, and of the bare server's. */
  readonly cpuMs: number;
  readonly bareCpuMs: number;
  /** Milliseconds from sending until the last has it. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bareP50Ms: number;
  readonly bareP99Ms: number;
  /** Milliseconds from sending until its sender has the answer: what a stored message takes before anybody can have it. */
  readonly storedP50Ms: number;
}

/** Many messages for a while. */
export interface Stream {
  readonly listeners: number;
  readonly perSecond: number;
  readonly sent: number;
  /** How many were refused, by status: 503 where the database had too many writers waiting. */
  readonly refused: Readonly<Record<number, number>>;
  /** Deliveries that never came, came twice or after a later one; sockets that were closed. */
  readonly lost: number;
  readonly twice: number;
  readonly outOfOrder: number;
  readonly closed: number;
  readonly p99Ms: number;
  readonly residentMb: number | null;
}

/** Joining a room with a long chat. */
export interface Joining {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMs: number;
  readonly bytes: number;
  /** The page of the room before, as HTML. */
  readonly pageMs: number;
  readonly pageBytes: number;
}

/** All of it. */
export interface ChatResult {
  readonly fanout: Fanout;
  readonly streams: readonly Stream[];
  readonly joining: Joining;
}

const ROUNDS = 3;
const PER_ROUND = 100;
const WARM_UP = 20;
/** Messages to another room before: what a process compiles with its first hundreds is no message's cost. */
const COMPILED = 600;
const SIDE_BY_SIDE = 20;
/** Milliseconds between two messages of a round: one is over before the next. */
const APART_MS = 150;
const STREAM_SECONDS = 60;
const GIVE_UP_MS = 30_000;

const now = (): number => performance.timeOrigin + performance.now();
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

/** A process of listeners. */
async function openListeners(opening: Opening) {
  const child = fork(path.join(import.meta.dirname, 'chat-listeners.ts'));
  let isOver = false;
  const ended = once(child, 'exit').then(([code]) => {
    if (!isOver) throw new Error(`The listeners ended with code ${String(code)}.`);
    return [];
  });
  ended.catch(() => {});
  const answer = async <T>(message: Opening | 'take'): Promise<T> => {
    child.send(message);
    return ((await Promise.race([once(child, 'message'), ended])) as readonly unknown[])[0] as T;
  };
  await answer(opening);
  return {
    take: () => answer<Received>('take'),
    close() {
      isOver = true;
      child.kill();
    },
  };
}
type Listeners = Awaited<ReturnType<typeof openListeners>>;

/** Puts what was received since into one record, until all of some messages came to everybody, or time is over. */
async function collect(from: Listeners, expected: readonly string[], each: number): Promise<Received> {
  const all = new Map<string, [number, number]>();
  const sums = { twice: 0, gaps: 0, closed: 0, frame: '' };
  for (const end = now() + GIVE_UP_MS; now() < end; await sleep(500)) {
    const part = await from.take();
    for (const [number, [count, lastAt]] of Object.entries(part.messages)) {
      const known = all.get(number);
      all.set(number, [(known?.[0] ?? 0) + count, lastAt]);
    }
    sums.twice += part.twice;
    sums.gaps += part.gaps;
    sums.closed = part.closed;
    if (part.frame !== '') sums.frame = part.frame;
    if (expected.every((number) => (all.get(number)?.[0] ?? 0) >= each)) break;
  }
  return { messages: Object.fromEntries(all), ...sums };
}

let made = 0;
/** The text of a message, and its number in the texts. */
const nextText = (): { number: string; text: string } => {
  const number = String(++made);
  return { number, text: `This is number ${number} of the messages of a bench, about as long as people write them.` };
};

async function post(site: RunningSite, cookie: string, address: string, body: unknown): Promise<number> {
  const answer = await fetch(`${site.address}/api/v1${address}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const say = (site: RunningSite, cookie: string, partyId: string, content: string): Promise<number> =>
  post(site, cookie, `/parties/${partyId}/messages`, { content, fileId: null, submitId: randomUUID() });

interface Round {
  readonly cpuMs: number;
  readonly delays: readonly number[];
  readonly frame: string;
}

/** Sends some messages one after the other. @param pid of the server */
async function round(
  listeners: Listeners,
  pid: number,
  count: number,
  send: (text: string, number: string) => Promise<void>,
): Promise<Round> {
  await listeners.take();
  const before = cpuSeconds(pid) ?? Number.NaN;
  const sent = new Map<string, number>();
  for (let turn = 0; turn < count; turn++) {
    const { number, text } = nextText();
    sent.set(number, now());
    await send(text, number);
    await sleep(APART_MS);
  }
  const { messages, frame } = await collect(listeners, [...sent.keys()], LISTENERS);
  const cpuMs = (((cpuSeconds(pid) ?? Number.NaN) - before) * 1000) / count;
  const delays = [...sent].map(([number, at]) => {
    const [times, lastAt] = messages[number] ?? [0, Number.NaN];
    if (times !== LISTENERS) throw new Error(`Message ${number} came ${times} times instead of ${LISTENERS}.`);
    return lastAt - at;
  });
  return { cpuMs, delays, frame };
}

/** One message to 2,000, by the site and by a bare server by turns. */
async function measureFanout(site: RunningSite, seed: ChatSeed): Promise<Fanout> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'bare-server.ts'));
  const [port] = (await once(child, 'message')) as [number];
  const bare = `ws://127.0.0.1:${port}`;
  const topic = `party:${seed.crowded}`;
  const own = await openListeners({ address: socketOf(site), cookies: seed.listeners, topic });
  const others = await openListeners({ address: bare, cookies: seed.listeners.map(() => ''), topic: null });
  const sender = new WebSocket(bare);
  await once(sender, 'open');
  try {
    const stored: number[] = [];
    const bySite = async (count: number) =>
      await round(own, site.pid, count, async (text, number) => {
        const began = now();
        const status = await say(site, seed.writers[Number(number) % seed.writers.length]!, seed.crowded, text);
        if (status !== 200) throw new Error(`A message was answered with ${status}.`);
        stored.push(now() - began);
      });
    for (let sent = 0; sent < COMPILED; sent += SIDE_BY_SIDE)
      await Promise.all(seed.writers.slice(0, SIDE_BY_SIDE).map((one) => say(site, one, seed.small, nextText().text)));
    const { frame } = await bySite(WARM_UP);
    // The very bytes that the site sends.
    const byBare = async (count: number) =>
      await round(others, child.pid!, count, async (_, number) => {
        sender.send(frame.replaceAll(/number \d+ of/g, `number ${number} of`));
      });
    await byBare(WARM_UP);
    stored.length = 0;
    const [ours, theirs]: [Round[], Round[]] = [[], []];
    for (let turn = 0; turn < ROUNDS; turn++) {
      ours.push(await bySite(PER_ROUND));
      theirs.push(await byBare(PER_ROUND));
    }
    const mean = (rounds: readonly Round[]) => rounds.reduce((sum, one) => sum + one.cpuMs, 0) / rounds.length;
    const delays = (rounds: readonly Round[], share: number) =>
      quantile(
        rounds.flatMap((one) => one.delays),
        share,
      );
    return {
      cpuMs: mean(ours),
      bareCpuMs: mean(theirs),
      p50Ms: delays(ours, 0.5),
      p99Ms: delays(ours, 0.99),
      bareP50Ms: delays(theirs, 0.5),
      bareP99Ms: delays(theirs, 0.99),
      storedP50Ms: quantile(stored, 0.5),
    };
  } finally {
    own.close();
    others.close();
    sender.close();
    child.kill();
  }
}

const socketOf = (site: RunningSite): string => site.address.replace('http', 'ws') + realtimePath;

/** Sends so many messages a second for a minute, whether or not earlier ones are answered. */
async function measureStream(
  site: RunningSite,
  seed: ChatSeed,
  partyId: string,
  listeners: number,
  perSecond: number,
): Promise<Stream> {
  const cookies = seed.listeners.slice(0, listeners);
  const open = await openListeners({ address: socketOf(site), cookies, topic: `party:${partyId}` });
  let residentMax: number | null = null;
  const watch = setInterval(() => {
    const mb = residentMb(site.pid);
    if (mb !== null) residentMax = Math.max(residentMax ?? 0, mb);
  }, 500);
  try {
    const acknowledged = new Map<string, number>();
    const refused: Record<number, number> = {};
    const under = new Set<Promise<void>>();
    const began = now();
    for (let turn = 0; turn < STREAM_SECONDS * perSecond; turn++) {
      await sleep(Math.max(0, began + (turn * 1000) / perSecond - now()));
      const { number, text } = nextText();
      const at = now();
      const work = say(site, seed.writers[turn % seed.writers.length]!, partyId, text).then((status) => {
        if (status === 200) acknowledged.set(number, at);
        else refused[status] = (refused[status] ?? 0) + 1;
      });
      const done = work.finally(() => under.delete(done));
      under.add(done);
    }
    await Promise.all(under);
    const { messages, twice, gaps, closed } = await collect(open, [...acknowledged.keys()], listeners);
    const came = [...acknowledged].map(([number, at]) => ({
      at,
      times: messages[number]?.[0] ?? 0,
      lastAt: messages[number]?.[1] ?? Number.NaN,
    }));
    return {
      listeners,
      perSecond,
      sent: acknowledged.size,
      refused,
      lost: came.reduce((sum, { times }) => sum + Math.max(0, listeners - times), 0),
      twice: twice + came.reduce((sum, { times }) => sum + Math.max(0, times - listeners), 0),
      outOfOrder: gaps,
      closed,
      p99Ms: quantile(
        came.filter(({ times }) => times > 0).map(({ at, lastAt }) => lastAt - at),
        0.99,
      ),
      residentMb: residentMax,
    };
  } finally {
    clearInterval(watch);
    open.close();
  }
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

/** Asks as a browser does. @returns the bytes on the line, with compression, and the time */
function ask(
  site: RunningSite,
  cookie: string,
  method: string,
  address: string,
): Promise<{ ms: number; bytes: number }> {
  const began = now();
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'gzip, br', accept: address.startsWith('/api') ? '*/*' : 'text/html' };
    const request = http.request(`${site.address}${address}`, { agent, method, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => (bytes += part.length));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve({ ms: now() - began, bytes });
        else reject(new Error(`${method} ${address} was answered with ${answer.statusCode}.`));
      });
    });
    request.on('error', reject);
    request.end();
  });
}

/** The page of a room, then what its page asks for when the reader joins. */
async function measureJoining(site: RunningSite, { long, joiners, writers }: ChatSeed): Promise<Joining> {
  const api = `/api/v1/parties/${long}`;
  // Its page has the chat and the stage; the event of who is there makes it read the people again.
  const reads = ['', '/participants'].map((part) => ['GET', `${api}${part}`] as const);
  const steps = [['POST', `${api}/join`] as const, ...reads];
  // What the first request of a process loads is nobody's joining.
  for (let turn = 0; turn < 10; turn++) {
    await ask(site, writers[0]!, 'GET', `/listening-party/${long}`);
    for (const [method, address] of reads) await ask(site, writers[0]!, method, address);
  }
  const [joins, pages]: [{ ms: number; bytes: number }[], { ms: number; bytes: number }[]] = [[], []];
  let cpu = 0;
  for (const cookie of joiners) {
    pages.push(await ask(site, cookie, 'GET', `/listening-party/${long}`));
    const before = cpuSeconds(site.pid) ?? Number.NaN;
    const parts = [];
    for (const [method, address] of steps) parts.push(await ask(site, cookie, method, address));
    cpu += (cpuSeconds(site.pid) ?? Number.NaN) - before;
    joins.push({
      ms: parts.reduce((sum, { ms }) => sum + ms, 0),
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    });
  }
  return {
    p50Ms: quantile(
      joins.map(({ ms }) => ms),
      0.5,
    ),
    p99Ms: quantile(
      joins.map(({ ms }) => ms),
      0.99,
    ),
    cpuMs: (cpu * 1000) / joiners.length,
    bytes: Math.max(...joins.map(({ bytes }) => bytes)),
    pageMs: quantile(
      pages.map(({ ms }) => ms),
      0.5,
    ),
    pageBytes: Math.max(...pages.map(({ bytes }) => bytes)),
  };
}

/** Measures the chat of parties on a site of its own. @param databaseUrl of an empty database on a server */
export async function benchChat(databaseUrl: string): Promise<ChatResult> {
  console.log('Filling rooms of 2,000 and 50, and one with 10,000 messages');
  const seed = await seedChat(databaseUrl);
  try {
    const withSite = async <T>(name: string, work: (site: RunningSite) => Promise<T>): Promise<T> => {
      console.log(name);
      const site = await startSite({ dataDir: seed.dataDir, databaseUrl });
      try {
        return await work(site);
      } finally {
        await site.stop();
      }
    };
    const joining = await withSite('Joining a room with a long chat', (site) => measureJoining(site, seed));
    const fanout = await withSite('One message to 2,000, beside a bare server', (site) => measureFanout(site, seed));
    const few = await withSite('200 messages a second to 50', (site) =>
      measureStream(site, seed, seed.small, FEW, 200),
    );
    const many = await withSite('20 messages a second to 2,000', (site) =>
      measureStream(site, seed, seed.crowded, LISTENERS, 20),
    );
    return { fanout, streams: [few, many], joining };
  } finally {
    rmSync(seed.dataDir, { recursive: true, force: true });
  }
}
