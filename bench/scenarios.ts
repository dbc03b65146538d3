import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverOf } from '#platform/server/db/child/child-server.ts';
import type { Budgets } from './budgets.ts';
import { type Drive, type Measure, drive } from './load.ts';
import { proportionalMb } from './processes.ts';
import { type Row, quantile, short } from './rows.ts';
import type { Seeded } from './seed.ts';
import { type RunningSite, startSite, withSite } from './server.ts';

const API = '/api/v1';
type Headers = Readonly<Record<string, string>>;
/** One thing that is driven. */
type Scenario = Pick<Drive, 'connections' | 'requests' | 'ownRequest'> & { readonly name: string };

/** Lists of pages and of the API, by name or address, which members and visitors read. */
const memberPages =
  '/ /uploads /gallery /members /notifications /friends /announcements /leaderboards /songs /drumkits /editing-packs /leaks /self-promotion /sets /listening-parties /search?q=mix'.split(
    ' ',
  );
const people = {
  members: '/members',
  'newest members': '/members?order=newest',
  'special roles': '/members?filter=special&order=newest',
  'member search': '/members?q=member%201',
  'board of all time': '/leaderboards',
  'board of the month': '/leaderboards?period=month',
  statistics: '/community/statistics',
};
/** What is compared with many posts, and with many members. */
export const postNames = ['list, JSON, visitor', 'list, JSON, member', 'post, JSON, visitor', 'post, JSON, member'];
export const peopleNames = [
  ...Object.keys(people).map((name) => `${name}, JSON, visitor`),
  ...['members', 'board of the month', 'profile', 'hover card'].map((name) => `${name}, JSON, member`),
  ...['profile', 'hover card'].map((name) => `${name}, JSON, visitor`),
];

/** What readers and writers do; the order is that of the table. */
export function scenariosOf({ cookies, postIds, usernames, watchedIds, hotId }: Seeded): Scenario[] {
  const json: Headers = { accept: 'application/json' };
  const html: Headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' };
  const cookie = cookies[0]!;
  const read = (name: string, paths: readonly string[], headers: Headers): Scenario => ({
    name,
    connections: 8,
    requests: paths.map((path) => ({ method: 'GET', path, headers })),
  });
  /** As a visitor and as a member. */
  const both = (name: string, paths: readonly string[]): Scenario[] => {
    const all = paths.map((path) => API + path);
    return [read(`${name}, JSON, visitor`, all, json), read(`${name}, JSON, member`, all, { ...json, cookie })];
  };
  const page = (name: string, paths: readonly string[]): Scenario =>
    read(`${name}, HTML, member`, paths, { ...html, cookie });
  const writers = cookies.slice(0, 8);
  const replies = (name: string, postOf: (index: number) => string): Scenario => ({
    name,
    connections: writers.length,
    ownRequest: true,
    requests: writers.map((writer, index) => ({
      method: 'POST',
      path: `${API}/forum/posts/${postOf(index)}/replies`,
      headers: { ...json, cookie: writer, 'content-type': 'application/json' },
      body: JSON.stringify({ content: '{words} **as you said**. {words}', submitId: '{uuid}' }),
    })),
  });
  const posts = postIds.map((id) => `/forum/post/${id}`);
  const profiles = (part: string, end = ''): string[] => usernames.map((username) => `${part}/${username}${end}`);
  return [
    ...both('list', ['/forum/posts']),
    ...both(
      'post',
      postIds.map((id) => `/forum/posts/${id}`),
    ),
    ...both(
      'replies',
      postIds.map((id) => `/forum/posts/${id}/replies`),
    ),
    ...both('uploads', ['/uploads']),
    ...Object.entries(people).flatMap(([name, path]) => both(name, [path])),
    ...both('profile', profiles('/profiles', '/page')),
    ...both('hover card', profiles('/profile-cards')),
    page('profile', profiles('/profile')),
    page('list', ['/forum']),
    ...memberPages.map((path) => page(path, [path])),
    page('post', posts),
    read('list, HTML, visitor', ['/forum'], html),
    read('post, HTML, visitor', posts.slice(0, 20), html),
    replies('reply, 8 writers', (index) => postIds[index * 11]!),
    replies('reply, 8 writers, a watcher each', (index) => watchedIds[index]!),
    replies('reply, 8 writers on one post, watched', () => hotId),
  ];
}

