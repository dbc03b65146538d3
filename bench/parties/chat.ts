import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { realtimePath } from '#platform/contract/event.ts';
import type { Budgets } from '../budgets.ts';
import { cpuSeconds, residentMb } from '../processes.ts';
import { type Row, mean, quantile, short } from '../rows.ts';
import { type RunningSite, withSite } from '../server.ts';
import { type Received, openListeners } from '../sockets.ts';
import type { WorkerProcess } from '../worker.ts';
import { type ChatSeed, FEW, LISTENERS, WRITERS, seedChat } from './chat-seed.ts';

const ROUNDS = 3;
const PER_ROUND = 100;
const WARM_UP = 20;
/** Messages to another room before: what a process compiles with its first hundreds is no message's cost. */
const COMPILED = 600;
/** Milliseconds between two messages of a round: one is over before the next. */
const APART_MS = 150;
const STREAM_SECONDS = 60;
const GIVE_UP_MS = 30_000;

const now = (): number => performance.timeOrigin + performance.now();
const cpuOf = (pid: number): number => cpuSeconds(pid) ?? Number.NaN;

/** Puts what was received since into one record, until all of some messages came to everybody, or time is over. */
async function collect(from: WorkerProcess, expected: readonly string[], each: number): Promise<Received> {
  const all = new Map<string, [number, number]>();
  const sums = { twice: 0, gaps: 0, closed: 0, frame: '' };
  for (const end = now() + GIVE_UP_MS; now() < end; await sleep(500)) {
    const part = await from.ask<Received>({});
    for (const [number, [count, lastAt]] of Object.entries(part.messages))
      all.set(number, [(all.get(number)?.[0] ?? 0) + count, lastAt]);
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

/** @returns the status of the answer; 0 where there was no connection to be had */
async function say(site: RunningSite, cookie: string, partyId: string, content: string): Promise<number> {
  const answer = await fetch(`${site.address}/api/v1/parties/${partyId}/messages`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ content, fileId: null, submitId: randomUUID() }),
  }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status ?? 0;
}

interface Round {
  readonly cpuMs: number;
  readonly delays: readonly number[];
  readonly frame: string;
}

/** Sends some messages one after the other. @param pid of the server */
async function round(
  listeners: WorkerProcess,
  pid: number,
  count: number,
  send: (text: string, number: string) => Promise<void>,
): Promise<Round> {
  await listeners.ask({});
  const before = cpuOf(pid);
  const sent = new Map<string, number>();
  for (let turn = 0; turn < count; turn++) {
    const { number, text } = nextText();
    sent.set(number, now());
    await send(text, number);
    await sleep(APART_MS);
  }
  const { messages, frame } = await collect(listeners, [...sent.keys()], LISTENERS);
  const cpuMs = ((cpuOf(pid) - before) * 1000) / count;
  const delays = [...sent].map(([number, at]) => {
    const [times, lastAt] = messages[number] ?? [0, Number.NaN];
    if (times !== LISTENERS) throw new Error(`Message ${number} came ${times} times instead of ${LISTENERS}.`);
    return lastAt - at;
  });
  return { cpuMs, delays, frame };
}

const socketOf = (site: RunningSite): string => site.address.replace('http', 'ws') + realtimePath;
const pagesOf = (cookies: readonly string[], partyId: string) =>
  cookies.map((cookie) => ({ cookie, topics: [`party:${partyId}`] }));

