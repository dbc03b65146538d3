import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePost } from '#features/forum/server/fixtures.ts';
import { serverUrl } from '#site/testing/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { isTimeout, makeDatabase, sql } from './database.ts';
import { outageOf } from './outage.ts';
import { ServerPool } from './server-pool.ts';

/** A way to the server that can be made to hang, as a machine does that is suspended: nothing is closed, nothing comes. */
async function makeWay(url: URL): Promise<{ url: string; freeze(): void; thaw(): void; close(): void }> {
  const sockets = new Set<net.Socket>();
  let isFrozen = false;
  const server = net.createServer((client) => {
    const far = net.connect(Number(url.port || 5432), url.hostname);
    for (const socket of [client, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
      if (isFrozen) socket.pause();
    }
    client.pipe(far);
    far.pipe(client);
    if (isFrozen) for (const socket of [client, far]) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const way = new URL(url);
  way.hostname = '127.0.0.1';
  way.port = String((server.address() as net.AddressInfo).port);
  return {
    url: way.href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** What a promise was refused with, and after how many milliseconds. */
async function refusal(work: Promise<unknown>): Promise<{ outage: string | null; ms: number }> {
  const started = performance.now();
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return { outage: outageOf(error), ms: performance.now() - started };
}

const noOutages = { note: () => null };

describe('on a database server', () => {
  let world: World;

  beforeAll(async () => {
    world = await openWorld();
  });

  afterAll(() => world?.close());

  test('a server that hangs without closing is noticed, and used again when it answers', async () => {
    const way = await makeWay(new URL(serverUrl));
    const pool = new ServerPool(way.url, 4, pino({ level: 'silent' }), noOutages);
    try {
      await pool.query('SELECT 1');
      // The one that asks has its connection.
      await sleep(1_500);
      way.freeze();
      const { outage, ms } = await refusal(pool.query('SELECT 1'));
      expect(outage).toBe('away');
      // The system would give the connection up after a quarter of an hour; the pool's own limit is below five seconds.
      expect(ms).toBeLessThan(30_000);
      // The next ones do not wait for it again.
      const next = await refusal(pool.query('SELECT 1'));
      expect(next.outage).toBe('away');
      expect(next.ms).toBeLessThan(ms / 2);
      way.thaw();
      await expect
        .poll(
          () =>
            pool.query('SELECT 1').then(
              () => 'answers',
              () => 'away',
            ),
          { timeout: 60_000 },
        )
        .toBe('answers');
    } finally {
      await pool.end();
      way.close();
    }
  });

  test('writers leave connections for reads, and wait for a turn no longer than 5 s', async () => {
    const pool = new ServerPool(serverUrl, 10, pino({ level: 'silent' }), noOutages);
    const db = makeDatabase(pool, { onHookError: () => {} });
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    try {
      const writers = Array.from({ length: 20 }, () => db.tx(() => held).catch((error: unknown) => outageOf(error)));
      await sleep(200);
      expect(await db.rows(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
      expect(pool.totalCount).toBeLessThanOrEqual(7);
      await expect
        .poll(() => Promise.race([Promise.all(writers.slice(6)), sleep(10, null)]), { timeout: 60_000 })
        .toEqual(Array.from({ length: 14 }, () => 'busy'));
      letGo();
      await Promise.all(writers);
    } finally {
      letGo();
      await pool.end();
    }
  });

  test('a transaction that met another one in a circle runs again, without what the failed try has left', async () => {
    const pool = new ServerPool(serverUrl, 10, pino({ level: 'silent' }), noOutages);
    const repeats: unknown[] = [];
    const db = makeDatabase(pool, { onHookError: () => {}, onRepeat: (error) => repeats.push(error) });
    try {
      await pool.query('CREATE TABLE circle (id int PRIMARY KEY, times int NOT NULL)');
      await pool.query('INSERT INTO circle VALUES (1, 0), (2, 0)');
      const hooks: string[] = [];
      const has = { 1: Promise.withResolvers<void>(), 2: Promise.withResolvers<void>() };
      const both = (first: 1 | 2, second: 1 | 2) =>
        db.tx(async (tx) => {
          tx.afterCommit(() => void hooks.push(`${first}${second}`));
          await tx.rows(sql`UPDATE circle SET times = times + 1 WHERE id = ${first}`);
          has[first].resolve();
          await has[second].promise;
          await tx.rows(sql`UPDATE circle SET times = times + 1 WHERE id = ${second}`);
        });
      await Promise.all([both(1, 2), both(2, 1)]);
      // The server may end both of them, where they look for the circle at the same moment.
      expect(new Set(repeats.map((error) => (error as { code: string }).code))).toEqual(new Set(['40P01']));
      expect(hooks.toSorted()).toEqual(['12', '21']);
      expect(await db.rows(sql`SELECT times FROM circle`)).toEqual([{ times: 2 }, { times: 2 }]);
    } finally {
      await pool.query('DROP TABLE IF EXISTS circle');
      await pool.end();
    }
  });

  test('whatever the database ends for the sake of another one is repeated three times, and other failures never', async () => {
    const pool = new ServerPool(serverUrl, 10, pino({ level: 'silent' }), noOutages);
    const db = makeDatabase(pool, { onHookError: () => {} });
    try {
      await pool.query(`
        CREATE SEQUENCE tries; CREATE TABLE done (id bigint NOT NULL);
        CREATE FUNCTION fail_before(try int, code text) RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE now bigint := nextval('tries');
        BEGIN
          IF now < try THEN RAISE EXCEPTION USING ERRCODE = code; END IF;
          RETURN now;
        END $$`);
      const write = (before: number, code: string) =>
        sql`INSERT INTO done SELECT fail_before(${before}, ${code}) RETURNING id`;
      const ways = {
        tx: (before: number, code: string) => db.tx((tx) => tx.rows(write(before, code))),
        behind: (before: number, code: string) => db.behind('circle', 'circle').rows(write(before, code)),
        alone: (before: number, code: string) => db.rows(write(before, code)),
      };
      for (const [name, way] of Object.entries(ways))
        for (const [code, before, tries] of [
          ['40P01', 4, 4],
          ['40001', 4, 4],
          ['40P01', 9, 4],
          ['55P03', 9, 1],
        ] as const) {
          await pool.query("SELECT setval('tries', 1, false)");
          await way(before, code).catch((error: unknown) => expect(outageOf(error)).toBe('busy'));
          const [row] = await db.rows<{ last: number }>(sql`SELECT last_value::int AS last FROM tries`);
          expect([name, code, row!.last]).toEqual([name, code, tries]);
          expect(await db.rows(sql`DELETE FROM done RETURNING id`)).toHaveLength(before === 4 ? 1 : 0);
        }
    } finally {
      await pool.query('DROP FUNCTION IF EXISTS fail_before; DROP SEQUENCE IF EXISTS tries; DROP TABLE IF EXISTS done');
      await pool.end();
    }
  });

  test('the server ends a read that takes longer than it may, and the connection is used on', async () => {
    const pool = new ServerPool(serverUrl, 1, pino({ level: 'silent' }), noOutages);
    const db = makeDatabase(pool, { onHookError: () => {} });
    try {
      const slow = db.reading(50, (reader) => reader.rows(sql`SELECT pg_sleep(20)::text AS slept`));
      await expect(slow).rejects.toSatisfy(isTimeout);
      expect(await db.reading(50, (reader) => reader.rows(sql`SELECT 1 AS one`))).toEqual([{ one: 1 }]);
      await expect(db.reading(1000, () => db.rows(sql`SELECT 1 AS one`))).rejects.toThrow('inside a transaction');
    } finally {
      await pool.end();
    }
  });

  test('a locked table takes its own pages down and no others', async () => {
    const author = await world.member();
    const postId = await makePost(world.ctx, author);
    const locker = new pg.Client({ connectionString: world.ctx.config.databaseUrl! });
    await locker.connect();
    try {
      await locker.query('BEGIN');
      await locker.query('LOCK TABLE post_replies IN ACCESS EXCLUSIVE MODE');
      const readLocked = async (): Promise<number> =>
        (await world.call('GET /forum/posts/:postId/replies', { params: { postId } })).status;
      expect(await Promise.all(Array.from({ length: 12 }, readLocked))).toEqual(Array.from({ length: 12 }, () => 503));
      // More of them than there are connections: those that wait must not be in the way of the others.
      const began = performance.now();
      let lockedMs = 0;
      const locked = Promise.all(
        Array.from({ length: 60 }, async () => {
          const status = await readLocked();
          lockedMs = performance.now() - began;
          return status;
        }),
      );
      await sleep(100);
      const started = performance.now();
      expect((await world.call('GET /announcements', {}, author)).status).toBe(200);
      const freeMs = performance.now() - started;
      expect(new Set(await locked)).toEqual(new Set([503]));
      // Those wait for the table until their limit of some seconds; it waits for none of them.
      expect(freeMs).toBeLessThan(lockedMs / 2);
      await locker.query('ROLLBACK');
      await expect.poll(readLocked, { timeout: 60_000 }).toBe(200);
    } finally {
      await locker.end();
    }
  });
});
