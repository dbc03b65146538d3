import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reserveFile } from './disk-reserve.ts';
import { openEmbeddedDatabase } from './index.ts';
import { makeTestFolders } from './test-folders.ts';
import type { TestFolders } from './test-folders.ts';

const disk = fs.mkdtempSync(path.join(os.tmpdir(), 'looproom-disk-'));
let folders: TestFolders;

/** A small disk of one's own, which only root may make. */
const isMounted = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

beforeAll(async () => {
  folders = await makeTestFolders();
});

afterAll(() => {
  folders?.remove();
  if (isMounted) execFileSync('umount', ['-l', disk]);
  fs.rmSync(disk, { recursive: true, force: true });
});

/** Fills the disk to its last byte, as another program would. */
function fillDisk(): string {
  const file = path.join(disk, 'another-program');
  const descriptor = fs.openSync(file, 'w');
  try {
    for (let size = 2 ** 22; size >= 4096; size /= 2) {
      try {
        for (;;) if (fs.writeSync(descriptor, Buffer.alloc(size, 1)) < size) break;
      } catch {
        // Full for a part of this size: a smaller one may fit.
      }
    }
  } finally {
    fs.closeSync(descriptor);
  }
  return file;
}

test.runIf(isMounted)('a full disk leaves a database that can be read, and loses nothing', async () => {
  const dir = path.join(disk, 'postgres');
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
  const file = fillDisk();
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

  fs.rmSync(file);
  await expect.poll(() => changes, { timeout: 30_000 }).toEqual([true, false]);
  await pool.query('INSERT INTO texts VALUES (-1, $1)', ['again']);
  expect(fs.existsSync(reserveFile(dir))).toBe(true);
  await database.close();
  const again = await openEmbeddedDatabase({ dir, template: folders.template });
  expect((await again.pool.query('SELECT count(*)::int AS count FROM texts')).rows[0].count).toBe(acknowledged + 1);
  await again.close();
});
