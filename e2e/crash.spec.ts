import { existsSync } from 'node:fs';
import { backUpUnderLoad } from './crash/backup.ts';
import { loseDatabaseUnderLoad } from './crash/database-outage.ts';
import { diskMegabytes, fillDiskUnderLoad } from './crash/full-disk.ts';
import { killUnderLoad } from './crash/kills.ts';
import { type SiteProcess, ownServer, startSite } from './crash/site-process.ts';
import { makeSmallDisk } from '#site/testing/small-disk.ts';
import { withFixture } from './crash/fixture.ts';
import { isServer } from '#platform/server/db/child/child-server.ts';
// The other journeys' `test`: files without its fixtures run behind all others, and this one takes long.
import { expect, test } from './world.ts';

// Each run kills at other times, so that a few rounds are enough here. `CRASH_ROUNDS=20` has so many of each kind; the
// long form with figures is `npm run bench -- --faults`.
const rounds = (usual: number): number => Number(process.env['CRASH_ROUNDS'] ?? usual);
test.describe.configure({ mode: 'parallel', timeout: 600_000 + rounds(0) * 60_000 });

test('a scenario that fails ends its site with its server, removes its folder and reports its own error', async () => {
  let dataDir = '';
  let site: SiteProcess | null = null;
  let server: number | null = null;
  const scenario = withFixture({ on: 'own' }, async (fixture) => {
    dataDir = fixture.place.dataDir;
    site = await startSite(fixture.place);
    server = ownServer(fixture.place);
    throw new Error('An acknowledged write is lost.');
  });
  await expect(scenario).rejects.toThrow('An acknowledged write is lost.');
  expect(existsSync(dataDir)).toBe(false);
  expect(() => process.kill(site!.pid, 0)).toThrow('ESRCH');
  expect(server).toBeGreaterThan(0);
  expect(isServer(server!)).toBe(false);
});

// Each kind of kill once: the site, its own server, both, every process of both. Another server is never killed with it.
const kills = { own: 4, server: 1 } as const;
for (const on of ['own', 'server'] as const) {
  test(`what was acknowledged survives kills and a stop under load (${on === 'own' ? on : 'another'} server)`, async ({}, {
    annotations,
  }) => {
    const { acknowledged, kills: all } = await killUnderLoad(on, rounds(kills[on]));
    expect(acknowledged).toBeGreaterThan(0);
    // Asserted where time is measured: in the long form.
    const description = all.map(({ kill, backMs }) => `${kill} ${Math.round(backMs)} ms`).join(', ');
    annotations.push({ type: 'works again after', description });
  });
}

test('a database server that crashes or hangs under load loses nothing, and the site works again by itself', async () => {
  expect(await loseDatabaseUnderLoad(rounds(2))).toBeGreaterThan(0);
});

test('a backup that is made while members write and send files is whole', async () => {
  expect(await backUpUnderLoad(rounds(1))).toBeGreaterThan(0);
});

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
