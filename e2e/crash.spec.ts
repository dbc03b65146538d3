import { existsSync } from 'node:fs';
import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countsOf, wrongCounts } from '#server/features/content/recount.ts';
import { forumPost, postReply } from '#server/features/forum/types.ts';
import { wrongBalances } from '#server/features/ledger/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { findPostgres } from '#scripts/postgres.ts';
import { type SiteProcess, startSite } from './crash/site-process.ts';
import { type Stage, makeStage } from './crash/stage.ts';
import { type Load, type Sent, send, startLoad } from './crash/writers.ts';
// The other journeys' `test`: files without its fixtures run behind all others, and this one takes long.
import { expect, test } from './world.ts';

test.describe.configure({ mode: 'parallel' });

const FIRST = '00000000-0000-0000-0000-000000000000';

const acknowledged = (load: Load): number => load.sent.filter(({ status }) => status === 200).length;

/** A random time under load: some things are done then, and some are half-way. */
async function someTime(load: Load): Promise<void> {
  await expect.poll(() => acknowledged(load), { timeout: 30_000, intervals: [20] }).toBeGreaterThan(10);
  await sleep(Math.random() * 800);
}

async function startLoaded(stage: Stage): Promise<{ site: SiteProcess; load: Load }> {
  const site = await startSite(stage.place);
  return { site, load: startLoad(site.address!, stage.writers, stage.postIds) };
}

/**
 * How many of the newest things that were acknowledged are sent again: those whose loss a kill is most likely to cause.
 */
const NEWEST = 50;

/**
 * Sends again, as a form does, what got no answer, and what was acknowledged last: this is answered with the same id.
 */
async function sendAgain(site: SiteProcess, sent: readonly Sent[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const written = sent.filter(({ kind }) => kind !== 'sign-up');
  const newest = new Set(written.filter(({ id }) => id !== null).slice(-NEWEST));
  await Promise.all(
    written
      .filter((one) => one.id === null || newest.has(one))
      .map(async (one) => {
        const before = one.id;
        await send(agent, site.address!, one);
        expect(one.status).toBe(200);
        if (before !== null) expect(one.id).toBe(before);
      }),
  );
  agent.destroy();
}

/** Two processes on one embedded database would lose rows. */
async function checkSecondIsRefused(stage: Stage, first: SiteProcess): Promise<void> {
  const second = await startSite(stage.place);
  expect(second.address).toBe(null);
  expect(await second.end('SIGTERM')).toBe(1);
  expect(second.complaint).toMatch(
    new RegExp(`^The database folder \\S+ is in use by process ${first.pid} .*Stop that process and start again.*\\n$`),
  );
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
}

async function jobsWaiting(site: SiteProcess): Promise<number> {
  const text = await (await fetch(`${site.address}/metrics`)).text();
  return Number(/^jobs_waiting (\d+)$/m.exec(text)?.[1]);
}

/** Everything that was acknowledged is there, whole and once, with all that follows from it. */
async function checkAll(stage: Stage, sent: readonly Sent[]): Promise<void> {
  await stage.open(async ({ db, jobs, mail }) => {
    const rows = await db.rows<{ id: string; submit_id: string; notified: number }>(sql`
      SELECT t.id, t.submit_id, (SELECT count(*)::int FROM notifications n WHERE n.cause = 'post_reply:' || t.id AND n.user_id = ${stage.watcher.profileId}) AS notified
      FROM post_replies t`);
    const replies = sent.filter(({ kind }) => kind === 'reply');
    expect(rows.map((row) => `${row.submit_id} ${row.id} notified ${row.notified}`).toSorted()).toEqual(
      replies.map(({ body, id }) => `${body['submitId']} ${id} notified 1`).toSorted(),
    );
    const postRows = await db.rows<{ id: string; submit_id: string }>(
      sql`SELECT id, submit_id FROM forum_posts WHERE NOT id = ANY(${stage.postIds}::uuid[])`,
    );
    expect(postRows.map((row) => `${row.submit_id} ${row.id}`).toSorted()).toEqual(
      sent
        .filter(({ kind }) => kind === 'post')
        .map(({ body, id }) => `${body['submitId']} ${id}`)
        .toSorted(),
    );
    for (const counted of [...countsOf(forumPost), ...countsOf(postReply)])
      expect(await wrongCounts(db, counted, FIRST, 1000)).toMatchObject({ wrong: [] });
    expect(await wrongBalances(db, FIRST, 1000)).toMatchObject({ wrong: [] });
    expect(await jobs.dead()).toEqual([]);

    const accounts = new Set(
      (await db.rows<{ email: string }>(sql`SELECT email FROM users`)).map(({ email }) => email),
    );
    const mails = (await mail.outbox!.list(10_000)).map(({ to }) => to);
    for (const { kind, status, body } of sent) {
      if (kind !== 'sign-up') continue;
      const email = body['email']!;
      if (status === 200) expect(accounts).toContain(email);
      // A mail that was being sent at the time of the kill is sent again: at least once, never lost.
      if (accounts.has(email)) expect([1, 2]).toContain(mails.filter((to) => to === email).length);
      else expect(mails).not.toContain(email);
    }
    expect(mails.length - new Set(mails).size).toBeLessThanOrEqual(3);
  });
}

const databases = findPostgres() === null ? (['embedded'] as const) : (['embedded', 'server'] as const);
for (const on of databases) {
  test(`what was acknowledged survives kills and a stop under load (${on} database)`, async () => {
    test.setTimeout(300_000);
    const stage = await makeStage(on);
    try {
      const all: Sent[] = [];
      let latest: readonly Sent[] = [];
      for (let round = 0; round < 3; round++) {
        const { site, load } = await startLoaded(stage);
        await sendAgain(site, latest);
        if (on === 'embedded' && round === 0) await checkSecondIsRefused(stage, site);
        await someTime(load);
        expect(await site.end('SIGKILL')).toBe(null);
        await load.ended();
        expect(existsSync(path.join(stage.place.dataDir, 'postgres.lock'))).toBe(on === 'embedded');
        expect(load.sent.filter(({ status }) => status !== 200 && status !== null)).toEqual([]);
        latest = load.sent;
        all.push(...latest);
        await stage.letTimePass();
      }

      const { site: stopped, load } = await startLoaded(stage);
      await sendAgain(stopped, latest);
      await someTime(load);
      // 30 s after the signal the process would give up, with another code.
      expect(await stopped.end('SIGTERM')).toBe(0);
      await load.ended();
      expect(load.sent.filter(({ cut }) => cut)).toEqual([]);
      expect(load.sent.filter(({ status }) => ![200, 503, null].includes(status))).toEqual([]);
      // Refused means that nothing was done.
      const stored = await stage.open(({ db }) =>
        db.rows<{ submit_id: string }>(sql`SELECT submit_id FROM post_replies UNION SELECT submit_id FROM forum_posts`),
      );
      const storedIds = new Set(stored.map((row) => row.submit_id));
      for (const { kind, status, body } of load.sent)
        if (kind !== 'sign-up') expect(storedIds.has(body['submitId']!)).toBe(status === 200);
      all.push(...load.sent);

      const last = await startSite(stage.place);
      await sendAgain(last, all);
      await expect.poll(() => jobsWaiting(last), { timeout: 60_000 }).toBe(0);
      expect(await last.end('SIGTERM')).toBe(0);
      expect(existsSync(path.join(stage.place.dataDir, 'postgres.lock'))).toBe(false);
      await checkAll(stage, all);
    } finally {
      await stage.clear();
    }
  });
}