/** One message to 2,000, by the site and by a bare server of the same library by turns. */
async function measureFanout(site: RunningSite, seed: ChatSeed, ratio: number): Promise<Row[]> {
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'));
  const [port] = (await once(child, 'message')) as [number];
  const bare = `ws://127.0.0.1:${port}`;
  const own = await openListeners(socketOf(site), pagesOf(seed.listeners, seed.crowded));
  const others = await openListeners(
    bare,
    seed.listeners.map(() => ({ cookie: '', topics: [] })),
  );
  const sender = new WebSocket(bare);
  await once(sender, 'open');
  try {
    const stored: number[] = [];
    const bySite = (count: number) =>
      round(own, site.pid, count, async (text, number) => {
        const began = now();
        const status = await say(site, seed.writers[Number(number) % WRITERS]!, seed.crowded, text);
        if (status !== 200) throw new Error(`A message was answered with ${status}.`);
        stored.push(now() - began);
      });
    for (let sent = 0; sent < COMPILED; sent += WRITERS)
      await Promise.all(seed.writers.map((one) => say(site, one, seed.small, nextText().text)));
    const { frame } = await bySite(WARM_UP);
    // The very bytes that the site sends.
    const byBare = (count: number) =>
      round(others, child.pid!, count, async (_, number) => {
        sender.send(frame.replaceAll(/number \d+ of/g, `number ${number} of`));
      });
    await byBare(WARM_UP);
    stored.length = 0;
    const [ours, theirs]: [Round[], Round[]] = [[], []];
    for (let turn = 0; turn < ROUNDS; turn++) {
      ours.push(await bySite(PER_ROUND));
      theirs.push(await byBare(PER_ROUND));
    }
    const figures = (rounds: readonly Round[]) => {
      const delays = rounds.flatMap((one) => one.delays);
      return { cpu: mean(rounds.map((one) => one.cpuMs)), p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) };
    };
    const [a, b] = [figures(ours), figures(theirs)];
    const waits = `${short(a.p99)} and ${short(b.p99)} ms, p50 ${short(a.p50)} and ${short(b.p50)} ms, stored after ${short(quantile(stored, 0.5))} ms`;
    const limit = { unit: 'times', most: ratio };
    return [
      {
        what: 'CPU of a message to 2,000, by a bare server',
        value: a.cpu / b.cpu,
        ...limit,
        more: `${short(a.cpu)} and ${short(b.cpu)} ms`,
      },
      { what: 'p99 until the last has it, by a bare server', value: a.p99 / b.p99, ...limit, more: waits },
    ];
  } finally {
    for (const process of [own, others, sender]) process.close();
    child.kill();
  }
}

/** Sends so many messages a second for a minute, whether or not earlier ones are answered. */
async function measureStream(
  site: RunningSite,
  { writers, listeners }: ChatSeed,
  { partyId, count, perSecond }: { partyId: string; count: number; perSecond: number },
  most: number,
): Promise<Row[]> {
  const open = await openListeners(socketOf(site), pagesOf(listeners.slice(0, count), partyId));
  let resident: number | null = null;
  const watch = setInterval(() => (resident = Math.max(resident ?? 0, residentMb(site.pid) ?? 0)), 500);
  try {
    const acknowledged = new Map<string, number>();
    const refused: Record<number, number> = {};
    const under = new Set<Promise<void>>();
    const began = now();
    for (let turn = 0; turn < STREAM_SECONDS * perSecond; turn++) {
      await sleep(Math.max(0, began + (turn * 1000) / perSecond - now()));
      const { number, text } = nextText();
      const at = now();
      const work = say(site, writers[turn % WRITERS]!, partyId, text).then((status) => {
        if (status === 200) acknowledged.set(number, at);
        else refused[status] = (refused[status] ?? 0) + 1;
      });
      const done = work.finally(() => under.delete(done));
      under.add(done);
    }
    await Promise.all(under);
    const { messages, twice, gaps, closed } = await collect(open, [...acknowledged.keys()], count);
    const came = [...acknowledged].map(([number, at]) => {
      const [times, lastAt] = messages[number] ?? [0, Number.NaN];
      return { times, delay: lastAt - at };
    });
    const sum = (of: (times: number) => number): number =>
      came.reduce((all, { times }) => all + Math.max(0, of(times)), 0);
    const what = `${perSecond} a second to ${count}`;
    const delays = came.filter(({ times }) => times > 0).map(({ delay }) => delay);
    const more = `of ${STREAM_SECONDS * perSecond}, refused ${JSON.stringify(refused)}, p99 ${short(quantile(delays, 0.99))} ms`;
    const wrong = {
      'acknowledged and lost': sum((times) => count - times),
      twice: twice + sum((times) => times - count),
    };
    return [
      { what: `${what}: acknowledged`, value: acknowledged.size, unit: '', least: STREAM_SECONDS * perSecond, more },
      ...Object.entries({ ...wrong, 'out of order': gaps, closed }).map(([fault, value]): Row => ({
        what: `${what}: ${fault}`,
        value,
        unit: '',
        most: 0,
      })),
      { what: `${what}: memory`, value: resident, unit: 'MB', most },
    ];
  } finally {
    clearInterval(watch);
    open.close();
  }
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

/** Asks as a browser does. @returns the bytes on the line, with compression, and the time */
function ask(site: RunningSite, cookie: string, method: string, at: string): Promise<{ ms: number; bytes: number }> {
  const began = now();
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'gzip, br', accept: at.startsWith('/api') ? '*/*' : 'text/html' };
    const request = http.request(`${site.address}${at}`, { agent, method, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => (bytes += part.length));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve({ ms: now() - began, bytes });
        else reject(new Error(`${method} ${at} was answered with ${answer.statusCode}.`));
      });
    });
    request.on('error', reject);
    request.end();
  });
}

