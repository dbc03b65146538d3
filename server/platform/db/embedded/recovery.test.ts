import fs from 'node:fs';
import os from 'node:os';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWriter, until } from './worker/crash-child-process.ts';
import type { Writer } from './worker/crash-child-process.ts';
import { FolderInUseError, openEmbeddedDatabase } from './index.ts';
import type { EmbeddedDatabase, EmbeddedDatabaseOptions } from './index.ts';
import { lockFile } from './files/lock.ts';
import { makeTestFolders } from './test-folders.ts';
import type { TestFolders } from './test-folders.ts';
import { WorkerHost } from './worker/worker-host.ts';

let folders: TestFolders;
const opened: EmbeddedDatabase[] = [];
const writers: Writer[] = [];
const logged: string[] = [];

beforeAll(async () => {
  folders = await makeTestFolders();
});

afterEach(async () => {
  for (const writer of writers.splice(0)) writer.signal('SIGKILL');
  for (const database of opened.splice(0)) await database.close();
});

afterAll(() => folders?.remove());

async function open(name: string, more: Partial<EmbeddedDatabaseOptions> = {}): Promise<EmbeddedDatabase> {
  const log = (level: string, message: string): void => void logged.push(`${level}: ${message}`);
  const database = await openEmbeddedDatabase({ dir: folders.dir(name), template: folders.template, log, ...more });
  opened.push(database);
  return database;
}

test('a new folder starts from the template, and an existing one never reads it', async () => {
  const first = await open('template');
  await first.pool.query('INSERT INTO kept VALUES (7)');
  await first.close();
  const again = await open('template', { template: '/nowhere' });
  expect((await again.pool.query('SELECT id FROM kept')).rows).toEqual([{ id: 7 }]);
});

test('a half-made database of a killed start is made again; a folder with something else is refused', async () => {
  fs.mkdirSync(`${folders.dir('half')}.new/base`, { recursive: true });
  fs.mkdirSync(folders.dir('half'));
  const database = await open('half');
  expect((await database.pool.query('SELECT count(*)::int AS count FROM kept')).rows).toEqual([{ count: 0 }]);
  expect(fs.existsSync(`${folders.dir('half')}.new`)).toBe(false);

  fs.mkdirSync(folders.dir('other'));
  fs.writeFileSync(`${folders.dir('other')}/photo.jpg`, '');
  await expect(open('other')).rejects.toThrow('is not empty');
  expect(fs.existsSync(lockFile(folders.dir('other')))).toBe(false);
});

test('a second opening is refused in a clear sentence, in this process and in another', async () => {
  const database = await open('held');
  await expect(open('held')).rejects.toThrow(FolderInUseError);
  await expect(open('held')).rejects.toThrow('already open in this process');
  const second = startWriter(folders.dir('held'), folders.template);
  await second.ended;
  const errors = second.errors();
  expect(errors).toContain(`${folders.dir('held')} is in use by process ${process.pid} on host ${os.hostname()}`);
  expect(errors).toContain('Stop that process');
  await database.pool.query('INSERT INTO kept VALUES (1)');
  await database.close();
  await open('held');
});

test('a lock whose process id was given to another is taken over, a foreign one with a pulse is not', async () => {
  const file = lockFile(folders.dir('stale'));
  const { started: _, ...self } = { pid: process.pid, host: os.hostname(), space: null as string | null, started: '' };
  if (process.platform === 'linux') self.space = fs.readlinkSync('/proc/self/ns/pid');
  fs.writeFileSync(file, JSON.stringify({ ...self, started: '1' }));
  const database = await open('stale');
  await database.close();

  fs.writeFileSync(file, JSON.stringify({ ...self, host: 'elsewhere', started: '1' }));
  const pulse = setInterval(() => fs.utimesSync(file, new Date(), new Date()), 200);
  await expect(open('stale')).rejects.toThrow('on host elsewhere');
  clearInterval(pulse);
  fs.rmSync(file);
});

test('kill -9 loses no acknowledged insert, and the lock left behind is no obstacle', async () => {
  let acknowledged: number[] = [];
  for (let round = 0; round < 2; round++) {
    const writer = startWriter(folders.dir('killed'), folders.template);
    writers.push(writer);
    await until(() => writer.acknowledged().length > 150 * (round + 1), 'acknowledged inserts');
    writer.signal('SIGKILL');
    await writer.ended;
    acknowledged = [...acknowledged, ...writer.acknowledged()];
  }
  expect(acknowledged.length).toBeGreaterThan(400);
  const database = await open('killed');
  const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM kept');
  const stored = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});

test('a runaway query is stopped, its clients get a pg error, and the pool works again', async () => {
  const { pool } = await open('runaway', { runawayMs: 400 });
  const listener = await pool.connect();
  const lost = new Promise<Error & { code?: string }>((resolve) => listener.once('error', resolve));
  await pool.query('INSERT INTO kept VALUES (1)');
  const runaway = pool.query('SELECT count(*) FROM generate_series(1, 1000000000000)');
  const waiting = pool.query('SELECT 1');
  const refusals = await Promise.allSettled([runaway, waiting]);
  expect(refusals.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(['57P01', '57P01']);
  expect((await lost).code).toBe('57P01');
  listener.release(true);
  expect((await pool.query('SELECT id FROM kept')).rows).toEqual([{ id: 1 }]);
  expect(logged).toContain('error: A query ran too long. The database is stopped and opened again.');
});

test('a crash of the worker ends its clients with a pg error, and the next one finds the database again', async () => {
  const dir = folders.dir('crashed');
  await (await open('crashed')).close();
  const host = new WorkerHost({
    dir,
    lease: null,
    idleInTransactionMs: 30_000,
    runawayMs: 30_000,
    log: () => {},
    onLost: () => {},
    onReserveUsed: () => {},
  });
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ stream: () => host.openStream(), ssl: false, user: 'postgres', password: '' });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const client = await connect();
  await client.query('INSERT INTO kept VALUES (1)');
  const lost = new Promise<Error & { code?: string }>((resolve) => client.once('error', resolve));
  await (await host.ready()).terminate();
  expect((await lost).code).toBe('57P02');
  const next = await connect();
  expect((await next.query('SELECT id FROM kept')).rows).toEqual([{ id: 1 }]);
  await next.end();
  await host.close();
});

test('a transaction that asked for time gets it', async () => {
  const { pool } = await open('patient', { runawayMs: 200 });
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(`SET LOCAL statement_timeout = '1min'`);
  expect((await client.query('SELECT pg_sleep(0.7), 1 AS one')).rows[0].one).toBe(1);
  await client.query('COMMIT');
  await expect(client.query('SELECT pg_sleep(5)')).rejects.toMatchObject({ code: '57P01' });
  client.release(true);
});

test('closing ends the database cleanly, even when a client is still out', async () => {
  const database = await open('closing');
  const client = await database.pool.connect();
  await client.query('BEGIN');
  client.on('end', () => client.release(true));
  const closed = database.close();
  await closed;
  await expect(database.pool.query('SELECT 1')).rejects.toThrow();
  expect(fs.existsSync(lockFile(folders.dir('closing')))).toBe(false);
});
