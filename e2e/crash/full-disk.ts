import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { checkAll, isAcknowledged, metric } from './checks.ts';
import { eventually } from './eventually.ts';
import { startPatientLoad } from './patient-load.ts';
import { type SiteProcess, startSite } from './site-process.ts';
import type { SmallDisk } from '#server/testing/small-disk.ts';
import { withFixture } from './fixture.ts';

/** Megabytes of the disk: the database with its logs and reserve, what is written meanwhile, and room to open again. */
export const diskMegabytes = 700;

const isReadOnly = async (site: SiteProcess): Promise<boolean> => (await metric(site, 'database_read_only')) === 1;

/**
 * The disk of the embedded database becomes full under load, and has room again. Meanwhile pages are shown, and writes
 * are refused in our words; a start is refused with a sentence. In the end the site is killed on a full disk.
 * @returns how many writes and files were acknowledged
 * @throws when anything acknowledged is lost, doubled or half, or the site does not take writes again
 */
export async function fillDiskUnderLoad(disk: SmallDisk, rounds: number): Promise<number> {
  const dataDir = path.join(disk.folder, 'data');
  mkdirSync(dataDir);
  return await withFixture({ on: 'embedded', folder: dataDir }, async (fixture) => {
    let site = await startSite(fixture.place);
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
    assert.deepEqual(
      load.refused.filter((one) => one.status !== 503 || one.code !== 'unavailable' || !(Number(one.retryAfter) > 0)),
      [],
    );

    // A process that ends on a full disk starts again once there is room, and says so until then.
    const makeRoom = disk.fill();
    try {
      await site.end('SIGKILL');
      const second = await startSite(fixture.place);
      assert.equal(second.address, null);
      assert.match(second.complaint, /^The disk of \S+ is full: .* make room on it and start again\.\n$/);
    } finally {
      makeRoom();
    }
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
