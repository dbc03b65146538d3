import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Postgres } from '#scripts/postgres/postgres.ts';
import { childrenOf } from '../../bench/processes.ts';
import { checkAll, isAcknowledged, metric } from './checks.ts';
import { eventually } from './eventually.ts';
import { type PatientLoad, startPatientLoad } from './patient-load.ts';
import { startSite } from './site-process.ts';
import { withFixture } from './fixture.ts';

/** Suspends every process of a database server, as a machine does that stands still: nothing is closed. */
function suspend(postgres: Postgres): () => void {
  // The first one first: it makes no further ones then.
  const first = postgres.pid;
  process.kill(first, 'SIGSTOP');
  const all = [first, ...childrenOf(first)];
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const pid of all) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  signal('SIGSTOP');
  return () => signal('SIGCONT');
}

const outages = [
  {
    name: 'crashes',
    begin(postgres: Postgres): () => void {
      postgres.crash();
      return () => postgres.startAgain();
    },
  },
  { name: 'hangs', begin: suspend },
] as const;

const writes = (load: PatientLoad): number => load.sent.filter(isAcknowledged).length;

/** Waits until a site under load has saved something since now. */
async function savesAgain(load: PatientLoad, what: string): Promise<void> {
  const before = writes(load);
  await eventually(`writes ${what}`, () => writes(load) > before + 10);
}

/**
 * The database server crashes or hangs under load, and is there again. Meanwhile everything is answered with 503, a code
 * and when to try again, and then the site works again by itself.
 * @returns how many writes and files were acknowledged
 * @throws when anything acknowledged is lost, doubled or half, or the site does not come back
 */
export async function loseDatabaseUnderLoad(rounds: number): Promise<number> {
  return await withFixture({ on: 'server' }, async (fixture) => {
    const site = await startSite(fixture.place);
    const load = startPatientLoad(site, fixture);
    await savesAgain(load, 'before the outage');
    for (let round = 0; round < rounds; round++) {
      const { name, begin } = outages[round % outages.length]!;
      const before = load.refused.length;
      const end = begin(fixture.postgres!);
      try {
        await eventually(`refusals while the server ${name}`, () => load.refused.length > before + 10);
        // What reads only is refused in the same way; the process itself lives.
        const [ready, page, api] = await Promise.all([
          fetch(`${site.address}/readyz`),
          fetch(`${site.address}/forum`, { headers: { accept: 'text/html', cookie: fixture.writers[0]!.cookie } }),
          fetch(`${site.address}/api/v1/forum/posts`),
        ]);
        assert.deepEqual([ready.status, page.status, api.status], [503, 503, 503]);
        assert.equal(page.headers.get('retry-after'), '5');
        assert.match(await page.text(), /This page reloads by itself when the site is back/);
        assert.equal((await fetch(`${site.address}/healthz`)).status, 200);
        await sleep(Math.random() * 1_000);
      } finally {
        end();
      }
      await savesAgain(load, `after the server ${name}`);
    }
    await load.finish();
    assert.deepEqual(
      load.refused.filter((one) => one.status !== 503 || one.code !== 'unavailable' || one.retryAfter !== '5'),
      [],
    );
    assert.equal(await site.end('SIGTERM'), 0);
    // Jobs that were running then are tried again after a minute: the next start finds those that are due.
    await fixture.letTimePass();
    const next = await startSite(fixture.place);
    await eventually(
      'all other jobs are done',
      async () => (await metric(next, 'jobs_waiting')) === load.transfers.length,
    );
    assert.equal(await next.end('SIGTERM'), 0);
    await checkAll(fixture, load.sent, load.transfers);
    return load.sent.length + load.transfers.length;
  });
}
