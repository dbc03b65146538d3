import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { realtimePath } from '#contract/event.ts';
import { runNode } from '#scripts/tool.ts';
import { bulkLoad } from '#scripts/demo/bulk.ts';
import { readConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { type FixtureMember, makeMember } from '#server/features/accounts/fixtures.ts';
import { rebuild } from '#server/features/search/jobs.ts';
import { sql } from '#server/platform/db/database.ts';
import { openSite } from '#server/site.ts';
import type { Measure, LoadRequest } from './load.ts';
import { cpuSeconds, endedCpuSeconds, familyCpuSeconds } from './processes.ts';
import { runScenario } from './scenarios.ts';
import { type RunningSite, startSite } from './server.ts';
import { round, table } from './verdicts.ts';

/** How long staff wait with a full queue. */
interface QueueResult {
  readonly items: number;
  readonly pages: readonly ({ readonly name: string } & Measure)[];
  /** From sending a decision until the next item has been read: milliseconds of the clock, and of CPU of site and database. */
  readonly next: {
    readonly count: number;
    readonly p50: number;
    readonly p95: number;
    readonly siteCpuMs: number;
    readonly databaseCpuMs: number;
  };
  /** From sending a suspension until the member's open page has been notified and its socket is closed, milliseconds. */
  readonly suspension: { readonly count: number; readonly p50: number; readonly longest: number };
}

/** The same, and with a long audit log. */
export interface ModerationResult extends QueueResult {
  readonly audits: readonly AuditTimes[];
}

/** What `looproom audit verify` takes, its start included. */
export interface AuditTimes {
  readonly engine: 'server' | 'own';
  readonly entries: number;
  readonly fillSeconds: number;
  /** Seconds of the clock. */
  readonly seconds: number;
  /** Seconds of CPU: of the command, with its own server where it has one, and of another server. */
  readonly cpuSeconds: number;
  readonly databaseCpuSeconds: number;
}

/** A database to fill: on a server, or the site's own one where `databaseUrl` is empty. */
interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string;
}

const DECISIONS = 200;
const SUSPENSIONS = 20;
/** Entries of one transaction: each is chained by a trigger at its commit. */
const BATCH = 5_000;
const API = '/api/v1';
const NOT_ANYBODY = '00000000-0000-7000-8000-000000000000';

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!;

