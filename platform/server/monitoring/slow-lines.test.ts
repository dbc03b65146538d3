import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { features } from '#site/server/app.ts';
import { openSite } from '#site/server/site.ts';
import { type World, openWorld } from '#site/testing/world.ts';

const slowDocuments: Feature = {
  name: 'slow',
  documents: [
    {
      method: 'GET',
      path: '/slow/:word',
      access: 'public',
      summary: 'Answers late.',
      handle: async () => {
        await sleep(60);
        return { contentType: 'text/plain', body: 'late' };
      },
    },
  ],
};

let world: World;
beforeAll(async () => {
  world = await openWorld({
    features: [...features, slowDocuments],
    environment: { SLOW_REQUEST_MS: '50', SLOW_QUERY_MS: '50' },
  });
});
afterAll(() => world.close());

/** The warnings of what `work` does that have this text. */
async function warnings(text: string, work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const warn = vi.spyOn(world.ctx.log, 'warn');
  try {
    await work();
    return warn.mock.calls.filter((call) => call[1] === text).map(([about]) => about as Record<string, unknown>);
  } finally {
    warn.mockRestore();
  }
}

describe('a slow request', () => {
  test('has a line with its route, without what a member wrote', async () => {
    const lines = await warnings('slow request', () => world.get('/slow/private?q=private'));
    expect(lines).toEqual([
      { requestId: expect.any(String), method: 'GET', route: '/slow/:word', status: 200, ms: expect.any(Number) },
    ]);
    expect(JSON.stringify(lines)).not.toContain('private');
  });

  test('has none where it is quick', async () => {
    expect(await warnings('slow request', () => world.get('/healthz'))).toEqual([]);
  });
});

describe('a slow query', () => {
  test('has a line with its name and rows, without values and texts', async () => {
    const lines = await warnings('slow query', () =>
      world.ctx.db.rows(sql`SELECT 'private' AS word, pg_sleep(0.06)::text FROM (VALUES (${'private'})) AS v (one)`),
    );
    expect(lines).toEqual([
      {
        query: expect.stringMatching(/^select/),
        ms: expect.any(Number),
        rows: 1,
        statement: "SELECT '…' AS word, pg_sleep(0.06)::text FROM (VALUES ($1)) AS v (one)",
      },
    ]);
  });

  test('has one where it failed, and none where it is quick', async () => {
    const lines = await warnings('slow query', async () => {
      await world.ctx.db.rows(sql`SELECT name FROM site_settings WHERE name = ${'private'}`);
      await world.ctx.db
        .reading(60, (reader) => reader.rows(sql`SELECT pg_sleep(5)::text FROM site_settings_of_nobody`))
        .catch(() => {});
      await world.ctx.db.reading(60, (reader) => reader.rows(sql`SELECT pg_sleep(5)::text AS slept`)).catch(() => {});
    });
    expect(lines).toMatchObject([{ query: 'select', isFailed: true }]);
  });
});

test('the level of the log changes in every process while they run, and goes back', async () => {
  const other = await openSite(world.ctx.config, pino({ level: 'fatal' }), { pages: false, work: false });
  const levels = (): string[] => [world.ctx.log.level, other.ctx.log.level];
  try {
    const started = levels();
    await setSiteSetting(world.ctx, 'logLevel', 'silent');
    await expect.poll(levels).toEqual(['silent', 'silent']);
    await setSiteSetting(other.ctx, 'logLevel', 'configured');
    await expect.poll(levels).toEqual(started);
    await expect(setSiteSetting(world.ctx, 'logLevel', 'loud')).rejects.toThrow();
  } finally {
    await other.close();
  }
});
