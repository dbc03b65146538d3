import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/platform/db/database.ts';
import { checkAll, isAcknowledged, metric, sendAgain } from './checks.ts';
import { eventually } from './eventually.ts';
import { type SiteProcess, startSite } from './site-process.ts';
import { type CrashFixture, withFixture } from './fixture.ts';
import { type Transfer, type TransferLoad, isDone, sendRest, startTransfers } from './transfers.ts';
import { type Load, type Sent, startLoad } from './writers.ts';

interface Loaded {
  readonly site: SiteProcess;
  readonly load: Load;
  readonly files: TransferLoad;
}

/**
 * Starts the site, sends again what an earlier one was killed under, and only then lets people write: under their load the
 * second part took ten times as long, in which they wrote more to be sent again.
 */
async function startLoaded(
  fixture: CrashFixture,
  latest: readonly Sent[],
  allFiles: readonly Transfer[],
): Promise<Loaded> {
  const site = await startSite(fixture.place);
  await sendAgain(site, latest);
  await finishFiles(site, allFiles);
  return {
    site,
    load: startLoad(site.address!, fixture.writers, fixture.postIds),
    files: startTransfers(site.address!, fixture.senders),
  };
}

/** A random time under load: some things are done then, and some are half-way. */
async function someTime(load: Load): Promise<void> {
  const before = load.sent.filter(isAcknowledged).length;
  await eventually('acknowledged writes', () => load.sent.filter(isAcknowledged).length > before + 60);
  await sleep(Math.random() * 800);
}

const isLocked = (fixture: CrashFixture): boolean => existsSync(path.join(fixture.place.dataDir, 'postgres.lock'));

/** Two processes on one embedded database would lose rows: while the first is suspended too, a second one is refused. */
async function checkSecondIsRefused(fixture: CrashFixture, first: SiteProcess): Promise<void> {
  first.signal('SIGSTOP');
  try {
    const second = await startSite(fixture.place);
    assert.equal(second.address, null);
    assert.equal(await second.end('SIGTERM'), 1);
    assert.match(
      second.complaint,
      new RegExp(
        `^The database folder \\S+ is in use by process ${first.pid} .*Stop that process and start again.*\\n$`,
      ),
    );
  } finally {
    first.signal('SIGCONT');
  }
  assert.equal((await fetch(`${first.address}/readyz`)).status, 200);
}

/** Sends the rest of files that a site was killed under. */
async function finishFiles(site: SiteProcess, transfers: readonly Transfer[]): Promise<void> {
  const sent = await Promise.all(transfers.filter((one) => !isDone(one)).map((one) => sendRest(site.address!, one)));
  assert.ok(sent.every(Boolean));
}

/**
 * The site is killed under load, again and again, and stopped in the end; on the embedded database it is also suspended
 * while another process tries to take over. What was acknowledged is there, and everything is finished.
 * @returns how many writes and files were acknowledged
 * @throws when anything is lost, doubled or half
 */
export async function killUnderLoad(on: 'embedded' | 'server', rounds: number): Promise<number> {
  return await withFixture({ on }, async (fixture) => {
    const all: Sent[] = [];
    const allFiles: Transfer[] = [];
    let latest: readonly Sent[] = [];
    for (let round = 0; round < rounds; round++) {
      const { site, load, files } = await startLoaded(fixture, latest, allFiles);
      if (on === 'embedded' && round % 5 === 0) await checkSecondIsRefused(fixture, site);
      await someTime(load);
      assert.equal(await site.end('SIGKILL'), null);
      await load.ended();
      await files.ended();
      assert.equal(isLocked(fixture), on === 'embedded');
      assert.deepEqual(
        load.sent.filter(({ status }) => ![200, 503, null].includes(status)),
        [],
      );
      latest = load.sent;
      all.push(...latest);
      allFiles.push(...files.transfers);
      await fixture.letTimePass();
    }
    latest = await stopUnderLoad(fixture, latest, all, allFiles);

    const last = await startSite(fixture.place);
    await sendAgain(last, all);
    await finishFiles(last, allFiles);
    // Every file waits once to be processed: nobody does that here.
    await eventually('all other jobs are done', async () => (await metric(last, 'jobs_waiting')) === allFiles.length);
    assert.equal(await last.end('SIGTERM'), 0);
    assert.equal(isLocked(fixture), false);
    await checkAll(fixture, all, allFiles);
    return all.length + allFiles.length;
  });
}

/** A stop in good order: what was refused was not done. @returns what was sent meanwhile */
async function stopUnderLoad(
  fixture: CrashFixture,
  latest: readonly Sent[],
  all: Sent[],
  allFiles: Transfer[],
): Promise<readonly Sent[]> {
  const { site, load, files } = await startLoaded(fixture, latest, allFiles);
  await someTime(load);
  // 30 s after the signal the process would give up, with another code.
  assert.equal(await site.end('SIGTERM'), 0);
  await load.ended();
  await files.ended();
  assert.deepEqual(
    load.sent.filter(({ cut, status }) => cut || ![200, 503, null].includes(status)),
    [],
  );
  const stored = await fixture.open(({ db }) =>
    db.rows<{ submit_id: string }>(sql`
      SELECT submit_id::text FROM post_replies UNION SELECT submit_id::text FROM forum_posts
      UNION SELECT split_part(cause, ':', 4) FROM ledger_entries WHERE kind = 'tip'`),
  );
  const storedIds = new Set(stored.map((row) => row.submit_id));
  for (const { kind, status, body } of load.sent)
    if (kind !== 'sign-up') assert.equal(storedIds.has(body['submitId']!), status === 200);
  all.push(...load.sent);
  allFiles.push(...files.transfers);
  return load.sent;
}
