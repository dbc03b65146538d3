import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedDatabase } from '#server/platform/db/embedded/index.ts';
import type { EmbeddedDatabase } from '#server/platform/db/embedded/index.ts';

let place: string;
let database: EmbeddedDatabase;
let pool: pg.Pool;
const warnings: string[] = [];

beforeAll(async () => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), 'looproom-embedded-'));
  database = await openEmbeddedDatabase({
    dir: path.join(place, 'postgres'),
    poolSize: 24,
    idleInTransactionMs: 300,
    log: (_level, message) => warnings.push(message),
  });
  pool = database.pool;
  await pool.query('CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent; CREATE TABLE kept (id int PRIMARY KEY)');
  await pool.query('CREATE TABLE counter (id int PRIMARY KEY, value int NOT NULL); INSERT INTO counter VALUES (1, 0)');
});

afterAll(async () => {
  await database?.close();
  fs.rmSync(place, { recursive: true, force: true });
});

async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('it is a PostgreSQL in UTF-8 and UTC that syncs, with the extensions', async () => {
  const { rows } = await pool.query(`SELECT current_setting('server_encoding') AS encoding,
    current_setting('TimeZone') AS zone, current_setting('fsync') AS fsync,
    current_setting('wal_sync_method') AS method,
    current_setting('shared_buffers') AS buffers, current_setting('max_wal_size') AS wal,
    unaccent('Überschön') AS plain, similarity('looproom', 'looproom') > 0.5 AS similar`);
  expect(rows).toEqual([
    {
      encoding: 'UTF8',
      zone: 'UTC',
      fsync: 'on',
      method: 'fsync',
      buffers: '32MB',
      wal: '256MB',
      plain: 'Uberschon',
      similar: true,
    },
  ]);
});

test('twenty transactions at once lose no update and see nothing of each other', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      transaction(async (client) => {
        const before = await client.query('SELECT value FROM counter WHERE id = $1', [1]);
        await pause(index % 3);
        await client.query({
          name: `set-${index % 4}`,
          text: 'UPDATE counter SET value = $1 WHERE id = 1',
          values: [before.rows[0].value + 1],
        });
        const after = await client.query('SELECT value FROM counter WHERE id = 1');
        expect(after.rows[0].value).toBe(before.rows[0].value + 1);
      }),
    ),
  );
  const { rows } = await pool.query('SELECT value FROM counter WHERE id = 1');
  expect(rows[0].value).toBe(20);
});

test('the same statement name means what each client prepared', async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
  const ask = (client: pg.PoolClient, index: number): Promise<pg.QueryResult> =>
    client.query({ name: 'mine', text: `SELECT $1::int + ${index} AS sum`, values: [100] });
  for (let round = 0; round < 3; round++) {
    const results = await Promise.all(clients.map(ask));
    expect(results.map(({ rows }) => rows[0].sum)).toEqual([100, 101, 102, 103]);
  }
  for (const client of clients) client.release(true);
  await pause(50);
  const { rows } = await pool.query(
    `SELECT count(*)::int AS left FROM pg_prepared_statements WHERE statement LIKE '%+ _ AS sum'`,
  );
  expect(rows).toEqual([{ left: 0 }]);
});

test('a notification reaches every client that listens on its channel, and no other', async () => {
  const [first, second, third] = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
  const heard: string[] = [];
  for (const [name, client] of Object.entries({ first, second, third })) {
    client.on('notification', ({ channel, payload }) => heard.push(`${name} ${channel} ${payload}`));
  }
  await first.query('LISTEN news');
  await second.query('LISTEN news; LISTEN "Other"');
  await third.query('LISTEN "Other"');
  await pool.query(`SELECT pg_notify('news', $1)`, ['a']);
  await transaction(async (client) => {
    await client.query(`NOTIFY "Other", 'b'`);
    await pause(30);
    expect(heard.toSorted()).toEqual(['first news a', 'second news a']);
  });
  await pause(30);
  expect(heard.splice(0).toSorted()).toEqual(['first news a', 'second Other b', 'second news a', 'third Other b']);

  await second.query('UNLISTEN news');
  await pool.query(`NOTIFY news, 'c'`);
  third.release(true);
  await pause(30);
  await pool.query(`NOTIFY "Other", 'd'`);
  await pause(30);
  expect(heard.splice(0).toSorted()).toEqual(['first news c', 'second Other d']);

  await second.query('UNLISTEN *');
  first.release(true);
  await pause(30);
  expect((await pool.query('SELECT pg_listening_channels() AS channel')).rows).toEqual([]);
  second.release(true);
});

test('an idle transaction is ended with a pg error, rolled back, and the others go on', async () => {
  const sleeper = await pool.connect();
  const lost = new Promise<Error & { code?: string }>((resolve) => sleeper.once('error', resolve));
  await sleeper.query('BEGIN');
  await sleeper.query('INSERT INTO kept VALUES (1)');
  const waiting = pool.query('SELECT count(*)::int AS count FROM kept WHERE id = 1');
  expect((await lost).code).toBe('25P03');
  expect((await waiting).rows).toEqual([{ count: 0 }]);
  await expect(sleeper.query('SELECT 1')).rejects.toThrow();
  sleeper.release(true);
  expect(warnings).toContain('A transaction was left idle and has been rolled back.');
});

