import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FolderInUseError, openEmbeddedDatabase } from '#server/platform/db/embedded/index.ts';
import { lockFile } from './lock.ts';
import { suspendAndRefuse, suspendAndTakeOver } from './takeover-rounds.ts';
import { makeTestFolders } from '#server/platform/db/embedded/test-folders.ts';
import type { TestFolders } from '#server/platform/db/embedded/test-folders.ts';

const rounds = 3;
let folders: TestFolders;

beforeAll(async () => {
  folders = await makeTestFolders();
});

afterAll(() => folders?.remove());

test('a suspended process keeps its database: another one is refused, and nothing acknowledged is lost', async () => {
  const place = { dir: folders.dir('suspended'), template: folders.template };
  expect(await suspendAndRefuse(place, rounds)).toMatchObject({ rounds });
});

test('a process that wakes up after another machine took its database over ends without a write', async () => {
  const place = { dir: folders.dir('taken-over'), template: folders.template };
  expect(await suspendAndTakeOver(place, rounds)).toMatchObject({ rounds });
});

/** Everything in a folder that a write changes. */
function stateOf(dir: string): string[] {
  return fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeNs } = fs.statSync(path.join(dir, name), { bigint: true });
    return `${name} ${size} ${mtimeNs}`;
  });
}

test('not one byte is written after a takeover, not even by a query that was running', async () => {
  const dir = folders.dir('fenced');
  let isLost = false;
  const database = await openEmbeddedDatabase({ dir, template: folders.template, onLost: () => (isLost = true) });
  // In one message, so that the thread hears of nothing between its parts.
  const running = database.pool.query(`SELECT pg_sleep(4); INSERT INTO kept VALUES (1)`);
  await sleep(500);
  const foreign = { pid: 1, host: 'elsewhere.example', id: 'another' };
  fs.writeFileSync(lockFile(dir), JSON.stringify(foreign));
  const before = stateOf(dir);
  await expect(running).rejects.toMatchObject({ code: '57P02' });
  await expect.poll(() => isLost).toBe(true);
  expect(stateOf(dir)).toEqual(before);
  await database.close();
  expect(JSON.parse(fs.readFileSync(lockFile(dir), 'utf8'))).toEqual(foreign);
});

test('a lock that an operator deleted is refused all the same while its process lives', async () => {
  const { template } = folders;
  const dir = folders.dir('deleted');
  let isLost = false;
  const database = await openEmbeddedDatabase({ dir, template, onLost: () => (isLost = true) });
  fs.rmSync(lockFile(dir));
  await expect(openEmbeddedDatabase({ dir, template })).rejects.toThrow(FolderInUseError);
  // Its own proof is gone with the file: it stops rather than write without one.
  await expect
    .poll(
      () =>
        database.pool.query('INSERT INTO kept VALUES (1)').then(
          () => isLost,
          () => isLost,
        ),
      { timeout: 15_000 },
    )
    .toBe(true);
  await database.close();
});

test('a process that stood still longer than its lease goes on when nobody took it over', async () => {
  const times = { renewMs: 20, leaseMs: 60, takeoverMs: 90 };
  const lock = { machine: 'alone.example', times };
  const database = await openEmbeddedDatabase({ dir: folders.dir('alone'), template: folders.template, lock });
  // A query that computes keeps the thread from renewing.
  await database.pool.query('SELECT pg_sleep(0.3)');
  await database.pool.query('INSERT INTO kept VALUES (1)');
  expect((await database.pool.query('SELECT id FROM kept')).rows).toEqual([{ id: 1 }]);
  await database.close();
});
