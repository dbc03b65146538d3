import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverOf } from '#server/platform/db/child/child-server.ts';
import { type CrowdResult, jobsWaiting, notifyCrowd } from './crowd.ts';
import { type Counted, type Drive, type Measure, type LoadRequest, drive } from './load.ts';
import { proportionalMb } from './processes.ts';
import type { Seeded } from './seeded.ts';
import { type RunningSite, startSite } from './server.ts';

const API = '/api/v1';

/** One thing that is driven. */
export interface Scenario {
  readonly name: string;
  readonly connections: number;
  readonly requests: readonly LoadRequest[];
  readonly ownRequest?: boolean;
  /** Writes beside it, so many a second; their CPU counts as its own. */
  readonly beside?: { readonly perSecond: number; readonly requests: readonly LoadRequest[] };
}

const get = (path: string, headers: Readonly<Record<string, string>>): LoadRequest => ({
  method: 'GET',
  path,
  headers,
});

/** The pages about all members. */
const people = [
  ['members', '/members'],
  ['newest members', '/members?order=newest'],
  ['special roles', '/members?filter=special&order=newest'],
  ['member search', '/members?q=member%201'],
  ['board of all time', '/leaderboards'],
  ['board of the month', '/leaderboards?period=month'],
  ['statistics', '/community/statistics'],
] as const;
/** Names of the scenarios that read them. */
export const peopleScenarios: readonly string[] = [
  ...people.map(([name]) => `${name}, JSON, visitor`),
  'members, JSON, member',
  'board of the month, JSON, member',
  'profile, JSON, visitor',
  'profile, JSON, member',
  'hover card, JSON, visitor',
  'hover card, JSON, member',
];

/** What readers and writers do; the order is that of the table. */
export function scenariosOf({ cookies, postIds, usernames, watchedIds, hotId }: Seeded): Scenario[] {
  const json = { accept: 'application/json' };
  const html = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' };
  const [cookie = ''] = cookies;
  const of = (name: string, requests: readonly LoadRequest[]): Scenario => ({ name, connections: 8, requests });
  const posts = (path: (id: string) => string, headers: Readonly<Record<string, string>>): LoadRequest[] =>
    postIds.map((id) => get(path(id), headers));
  const writers = cookies.slice(0, 8);
  const written = {
    content: '{words} **as you said**. {words}',
    submitId: '{uuid}',
  };
  const replies = (name: string, postOf: (index: number) => string): Scenario => ({
    name,
    connections: writers.length,
    ownRequest: true,
    requests: writers.map((writer, index) => ({
      method: 'POST',
      path: `${API}/forum/posts/${postOf(index)}/replies`,
      headers: { ...json, cookie: writer, 'content-type': 'application/json' },
      body: JSON.stringify(written),
    })),
  });
  return [
    of('list, JSON, visitor', [get(`${API}/forum/posts`, json)]),
    of('list, JSON, member', [get(`${API}/forum/posts`, { ...json, cookie })]),
    of(
      'post, JSON, visitor',
      posts((id) => `${API}/forum/posts/${id}`, json),
    ),
    of(
      'post, JSON, member',
      posts((id) => `${API}/forum/posts/${id}`, { ...json, cookie }),
    ),
    of(
      'replies, JSON, member',
      posts((id) => `${API}/forum/posts/${id}/replies`, { ...json, cookie }),
    ),
    ...people.map(([name, path]) => of(`${name}, JSON, visitor`, [get(API + path, json)])),
    of('members, JSON, member', [get(`${API}/members`, { ...json, cookie })]),
    of('board of the month, JSON, member', [get(`${API}/leaderboards?period=month`, { ...json, cookie })]),
    ...[
      { who: 'visitor', as: json },
      { who: 'member', as: { ...json, cookie } },
    ].flatMap(({ who, as }) => [
      of(
        `profile, JSON, ${who}`,
        usernames.map((username) => get(`${API}/profiles/${username}/page`, as)),
      ),
      of(
        `hover card, JSON, ${who}`,
        usernames.map((username) => get(`${API}/profile-cards/${username}`, as)),
      ),
    ]),
    of(
      'profile, HTML, member',
      usernames.map((username) => get(`/profile/${username}`, { ...html, cookie })),
    ),
    of('list, HTML, member', [get('/forum', { ...html, cookie })]),
    ...memberLists.map((path) => of(`${path}, HTML, member`, [get(path, { ...html, cookie })])),
    of('uploads, JSON, member', [get(`${API}/uploads`, { ...json, cookie })]),
    of(
      'post, HTML, member',
      posts((id) => `/forum/post/${id}`, { ...html, cookie }),
    ),
    of('list, HTML, visitor', [get('/forum', html)]),
    of('post, HTML, visitor', posts((id) => `/forum/post/${id}`, html).slice(0, 20)),
    ...readersBesideWriters(posts, html, written, writers, postIds),
    replies('reply, 8 writers', (index) => postIds[index * 11]!),
    replies('reply, 8 writers, a watcher each', (index) => watchedIds[index]!),
    replies('reply, 8 writers on one post, watched', () => hotId),
  ];
}

/** Lists beside the forum's, as members see them. */
const memberLists = [
  '/',
  '/uploads',
  '/gallery',
  '/members',
  '/notifications',
  '/friends',
  '/announcements',
  '/leaderboards',
  '/songs',
  '/drumkits',
  '/editing-packs',
  '/leaks',
  '/self-promotion',
  '/sets',
  '/listening-parties',
  '/search?q=mix',
];