test('a client that leaves inside a transaction is rolled back at once', async () => {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('INSERT INTO kept VALUES (2)');
  const before = warnings.length;
  client.release(true);
  expect((await pool.query('SELECT 1 FROM kept WHERE id = 2')).rows).toEqual([]);
  // By its leaving, not by its idling.
  expect(warnings).toHaveLength(before);
});

test('COPY FROM STDIN is refused both ways, fails its transaction, and the database lives on', async () => {
  await expect(pool.query('COPY kept FROM STDIN')).rejects.toMatchObject({ code: '0A000' });
  await expect(pool.query({ name: 'copy', text: 'COPY kept (id) FROM STDIN' })).rejects.toMatchObject({
    code: '0A000',
  });
  await expect(
    transaction(async (client) => {
      await client.query('INSERT INTO kept VALUES (3)');
      await client.query('copy kept from stdin').catch(() => {});
      await client.query('SELECT 1');
    }),
  ).rejects.toMatchObject({ code: '25P02' });
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  expect((await pool.query('SELECT 1 FROM kept WHERE id = 3')).rows).toEqual([]);
});

test('a failed statement is an ordinary pg error, and a savepoint saves its transaction', async () => {
  await expect(pool.query('INSERT INTO counter VALUES ($1, $2)', [1, 0])).rejects.toMatchObject({
    code: '23505',
    constraint: 'counter_pkey',
    table: 'counter',
    severity: 'ERROR',
  });
  await transaction(async (client) => {
    await client.query('SAVEPOINT here');
    await expect(client.query('SELECT 1/0')).rejects.toMatchObject({ code: '22012' });
    await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('ROLLBACK TO here');
    await client.query('INSERT INTO kept VALUES (4)');
  });
  expect((await pool.query('SELECT id FROM kept WHERE id = 4')).rows).toEqual([{ id: 4 }]);
});

test('big results and big binary parameters arrive whole, with types as pg reads them', async () => {
  const bytes = Buffer.alloc(5_000_000, Buffer.from(Array.from({ length: 251 }, (_, index) => index)));
  const { rows } = await pool.query(
    'SELECT $1::bytea AS bytes, $2::int8 AS big, now() AS at, $3::jsonb AS json, $4::text[] AS list',
    [bytes, '9007199254740993', { a: [1] }, ['x', 'ü"y']],
  );
  expect(Buffer.compare(rows[0].bytes, bytes)).toBe(0);
  expect(rows[0].big).toBe('9007199254740993');
  expect(rows[0].at).toBeInstanceOf(Date);
  expect(rows[0].json).toEqual({ a: [1] });
  expect(rows[0].list).toEqual(['x', 'ü"y']);

  const many = await pool.query(`SELECT id, repeat('x', 100) AS text FROM generate_series(1, 50000) AS id`);
  expect(many.rows.length).toBe(50_000);
  expect(many.rows[49_999]).toEqual({ id: 50_000, text: 'x'.repeat(100) });
});

test('a query that is nested too deeply fails alone', async () => {
  const deep = `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`;
  await expect(pool.query(deep)).rejects.toMatchObject({ severity: 'ERROR' });
  const sum = `SELECT ${Array.from({ length: 30_000 }, () => 'random()').join(' + ')}`;
  await expect(pool.query(sum)).rejects.toMatchObject({ code: '54001' });
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

// How far the pipeline is when the other's answer is read also depends on how busy the machine is.
test('a client that sends a long pipeline does not shut others out', { retry: 2 }, async () => {
  const busy = new pg.Client({ ...pool.options, pipeline: true });
  await busy.connect();
  let done = 0;
  const pipeline = Array.from({ length: 60 }, async () => {
    await busy.query('SELECT count(*) FROM generate_series(1, 20000)');
    done++;
  });
  await pipeline[0];
  await pool.query('SELECT 1');
  expect(done).toBeLessThan(30);
  await Promise.all(pipeline);
  await busy.end();
});

test('maintenance runs while others work, and refreshes the statistics', async () => {
  await pool.query(
    'CREATE TABLE many AS SELECT id FROM generate_series(1, 5000) AS id; DELETE FROM many WHERE id > 2500',
  );
  const others = Array.from({ length: 20 }, () => pool.query('SELECT count(*) FROM many'));
  await database.maintain();
  await Promise.all(others);
  expect((await pool.query(`SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'many'`)).rows).toEqual([
    { rows: 2500 },
  ]);
});

test('a cancel request is answered by nothing worse than a closed connection', async () => {
  const client = await pool.connect();
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
  const { stream } = pool.options as unknown as { stream: () => NodeJS.ReadWriteStream & { connect(): void } };
  const canceller = stream();
  const closed = new Promise((resolve) => canceller.once('close', resolve));
  canceller.connect();
  const request = Buffer.alloc(16);
  for (const [index, value] of [16, 80877102, processID, secretKey].entries()) request.writeInt32BE(value, index * 4);
  canceller.write(request);
  canceller.resume();
  await closed;
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  client.release();
});
