import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SQL, sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { authorCounts, queuePage } from './queue-lists.ts';
import { takenItems } from './queue-store.ts';

/** Enough for the planner to choose as it does for 100,000. */
const ITEMS = 10_000;

let world: World;
beforeAll(async () => {
  world = await openWorld({ work: false });
  // A tenth each of held and pending items; one of a thousand is about a profile. The last tenth is decided.
  await world.ctx.db.rows(sql`
    INSERT INTO queue_items (id, content_kind, content_id, thread_id, author_id, state, priority, report_count, hold_reasons, needs_approval, decision, decided_at, opened_by, opened_at, created_at)
    SELECT gen_random_uuid(), CASE WHEN n % 1000 = 0 THEN 'profile' ELSE 'forum_post' END, gen_random_uuid(), gen_random_uuid(), ('00000000-0000-7000-8000-' || lpad((n % 100)::text, 12, '0'))::uuid,
      CASE WHEN n > ${ITEMS}::int THEN 'decided' ELSE 'open' END, 1 + n % 4, CASE WHEN n % 10 < 8 THEN 1 ELSE 0 END,
      CASE WHEN n % 10 = 8 THEN '{phone number}'::text[] END, n % 10 = 9, CASE WHEN n > ${ITEMS}::int THEN 'keep' END,
      CASE WHEN n > ${ITEMS}::int THEN now() END, CASE WHEN n % 1000 = 7 THEN gen_random_uuid() END, CASE WHEN n % 1000 = 7 THEN ${new Date('2026-01-02')}::timestamptz END, ${new Date('2026-01-01')}::timestamptz + n * interval '1 second'
    FROM generate_series(1, ${ITEMS + ITEMS / 10}::int) n`);
  await world.ctx.db.rows(sql`ANALYZE queue_items`);
});
afterAll(() => world.close());

/** The query that a function of the store runs, and its plan. */
async function planOf(run: (db: { rows(query: SQL): Promise<never[]> }) => Promise<unknown>): Promise<string> {
  let plan = '';
  await run({
    async rows(query) {
      const lines = await world.ctx.db.rows<{ 'QUERY PLAN': string }>(sql`EXPLAIN (ANALYZE, BUFFERS) ${query}`);
      plan = lines.map((line) => line['QUERY PLAN']).join('\n');
      return [];
    },
  });
  return plan;
}

const page = (filter: Partial<Parameters<typeof queuePage>[1]>, after: Parameters<typeof queuePage>[2] = null) =>
  planOf((db) => queuePage(db as never, { state: 'open', ...filter }, after, 31));
const deep = { priority: 3, at: new Date('2026-01-01T01:00Z'), id: '00000000-0000-7000-8000-000000000000' };

it('a page of the queue is read by an index, whatever is filtered and however long the queue is', async () => {
  for (const [plan, index] of [
    [await page({}), 'queue_items_open_idx'],
    [await page({}, deep), 'queue_items_open_idx'],
    [await page({ cause: 'hold' }, deep), 'queue_items_held_idx'],
    [await page({ cause: 'approval' }), 'queue_items_approval_idx'],
    [await page({ kind: 'profile' }), 'queue_items_open_kind_idx'],
    [await page({ state: 'decided' }), 'queue_items_decided_idx'],
    [await planOf((db) => takenItems(db as never, new Date('2026-01-01'), 200)), 'queue_items_taken_idx'],
    [await page({ state: 'decided', kind: 'profile' }), 'queue_items_decided_kind_idx'],
  ] as const) {
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
    expect(plan).not.toMatch(/Sort/);
    // Read and thrown away is little: the index has the order and the condition.
    for (const [, removed] of plan.matchAll(/Rows Removed by Filter: (\d+)/g))
      expect(Number(removed)).toBeLessThan(200);
  }
  for (const plan of [
    await page({ author: '00000000-0000-7000-8000-000000000007' }),
    await page({ subject: '00000000-0000-7000-8000-000000000007' }),
    await planOf((db) => authorCounts(db as never, ['00000000-0000-7000-8000-000000000007'], 200)),
  ])
    expect(plan).not.toContain('Seq Scan on queue_items');
});