/** Visitors over few and over many pages, and the list, while nobody and while many write to other posts. */
function readersBesideWriters(
  posts: (path: (id: string) => string, headers: Readonly<Record<string, string>>) => LoadRequest[],
  html: Readonly<Record<string, string>>,
  written: { readonly content: string; readonly submitId: string },
  writers: readonly string[],
  postIds: readonly string[],
): Scenario[] {
  const pages = posts((id) => `/forum/post/${id}`, html);
  const requests = writers.map((cookie, index) => ({
    method: 'POST' as const,
    path: `${API}/forum/posts/${postIds.at(-1 - index)!}/replies`,
    headers: { accept: 'application/json', cookie, 'content-type': 'application/json' },
    body: JSON.stringify(written),
  }));
  const readers: readonly (readonly [string, readonly LoadRequest[]])[] = [
    ['20 posts', pages.slice(0, 20)],
    ['400 posts', pages.slice(0, 400)],
    ['the list', [get('/forum', html)]],
  ];
  return readers.flatMap(([what, read]) =>
    [0, 1, 5, 20].map((perSecond) => ({
      name: `readers of ${what}, ${perSecond} writes/s`,
      connections: 8,
      requests: read,
      beside: { perSecond, requests },
    })),
  );
}

export interface ScenarioResult extends Measure {
  readonly name: string;
  /** Of writers: milliseconds after the last answer until no job waits. Null for readers. */
  readonly settledMs: number | null;
}

/** Everything that was measured of one site. */
export interface SiteResult {
  readonly scenarios: readonly ScenarioResult[];
  /** Milliseconds, the median of several starts. */
  readonly startMs: number;
  /** MB of site and database together before the first request, and after the last. */
  readonly idleMb: number | null;
  readonly loadedMb: number | null;
  /** One action that notifies thousands; null when it was left out. */
  readonly crowd: CrowdResult | null;
}

/** Its name, for `--only`. */
const CROWD = 'reply, 10,000 watchers';
const STARTS = 5;
/** Seconds after a start, or after the load, until the memory is read. */
const REST_SECONDS = 3;

async function medianStart(seeded: Seeded): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const site = await startSite(seeded);
    times.push(site.startMs);
    await site.stop();
  }
  return times.toSorted((one, other) => one - other)[Math.floor(STARTS / 2)]!;
}

/** Runs one scenario against a running site. */
export async function runScenario(
  site: RunningSite,
  scenario: Scenario,
  counted: Counted,
  seconds: number,
): Promise<Measure> {
  const plan: Drive = {
    address: site.address,
    connections: scenario.connections,
    warmUpSeconds: Math.min(3, seconds / 2),
    seconds,
    requests: scenario.requests,
    ownRequest: scenario.ownRequest ?? false,
  };
  const ended = new AbortController();
  const writing = scenario.beside ? writeBeside(site.address, scenario.beside, ended.signal) : null;
  try {
    return await drive(plan, counted);
  } finally {
    ended.abort();
    await writing;
  }
}

/** Sends writes at a steady rate until the signal. @throws when one is refused */
async function writeBeside(
  address: string,
  { perSecond, requests }: NonNullable<Scenario['beside']>,
  ended: AbortSignal,
): Promise<void> {
  if (perSecond === 0) return;
  for (let count = 0; !ended.aborted; count++) {
    const { method, path, headers, body } = requests[count % requests.length]!;
    const answer = await fetch(address + path, {
      method,
      headers,
      ...(body !== undefined && { body: body.replace('{uuid}', crypto.randomUUID()) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} beside the readers was answered with ${answer.status}.`);
    await answer.arrayBuffer();
    await sleep(1000 / perSecond, undefined, { signal: ended }).catch(() => {});
  }
}

const SETTLE_MS = 60_000;

/** Waits until no job waits. @returns milliseconds @throws when that takes longer than a minute */
async function settledAfter(site: RunningSite): Promise<number> {
  const started = performance.now();
  while ((await jobsWaiting(site)) > 0) {
    if (performance.now() - started > SETTLE_MS) throw new Error('Jobs of writers still waited after a minute.');
    await sleep(50);
  }
  return performance.now() - started;
}

/** Measures a site: its starts, its memory, and every scenario (or those whose name holds `only`). */
export async function measureSite(
  seeded: Seeded,
  options: { database: number | null; seconds: number; only: string; nodeOptions?: readonly string[] },
): Promise<SiteResult> {
  const startMs = await medianStart(seeded);
  const site = await startSite({ ...seeded, ...(options.nodeOptions && { nodeOptions: options.nodeOptions }) });
  try {
    await sleep(REST_SECONDS * 1000);
    const database = options.database ?? serverOf(join(seeded.dataDir, 'postgres'));
    const memory = (): number | null => proportionalMb(database === null ? [site.pid] : [site.pid, database]);
    const idleMb = memory();
    const scenarios: ScenarioResult[] = [];
    for (const scenario of scenariosOf(seeded)) {
      if (!scenario.name.includes(options.only)) continue;
      const measure = await runScenario(site, scenario, { app: site.pid, database }, options.seconds);
      const cpu = measure.appCpuMs?.toFixed(2) ?? '?';
      console.log(`  ${scenario.name}: ${Math.round(measure.perSecond)}/s, ${cpu} ms CPU`);
      const settledMs = scenario.ownRequest ? await settledAfter(site) : null;
      if (settledMs !== null) console.log(`    no job waits ${Math.round(settledMs)} ms after the last answer`);
      scenarios.push({ name: scenario.name, ...measure, settledMs });
    }
    await sleep(REST_SECONDS * 1000);
    const loadedMb = memory();
    const crowd = CROWD.includes(options.only) ? await notifyCrowd(site, seeded) : null;
    if (crowd)
      console.log(`  ${CROWD}: ${Math.round(crowd.crowdedMs)} ms, all notified ${Math.round(crowd.allNotifiedMs)} ms`);
    return { scenarios, startMs, idleMb, loadedMb, crowd };
  } finally {
    await site.stop();
  }
}