/** How many jobs of a site wait. */
async function jobsWaiting({ address }: RunningSite): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return [...text.matchAll(/^looproom_jobs_waiting\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
}

const GIVE_UP_MS = 60_000;

/** Waits until something is so. @returns milliseconds @throws when that takes longer than a minute */
async function waitUntil(isSo: () => Promise<boolean>, what: string, started = performance.now()): Promise<number> {
  while (!(await isSo())) {
    if (performance.now() - started > GIVE_UP_MS) throw new Error(`${what} took longer than a minute.`);
    await sleep(20);
  }
  return performance.now() - started;
}

const noJobs = (site: RunningSite): Promise<number> => waitUntil(async () => (await jobsWaiting(site)) === 0, 'Jobs');

const STARTS = 5;
/** Seconds after a start, or after the load, until the memory is read. */
const REST_MS = 3000;
const CROWD = 'reply, 10,000 watchers';
const CROWD_ROUNDS = 5;

function rowsOf({ name, ownRequest }: Scenario, measure: Measure, budgets: Budgets): Row[] {
  const { perSecond, p50, p99, appCpuMs, databaseCpuMs } = measure;
  const more = `${short(perSecond)}/s, p50 ${short(p50)} ms, p99 ${short(p99)} ms, database ${short(databaseCpuMs)} ms`;
  const rate = { what: name, value: perSecond, unit: '/s', least: budgets.perSecond[name] };
  return [
    { what: name, value: appCpuMs, unit: 'ms CPU', most: budgets.appCpuMs[name], more },
    ...(ownRequest ? [rate] : []),
  ];
}

/** Replies to a quiet post and to the busy one by turns, and waits each time until the last watcher is notified. */
async function notifyCrowd(
  site: RunningSite,
  { cookies, postIds, crowd }: Seeded,
): Promise<Omit<Row, 'what' | 'most'>> {
  const reply = async (postId: string): Promise<number> => {
    const body = JSON.stringify({ content: 'A word to everybody who watches this.', submitId: randomUUID() });
    const as = { cookie: cookies[0]!, 'content-type': 'application/json' };
    const started = performance.now();
    const answer = await fetch(`${site.address}${API}/forum/posts/${postId}/replies`, {
      method: 'POST',
      headers: as,
      body,
    });
    if (!answer.ok) throw new Error(`A reply was answered with ${answer.status}.`);
    await answer.arrayBuffer();
    return performance.now() - started;
  };
  const headers = { cookie: crowd.lastCookie, 'content-type': 'application/json' };
  const unread = async (): Promise<number> => {
    const answer = await fetch(`${site.address}${API}/notifications/unread`, { headers });
    return ((await answer.json()) as { unread: number }).unread;
  };
  // The next reply joins an unread notification of the same post; only a read one is followed by a new one.
  const readAll = async (): Promise<void> => {
    const body = JSON.stringify({ until: new Date().toISOString() });
    await fetch(`${site.address}${API}/notifications/read`, { method: 'POST', headers, body });
    if ((await unread()) > 0) throw new Error('The watcher has something unread.');
  };
  // Pending notifications of the writers before are sent first: they do not belong to this measurement.
  await noJobs(site);
  const times = { alone: [] as number[], crowded: [] as number[], notified: [] as number[] };
  for (let round = 0; round < CROWD_ROUNDS; round++) {
    times.alone.push(await reply(postIds[0]!));
    await readAll();
    const started = performance.now();
    times.crowded.push(await reply(crowd.postId));
    times.notified.push(await waitUntil(async () => (await unread()) > 0, 'The last event', started));
  }
  const [crowded, alone] = [quantile(times.crowded, 0.5), quantile(times.alone, 0.5)];
  const more = `until the last is notified; the reply itself ${short(crowded)} ms, one that nobody watches ${short(alone)} ms`;
  return { value: Math.max(...times.notified), unit: 'ms', more };
}

/** How a site is measured. */
export interface Options {
  readonly seconds: number;
  readonly only: string;
  readonly nodeOptions?: readonly string[];
}

/**
 * Measures a site: its starts, its memory, and every scenario (or those whose name holds `only`).
 * @param database first process of its server; null for the site's own
 */
export async function measureSite(
  engine: 'server' | 'own',
  seeded: Seeded,
  pid: number | null,
  { seconds, only, nodeOptions = [] }: Options,
  budgets: Budgets,
): Promise<Row[]> {
  const starts: number[] = [];
  for (let start = 0; start < STARTS; start++) starts.push(await withSite(seeded, async ({ startMs }) => startMs));
  const rows: Row[] = [{ what: 'start', value: quantile(starts, 0.5), unit: 'ms', most: budgets.startMs[engine] }];
  await withSite({ ...seeded, nodeOptions }, async (site) => {
    await sleep(REST_MS);
    const database = pid ?? serverOf(join(seeded.dataDir, 'postgres'));
    const memory = (what: string, most: number | undefined): void => {
      const value = proportionalMb(database === null ? [site.pid] : [site.pid, database]);
      rows.push({ what, value, unit: 'MB', ...(engine === 'own' && { most }) });
    };
    memory('memory, idle', budgets.idleMb);
    for (const scenario of scenariosOf(seeded).filter(({ name }) => name.includes(only))) {
      const measure = await drive({ ...scenario, address: site.address, seconds }, { app: site.pid, database });
      rows.push(
        ...rowsOf(scenario, measure, engine === 'server' ? budgets : { ...budgets, appCpuMs: {}, perSecond: {} }),
      );
      console.log(`  ${scenario.name}: ${Math.round(measure.perSecond)}/s, ${short(measure.appCpuMs)} ms CPU`);
      if (scenario.ownRequest)
        rows.push({ what: `${scenario.name}, then until no job waits`, value: await noJobs(site), unit: 'ms' });
    }
    await sleep(REST_MS);
    memory('memory, after load', budgets.loadedMb);
    if (CROWD.includes(only))
      rows.push({ what: CROWD, most: budgets.allNotifiedMs, ...(await notifyCrowd(site, seeded)) });
  });
  return rows.map((row) => ({ ...row, what: `${row.what}${engine === 'own' ? ', own server' : ''}` }));
}

const SIZE_ROUNDS = 4;

/** The same reads on a small and a large database by turns, one request at a time, so that noise meets both alike. */
export async function compareSizes(
  sizes: readonly [small: Seeded, large: Seeded],
  names: readonly string[],
  seconds: number,
  most: number,
): Promise<Row[]> {
  const sites = [await startSite(sizes[0]), await startSite(sizes[1])];
  try {
    const rows: Row[] = [];
    for (const name of names) {
      const best = [Infinity, Infinity];
      for (let turn = 0; turn < 2 * SIZE_ROUNDS; turn++) {
        const which = turn % 2;
        const site = sites[which]!;
        const scenario = scenariosOf(sizes[which]!).find((one) => one.name === name)!;
        const plan = { ...scenario, address: site.address, connections: 1, seconds };
        best[which] = Math.min(best[which]!, (await drive(plan, { app: site.pid, database: null })).p50);
      }
      const more = `p50 ${short(best[0]!)} and ${short(best[1]!)} ms`;
      rows.push({ what: `${name}, large by small`, value: best[1]! / best[0]!, unit: 'times', most, more });
    }
    return rows;
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
}
