import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makeItem, sharedType } from './fixtures.ts';
import { type ItemFilter, type ItemPlace, itemIds } from './store.ts';

/** Rows of each list: enough that reading all of them is dearer than any index. */
const ROWS = 3000;

let world: World;
beforeAll(async () => {
  world = await openWorld({ work: false });
  const author = await world.member({ createdAt: new Date('2020-01-01') });
  for (const kind of ['song', 'drumkit'] as const) {
    const { table, columns } = sharedType(kind).descriptor;
    const id = await makeItem(world.ctx, kind, author);
    const { rows } = world.ctx.db;
    const names = await rows<{ name: string }>(sql`
      SELECT column_name AS name FROM information_schema.columns WHERE table_name = ${table} AND is_generated = 'NEVER' ORDER BY ordinal_position`);
    const special: Record<string, string> = {
      id: 'gen_random_uuid()',
      submit_id: 'gen_random_uuid()',
      title: `'Thing ' || n`,
      search_text: `'thing ' || n || ' by hand number ' || md5(n::text)`,
      tags: `ARRAY['common', 'tag ' || n % 500]`,
      like_count: 'n % 97',
      created_at: `created_at - n * interval '1 minute'`,
      ...(columns.type && { [columns.type]: `CASE WHEN n % 10 = 0 THEN 'bandcamp' ELSE 'soundcloud' END` }),
    };
    const values = names.map(({ name }) => special[name] ?? name);
    await rows(sql`
      INSERT INTO ${sql.raw(table)} (${sql.raw(names.map(({ name }) => name).join(', '))})
      SELECT ${sql.raw(values.join(', '))} FROM ${sql.raw(table)}, generate_series(1, ${ROWS}) n WHERE id = ${id}`);
    await rows(sql`VACUUM ANALYZE ${sql.raw(table)}`);
  }
});
afterAll(() => world.close());

const all: ItemFilter = { type: null, tag: null, search: '', authorId: null, adult: false, unblocked: sql`` };
const middle: ItemPlace = {
  at: new Date(Date.now() - ROWS * 30_000),
  id: '00000000-0000-7000-8000-000000000000',
  likes: 48,
};

/** The plan of a list's query, as the database makes it. */
async function planOf(
  kind: 'song' | 'drumkit',
  filter: Partial<ItemFilter>,
  order: 'newest' | 'most-liked',
  after: ItemPlace | null,
): Promise<string> {
  let lines: Record<string, string>[] = [];
  const explained = {
    orm: world.ctx.db.orm,
    rows: async (query: SQL) => (lines = await world.ctx.db.rows(sql`EXPLAIN ${query}`)),
  } as unknown as Executor;
  await itemIds(explained, sharedType(kind), { ...all, ...filter }, order, after, 21);
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}

describe.each([
  ['song', {}, 'newest', 'songs_newest_idx'],
  ['song', {}, 'most-liked', 'songs_liked_idx'],
  ['song', { type: 'bandcamp' }, 'newest', 'songs_type_newest_idx'],
  ['song', { type: 'bandcamp' }, 'most-liked', 'songs_type_liked_idx'],
  ['drumkit', {}, 'newest', 'drumkits_newest_idx'],
  ['drumkit', {}, 'most-liked', 'drumkits_liked_idx'],
] as const)('the list of %s with %j, %s', (kind, filter, order, index) => {
  it.each([
    ['from its beginning', null],
    ['from its middle', middle],
  ])('is read in the order of its index, %s', async (_, after) => {
    const plan = await planOf(kind, filter, order, after);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  });
});

it('a rare tag and a rare word are found by their indexes', async () => {
  expect(await planOf('song', { tag: 'tag 77' }, 'newest', null)).toContain('songs_tags_idx');
  expect(await planOf('song', { search: 'number 7f6ffaa6bb0b' }, 'most-liked', null)).toContain('songs_search_idx');
});
