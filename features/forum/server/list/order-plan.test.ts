import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forum } from '#features/forum/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { type PostFilter, postIdsByActivity } from '#features/forum/server/posts-store.ts';

/** Enough for the plans of a large site. */
const POSTS = 100_000;
/** A day has so many posts: the time in which posts count as unread has a few thousand. */
const PER_DAY = 50;
const NOW = new Date('2026-06-01T12:00:00Z');
const SINCE = new Date(NOW.getTime() - forum.unreadDays * 24 * 3_600_000);

let world: World;
let newcomer: FixtureMember;
let reader: FixtureMember;
beforeAll(async () => {
  world = await openWorld({ work: false, clock: NOW });
  [newcomer, reader] = [await world.member(), await world.member()];
  const id = await makePost(world.ctx, await world.member());
  const { rows } = world.ctx.db;
  const names = await rows<{ name: string }>(sql`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_name = 'forum_posts' AND is_generated = 'NEVER' ORDER BY ordinal_position`);
  const created = `created_at - n * interval '${24 * 3600} seconds' / ${PER_DAY}`;
  const special: Record<string, string> = {
    id: 'gen_random_uuid()',
    submit_id: 'gen_random_uuid()',
    created_at: created,
    // A third has replies, up to a week later; one of a thousand is in a category that few use.
    last_reply_at: `CASE WHEN n % 3 = 0 THEN ${created} + (n % 7) * interval '1 day' END`,
    reply_count: 'CASE WHEN n % 3 = 0 THEN 1 ELSE 0 END',
    category_name: `CASE WHEN n % 1000 = 0 THEN 'dox' WHEN n % 4 = 0 THEN 'music' END`,
    is_adult: 'n % 50 = 0',
    state: `CASE WHEN n % 100 = 99 THEN 'removed' ELSE state END`,
  };
  await rows(sql`
    INSERT INTO forum_posts (${sql.raw(names.map(({ name }) => name).join(', '))})
    SELECT ${sql.raw(names.map(({ name }) => special[name] ?? name).join(', '))}
    FROM forum_posts, generate_series(1, ${POSTS}::int) n WHERE id = ${id}`);
  // One has read everything there is.
  await rows(sql`
    INSERT INTO post_readers (profile_id, post_id, last_read_at, replies_read)
    SELECT ${reader.profileId}::uuid, id, ${NOW}::timestamptz, 1 FROM forum_posts`);
  await rows(sql`VACUUM ANALYZE forum_posts`);
  await rows(sql`VACUUM ANALYZE post_readers`);
}, 240_000);
afterAll(() => world.close());

const all: PostFilter = { name: null, categoryId: null, authorId: null, adult: true, unblocked: sql``, listed: sql`` };
const deep = { at: new Date(NOW.getTime() - 30 * 24 * 3_600_000), id: '00000000-0000-7000-8000-000000000000' };

/** A node of a plan, as the database explains it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** What the query of a page does: the names of its steps and indexes, and how many rows of posts it reads. */
async function planOf(
  filter: Partial<PostFilter>,
  unread: FixtureMember | null,
  after: typeof deep | null,
): Promise<{ steps: string[]; read: number }> {
  let nodes: PlanNode[] = [];
  const explained = {
    async rows(query: SQL) {
      const [row] = await world.ctx.db.rows<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
        sql`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`,
      );
      nodes = nodesOf(row!['QUERY PLAN'][0]!.Plan);
      return [];
    },
  } as unknown as Executor;
  const of = unread && { profileId: unread.profileId, since: SINCE };
  await postIdsByActivity(explained, { ...all, ...filter }, of, after, forum.postsPerPage + 1);
  const posts = nodes.filter((node) => node['Relation Name'] === 'forum_posts');
  const rows = (node: PlanNode) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return {
    steps: nodes.flatMap((node) => [node['Node Type'], node['Index Name'] ?? '']),
    read: posts.reduce((sum, node) => sum + rows(node), 0),
  };
}

describe.each([
  ['from its beginning', null],
  ['from its middle', deep],
] as const)('the order of many posts by their last reply, %s', (_, after) => {
  it.each([
    ['of all', {}],
    ['without 18+', { adult: false }],
    ['of a category that many use', { name: 'music' }],
  ])('%s, is that of its index: a page reads little more than it shows', async (_of, filter) => {
    const { steps, read } = await planOf(filter, null, after);
    expect(steps).toContain('forum_posts_active_idx');
    expect(steps).not.toContain('Sort');
    expect(steps).not.toContain('Seq Scan');
    expect(read).toBeLessThan(forum.postsPerPage * 8);
  });

  it('of a category that few use, reads that category alone', async () => {
    const { steps, read } = await planOf({ name: 'dox' }, null, after);
    expect(steps).not.toContain('Seq Scan');
    expect(read).toBeLessThan(500);
  });

  it('of what a newcomer has not read, reads little more than it shows', async () => {
    const { steps, read } = await planOf({}, newcomer, after);
    expect(steps).toContain('forum_posts_active_idx');
    expect(steps).not.toContain('Seq Scan');
    expect(read).toBeLessThan(forum.postsPerPage * 8);
  });

  it('of what somebody has not read who has read everything, ends with the time in which posts count as unread', async () => {
    const { steps, read } = await planOf({}, reader, after);
    expect(steps).toContain('forum_posts_active_idx');
    expect(steps).not.toContain('Seq Scan');
    // Replies up to a week later bring a few older ones into it.
    expect(read).toBeLessThan((forum.unreadDays + 8) * PER_DAY);
    expect(read).toBeGreaterThan(1000);
  });
});