/** The page of a room, then what its page asks for when the reader joins. */
async function measureJoining(
  site: RunningSite,
  { long, joiners, writers }: ChatSeed,
  limits: Budgets['partyChat'],
): Promise<Row[]> {
  const api = `/api/v1/parties/${long}`;
  const page = `/listening-party/${long}`;
  // Its page has the chat and the stage; the event of who is there makes it read the people again.
  const reads = [api, `${api}/participants`];
  // What the first request of a process loads is nobody's joining.
  for (let turn = 0; turn < 10; turn++)
    for (const address of [page, ...reads]) await ask(site, writers[0]!, 'GET', address);
  const [joins, pages]: [{ ms: number; bytes: number }[], { ms: number; bytes: number }[]] = [[], []];
  let cpu = 0;
  for (const cookie of joiners) {
    pages.push(await ask(site, cookie, 'GET', page));
    const before = cpuOf(site.pid);
    const parts = [await ask(site, cookie, 'POST', `${api}/join`)];
    for (const address of reads) parts.push(await ask(site, cookie, 'GET', address));
    cpu += cpuOf(site.pid) - before;
    const sum = (of: 'ms' | 'bytes'): number => parts.reduce((all, part) => all + part[of], 0);
    joins.push({ ms: sum('ms'), bytes: sum('bytes') });
  }
  const times = joins.map(({ ms }) => ms);
  const more = `p99 ${short(quantile(times, 0.99))} ms, ${short((cpu * 1000) / joiners.length)} ms of CPU; its page ${short(
    quantile(
      pages.map(({ ms }) => ms),
      0.5,
    ),
  )} ms, ${pages[0]!.bytes} bytes`;
  const bytes = Math.max(...joins.map((join) => join.bytes));
  return [
    { what: 'joining a room with 10,000 messages', value: quantile(times, 0.5), unit: 'ms', most: limits.joinMs, more },
    { what: 'joining, on the line', value: bytes, unit: 'bytes', most: limits.joinBytes },
  ];
}

/** Measures the chat of parties, each part on a site that was just started. @param databaseUrl of an empty database on a server */
export async function benchChat(databaseUrl: string, limits: Budgets['partyChat']): Promise<Row[]> {
  console.log('Filling rooms of 2,000 and 50, and one with 10,000 messages');
  const seed = await seedChat(databaseUrl);
  const part = (name: string, work: (site: RunningSite) => Promise<Row[]>): Promise<Row[]> => {
    console.log(name);
    return withSite(seed, work);
  };
  const few = { partyId: seed.small, count: FEW, perSecond: 200 };
  const many = { partyId: seed.crowded, count: LISTENERS, perSecond: 20 };
  return [
    ...(await part('Joining a room with a long chat', (site) => measureJoining(site, seed, limits))),
    ...(await part('One message to 2,000, beside a bare server', (site) => measureFanout(site, seed, limits.ratio))),
    ...(await part('200 messages a second to 50', (site) => measureStream(site, seed, few, limits.residentMb))),
    ...(await part('20 messages a second to 2,000', (site) => measureStream(site, seed, many, limits.residentMb))),
  ];
}