async function withSite<T>({ dataDir, databaseUrl }: Place, work: (ctx: Context) => Promise<T>): Promise<T> {
  const config = readConfig({ PORT: '3997', DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const site = await openSite(config, pino({ level: 'error' }), { pages: false, work: false });
  try {
    return await work(site.ctx);
  } finally {
    await site.close();
  }
}

/** Puts as many posts into the queue: eight of ten reported by three members, one held, one for a marked word. */
async function fillQueue(ctx: Context, items: number): Promise<string> {
  // Noted as built while it is empty: the site would build it beside what is measured.
  await rebuild(ctx);
  await bulkLoad(ctx, { posts: items, repliesPerPost: 0, now: new Date() });
  await ctx.db.tx(async (tx) => {
    await tx.rows(sql`SET LOCAL statement_timeout = '10min'`);
    await tx.rows(sql`
      INSERT INTO queue_items (id, content_kind, content_id, thread_id, author_id, priority, report_count, report_reasons, hold_reasons, marked_words, created_at)
      SELECT gen_random_uuid(), 'forum_post', id, id, author_id, 1 + n % 4, CASE WHEN n % 10 < 8 THEN 3 ELSE 0 END, CASE WHEN n % 10 < 8 THEN '{spam}'::text[] ELSE '{}'::text[] END,
        CASE WHEN n % 10 = 8 THEN '{phone number}'::text[] END, CASE WHEN n % 10 = 9 THEN '{loop}'::text[] END, created_at
      FROM (SELECT id, author_id, created_at, row_number() OVER (ORDER BY id) AS n FROM forum_posts) posts`);
    await tx.rows(sql`
      INSERT INTO queue_entries (id, item_id, kind, actor_id, reasons, note, created_at)
      SELECT gen_random_uuid(), id, 'report', gen_random_uuid(), '{spam}', 'This is not about music.', created_at
      FROM queue_items, generate_series(1, 3) WHERE report_count > 0`);
  });
  return (await makeMember(ctx, { moderator: true })).cookie;
}

/** Decides about one item after the other, as the page does: the answer, then the next item. */
async function decideOneByOne(site: RunningSite, cookie: string, database: number): Promise<ModerationResult['next']> {
  const headers = { cookie, accept: 'application/json', 'content-type': 'application/json' };
  const ask = async (method: 'GET' | 'POST', at: string, body?: object): Promise<unknown> => {
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${site.address}${API}${at}`, sent);
    if (!answer.ok) throw new Error(`${method} ${at} was answered with ${answer.status}.`);
    return await answer.json();
  };
  const ids: string[] = [];
  for (let after: string | null = ''; after !== null && ids.length <= DECISIONS + 1;) {
    const query = `cause=report${after && `&after=${encodeURIComponent(after)}`}`;
    const page = (await ask('GET', `/staff/queue?${query}`)) as { items: { id: string }[]; next: string | null };
    ids.push(...page.items.map((item) => item.id));
    after = page.next;
  }
  const read = async (id: string) => (await ask('GET', `/staff/queue/${id}`)) as { version: string };
  let { version } = await read(ids[0]!);
  const took: number[] = [];
  const cpu = (): [number, number] => [cpuSeconds(site.pid) ?? 0, familyCpuSeconds(database) ?? 0];
  const before = cpu();
  for (let at = 0; at < DECISIONS; at++) {
    const sentAt = performance.now();
    await ask('POST', `/staff/queue/${ids[at]!}/decide`, { version, decision: 'keep', reason: '' });
    ({ version } = await read(ids[at + 1]!));
    took.push(performance.now() - sentAt);
  }
  const after = cpu();
  return {
    count: DECISIONS,
    p50: quantile(took, 0.5),
    p95: quantile(took, 0.95),
    siteCpuMs: ((after[0] - before[0]) * 1000) / DECISIONS,
    databaseCpuMs: ((after[1] - before[1]) * 1000) / DECISIONS,
  };
}

async function measureQueue(place: Place, items: number, seconds: number, database: number): Promise<QueueResult> {
  const { cookie, members } = await withSite(place, async (ctx) => {
    const made: FixtureMember[] = [];
    while (made.length < SUSPENSIONS) made.push(await makeMember(ctx));
    return { cookie: await fillQueue(ctx, items), members: made };
  });
  const site = await startSite(place);
  try {
    const headers = { cookie, accept: 'application/json' };
    const get = (query: string): LoadRequest => ({ method: 'GET', path: `${API}/staff/queue${query}`, headers });
    const first = (await (await fetch(site.address + get('').path, { headers })).json()) as { next: string };
    const requests = {
      'first page': get(''),
      'page after it': get(`?after=${encodeURIComponent(first.next)}`),
      'held ones': get('?cause=hold'),
      'of one kind': get('?kind=forum_post'),
    };
    const pages: ({ name: string } & Measure)[] = [];
    for (const [name, request] of Object.entries(requests)) {
      const scenario = { name, connections: 4, requests: [request] };
      pages.push({ name, ...(await runScenario(site, scenario, { app: site.pid, database }, seconds)) });
    }
    const next = await decideOneByOne(site, cookie, database);
    const suspension = await measureSuspensions(site, cookie, members);
    const measured = { items, pages, next, suspension };
    console.log(queueReport(measured));
    return measured;
  } finally {
    await site.stop();
  }
}

/** Suspends members who have a page open, one after the other. */
async function measureSuspensions(
  site: RunningSite,
  cookie: string,
  members: readonly FixtureMember[],
): Promise<QueueResult['suspension']> {
  const took: number[] = [];
  for (const member of members) {
    const socket = new WebSocket(`${site.address.replace('http', 'ws')}${realtimePath}`, {
      headers: { cookie: member.cookie },
    });
    const topic = `viewer:${member.profileId}`;
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data: Buffer) => {
        const { kind } = JSON.parse(data.toString()) as { kind: string };
        if (kind === 'hello') socket.send(JSON.stringify({ kind: 'subscribe', topic }));
        if (kind === 'subscribed') resolve();
      });
    });
    const closed = once(socket, 'close');
    const sentAt = performance.now();
    const answer = await fetch(`${site.address}${API}/staff/members/${member.profileId}/suspension`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'Measured.', until: null }),
    });
    if (!answer.ok) throw new Error(`A suspension was answered with ${answer.status}.`);
    await closed;
    took.push(performance.now() - sentAt);
  }
  return { count: took.length, p50: quantile(took, 0.5), longest: Math.max(...took) };
}

/** Writes entries as the site does, and has the command check them. */
async function measureAudit(place: Place, entries: number, database: number | null): Promise<AuditTimes> {
  const started = performance.now();
  await withSite(place, async (ctx) => {
    for (let made = 0; made < entries; made += BATCH)
      await ctx.db.tx(async (tx) => {
        await tx.rows(sql`SET LOCAL statement_timeout = '10min'`);
        await tx.rows(sql`
          INSERT INTO audit_log (id, actor_id, action, target_kind, target_id, reason, details, created_at)
          SELECT gen_random_uuid(), ${NOT_ANYBODY}::uuid, 'queue.remove', 'forum_post', gen_random_uuid()::text, 'Advertising for a shop, not about music.',
            jsonb_build_object('itemId', gen_random_uuid(), 'before', '{"visibility": "published"}'::jsonb, 'after', '{"visibility": "removed"}'::jsonb),
            ${new Date()}::timestamptz - n * interval '1 second'
          FROM generate_series(1, ${Math.min(BATCH, entries - made)}::int) n`);
      });
  });
  const fillSeconds = (performance.now() - started) / 1000;
  const cpu = (): [number, number] => [
    endedCpuSeconds(process.pid) ?? 0,
    (database === null ? null : familyCpuSeconds(database)) ?? 0,
  ];
  const before = cpu();
  const begun = performance.now();
  const { code, output } = await runNode('scripts/looproom.ts', ['audit', 'verify'], {
    environment: { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl },
  });
  const seconds = (performance.now() - begun) / 1000;
  if (code !== 0) throw new Error(`The check of the audit log failed: ${output}`);
  const after = cpu();
  const times: AuditTimes = {
    engine: place.databaseUrl === '' ? 'own' : 'server',
    entries,
    fillSeconds,
    seconds,
    cpuSeconds: after[0] - before[0],
    databaseCpuSeconds: after[1] - before[1],
  };
  console.log(auditReport(times));
  return times;
}

/**
 * Fills a queue on a server, an audit log there and one on the site's own server, and measures what staff wait for. The site must be built.
 * @param database pid of the server's first process
 */
export async function measureModeration(
  databaseUrls: { readonly queue: string; readonly audit: string },
  options: {
    readonly items: number;
    readonly entries: number;
    readonly seconds: number;
    readonly own: boolean;
    readonly database: number;
  },
): Promise<ModerationResult> {
  const folders: string[] = [];
  const placeOf = (databaseUrl: string): Place => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'looproom-bench-moderation-'));
    folders.push(dataDir);
    return { dataDir, databaseUrl };
  };
  try {
    const { items, entries, seconds, database } = options;
    const queue = await measureQueue(placeOf(databaseUrls.queue), items, seconds, database);
    const audits = [await measureAudit(placeOf(databaseUrls.audit), entries, database)];
    if (options.own) audits.push(await measureAudit(placeOf(''), entries, null));
    return { ...queue, audits };
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

function queueReport({ items, pages, next, suspension }: QueueResult): string {
  const rows = pages.map((page) => [
    page.name,
    ...[page.p50, page.p99, page.appCpuMs, page.databaseCpuMs].map((value) => round(value)),
  ]);
  return [
    table([`queue of ${items} items, JSON`, 'p50 ms', 'p99 ms', 'app CPU ms', 'database CPU ms'], rows),
    `A decision and the next item, ${next.count} times: p50 ${round(next.p50)} ms, p95 ${round(next.p95)} ms; CPU ${round(next.siteCpuMs)} ms of the site, ${round(next.databaseCpuMs)} ms of the database.`,
    `A suspension until the page of the member is closed, ${suspension.count} times: p50 ${round(suspension.p50)} ms, longest ${round(suspension.longest)} ms.`,
  ].join('\n');
}

const auditReport = ({
  engine,
  entries,
  seconds,
  cpuSeconds: cpu,
  databaseCpuSeconds,
  fillSeconds,
}: AuditTimes): string =>
  `audit verify, ${engine}, ${entries} entries: ${round(seconds)} s, CPU ${round(cpu)} s of the command, ${round(databaseCpuSeconds)} s of the database (filled in ${round(fillSeconds)} s).`;
