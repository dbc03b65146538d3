import { existsSync } from 'node:fs';
import { findPostgres } from '#scripts/postgres/postgres.ts';
import { backUpUnderLoad } from './crash/backup.ts';
import { loseDatabaseUnderLoad } from './crash/database-outage.ts';
import { diskMegabytes, fillDiskUnderLoad } from './crash/full-disk.ts';
import { killUnderLoad } from './crash/kills.ts';
import { type SiteProcess, startSite } from './crash/site-process.ts';
import { makeSmallDisk } from '#server/testing/small-disk.ts';
import { withFixture } from './crash/fixture.ts';
// The other journeys' `test`: files without its fixtures run behind all others, and this one takes long.
import { expect, test } from './world.ts';

// Each run kills at other times, so that a few rounds are enough here. `CRASH_ROUNDS=20` has so many of each kind; the
// long form with figures is `npm run bench -- --faults`.
const rounds = (usual: number): number => Number(process.env['CRASH_ROUNDS'] ?? usual);
test.describe.configure({ mode: 'parallel', timeout: 600_000 + rounds(0) * 60_000 });

test('a scenario that fails ends its site, removes its folder and reports its own error', async () => {
  let dataDir = '';
  let site: SiteProcess | null = null;
  const scenario = withFixture({ on: 'embedded' }, async (fixture) => {
    dataDir = fixture.place.dataDir;
    site = await startSite(fixture.place);
    throw new Error('An acknowledged write is lost.');
  });
  await expect(scenario).rejects.toThrow('An acknowledged write is lost.');
  expect(existsSync(dataDir)).toBe(false);
  expect(() => process.kill(site!.pid, 0)).toThrow('ESRCH');
});

const hasPostgres = findPostgres() !== null;
// The embedded database is killed with the site, once more after it has recovered. A server of its own lives on.
const kills = { embedded: 2, server: 1 } as const;
for (const on of hasPostgres ? (['embedded', 'server'] as const) : (['embedded'] as const)) {
  test(`what was acknowledged survives kills and a stop under load (${on} database)`, async () => {
    expect(await killUnderLoad(on, rounds(kills[on]))).toBeGreaterThan(0);
  });
}

if (hasPostgres) {
  test('a database server that crashes or hangs under load loses nothing, and the site works again by itself', async () => {
    expect(await loseDatabaseUnderLoad(rounds(2))).toBeGreaterThan(0);
  });

  test('a backup that is made while members write and send files is whole', async () => {
    expect(await backUpUnderLoad(rounds(1))).toBeGreaterThan(0);
  });
}

const trial = makeSmallDisk(1);
trial?.remove();
// Only root may mount a small disk, and not in every container.
if (trial !== null)
  test('a full disk under load loses nothing, pages are shown, and writes are taken again with room', async () => {
    const disk = makeSmallDisk(diskMegabytes)!;
    try {
      expect(await fillDiskUnderLoad(disk, rounds(1))).toBeGreaterThan(0);
    } finally {
      disk.remove();
    }
  });
