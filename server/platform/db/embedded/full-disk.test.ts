import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSmallDisk } from '#server/testing/small-disk.ts';
import { reserveFile } from './disk-reserve.ts';
import { openEmbeddedDatabase } from './index.ts';
import { makeTestFolders } from './test-folders.ts';
import type { TestFolders } from './test-folders.ts';

const disk = makeSmallDisk(256);
let folders: TestFolders;

beforeAll(async () => {
  folders = await makeTestFolders();
});
afterAll(() => {
  folders?.remove();
  disk?.remove();
});

test.runIf(disk)('a full disk leaves a database that can be read, and loses nothing', async () => {
  const dir = path.join(disk!.folder, 'postgres');
  const changes: boolean[] = [];
  const logged: string[] = [];
  const database = await openEmbeddedDatabase({
    dir,
    template: folders.template,
    onReadOnly: (isOn) => changes.push(isOn),
    log: (level, message) => logged.push(`${level}: ${message}`),
  });
  const { pool } = database;
  await pool.query('CREATE TABLE texts (id int PRIMARY KEY, text text)');
  await expect.poll(() => fs.existsSync(reserveFile(dir)), { timeout: 20_000 }).toBe(true);
  const empty = disk!.fill();
  // In the seconds before anybody looks at the disk, the database lives on its reserve.
  let acknowledged = 0;
  let refused: unknown;
  try {
    for (; acknowledged < 20_000; acknowledged++)
      await pool.query('INSERT INTO texts VALUES ($1, $2)', [acknowledged, 'x'.repeat(1_500)]);
  } catch (error) {
    refused = error;
  }
  expect(refused).toMatchObject({ code: '25006' });
  expect(changes).toEqual([true]);
  expect(logged).toContain('error: The disk is full. The database can only be read until there is room again.');
  const count = async (): Promise<number> =>
    (await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM texts')).rows[0]!.count;
  expect(await count()).toBe(acknowledged);
  expect(acknowledged).toBeGreaterThan(0);

  empty();
  await expect.poll(() => changes, { timeout: 30_000 }).toEqual([true, false]);
  await pool.query('INSERT INTO texts VALUES (-1, $1)', ['again']);
  expect(fs.existsSync(reserveFile(dir))).toBe(true);
  await database.close();
  const again = await openEmbeddedDatabase({ dir, template: folders.template });
  expect((await again.pool.query('SELECT count(*)::int AS count FROM texts')).rows[0].count).toBe(acknowledged + 1);
  await again.close();
});
