import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from '#platform/server/db/database.ts';
import { checkAll, isAcknowledged, metric } from './checks.ts';
import { eventually } from './eventually.ts';
import { startPatientLoad } from './patient-load.ts';
import { type SiteProcess, startSite } from './site-process.ts';
import type { SmallDisk } from '#site/testing/small-disk.ts';
import { type CrashFixture, withFixture } from './fixture.ts';
import { strike } from './strike.ts';

/** Megabytes of the disk: the database with its log, what is written meanwhile, and room to open again. */
export const diskMegabytes = 700;

const isReadOnly = async (site: SiteProcess): Promise<boolean> => (await metric(site, 'database_read_only')) === 1;

/** The connection that a site keeps as long as its server lives. */
async function connectionOf(fixture: CrashFixture, { pid }: SiteProcess): Promise<{ pid: number }[]> {
  const name = `looproom site ${pid}`;
  const found = await fixture.open(({ db }) =>
    db.rows<{ pid: number }>(sql`SELECT pid FROM pg_stat_activity WHERE application_name = ${name}`),
  );
  assert.equal(found.length, 1);
  return found;
}

/**
 * A database that ends on a full disk works again once there is room, by itself; a site that ends there starts again then,
 * and says so until then.
 */
async function killOnFullDisk(fixture: CrashFixture, site: SiteProcess, disk: SmallDisk): Promise<void> {
  let makeRoom = disk.fill();
  try {
    await eventually('the database can only be read', () => isReadOnly(site));
    await strike(fixture, site, 'database');
    await eventually('a site without its database', async () => (await fetch(`${site.address}/readyz`)).status === 503);
  } finally {
    makeRoom();
  }
  const isReady = async (): Promise<boolean> => (await fetch(`${site.address}/readyz`)).status === 200;
  await eventually('the site has its database again', async () => (await isReady()) && !(await isReadOnly(site)));
  makeRoom = disk.fill();
  try {
    for (const kill of ['site', 'all'] as const) {
      await strike(fixture, site, kill);
      const second = await startSite(fixture.place);
      assert.equal(second.address, null);
      assert.match(second.complaint, /^The disk of \S+ is full: .* make room on it and start again\.\n$/);
    }
  } finally {
    makeRoom();
  }
}

/**
 * The disk of the site's own server becomes full under load, and has room again. Meanwhile pages are shown, and writes
 * are refused in our words. In the end the server alone and then the site are killed on a full disk.
 * @returns how many writes and files were acknowledged
 * @throws when anything acknowledged is lost, doubled or half, or the site does not take writes again
 */
export async function fillDiskUnderLoad(disk: SmallDisk, rounds: number): Promise<number> {
  const dataDir = path.join(disk.folder, 'data');
  mkdirSync(dataDir);
  return await withFixture({ on: 'own', folder: dataDir }, async (fixture) => {
    let site = await startSite(fixture.place);
    const connection = await connectionOf(fixture, site);
    const load = startPatientLoad(site, fixture);
    const written = (): number => load.sent.filter(isAcknowledged).length;
    for (let round = 0; round < rounds; round++) {
      const before = written();
      await eventually('writes with room', () => written() > before + 10);
      const refused = load.refused.length;
      const makeRoom = disk.fill();
      try {
        await eventually('the database can only be read', () => isReadOnly(site));
        await eventually('refusals on a full disk', () => load.refused.length > refused + 10);
        for (const cookie of ['', fixture.writers[0]!.cookie, fixture.staff.cookie]) {
          const page = await fetch(`${site.address}/forum`, { headers: { accept: 'text/html', cookie } });
          assert.equal(page.status, 200);
          assert.match(await page.text(), /The site can only be read at the moment: its disk is full\./);
        }
        const ready = (await (await fetch(`${site.address}/readyz`)).json()) as { status: string };
        assert.equal(ready.status, 'read-only: the disk is full');
      } finally {
        makeRoom();
      }
      await eventually('the database takes writes again', async () => !(await isReadOnly(site)));
    }
    await load.finish();
    assert.deepEqual(await connectionOf(fixture, site), connection, 'the server has not ended itself');
    assert.deepEqual(
      load.refused.filter((one) => one.status !== 503 || one.code !== 'unavailable' || !(Number(one.retryAfter) > 0)),
      [],
    );

    await killOnFullDisk(fixture, site, disk);
    await fixture.letTimePass();
    site = await startSite(fixture.place);
    await eventually(
      'all other jobs are done',
      async () => (await metric(site, 'jobs_waiting')) === load.transfers.length,
    );
    assert.equal(await site.end('SIGTERM'), 0);
    await checkAll(fixture, load.sent, load.transfers);
    return load.sent.length + load.transfers.length;
  });
}
