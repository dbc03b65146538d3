import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { people } from '#people/community/contract/limits.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { correct } from '#people/ledger/server/actions.ts';
import { blockMember } from '#people/friends/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { soughtNames } from './rules.ts';
import { countStatistics, countWhenDue } from './store.ts';

let world: World;
/** A Wednesday, so that week and month begin on other days. */
const noon = new Date('2026-05-13T12:00:00Z');
beforeAll(async () => {
  world = await openWorld({ clock: noon });
});
afterAll(() => world.close());

let causes = 0;
const give = (profileId: string, xp: number) =>
  world.ctx.db.tx((tx) => correct(world.ctx, tx, profileId, { xp, credits: 0 }, `for the test ${causes++}`));
const setRole = (profileId: string, role: string | null) =>
  world.ctx.db.rows(
    sql`UPDATE profiles SET custom_role = ${role}, custom_role_source = 'staff' WHERE id = ${profileId}`,
  );

describe('the statistics', () => {
  it('count what readers may see', async () => {
    const before = await world.ok('GET /community/statistics');
    const [author, reader] = [await world.member(), await world.member()];
    const post = await makePost(world.ctx, author);
    await makeReply(world.ctx, reader, post);
    await makePost(world.ctx, reader, { content: 'Held: call +49 170 5550123' });
    await countStatistics(world.ctx.db, noon);
    const counted = await world.ok('GET /community/statistics');
    expect(counted).toMatchObject({
      members: before.members + 2,
      posts: before.posts + 1,
      replies: before.replies + 1,
    });
    expect(counted.xp).toBeGreaterThanOrEqual(25);
    expect(counted.averageXp).toBe(Math.round(counted.xp / counted.members));
  });

  it('know staff and special roles: wanderer, admin and moderator are none', async () => {
    await countStatistics(world.ctx.db, noon);
    const before = await world.ok('GET /community/statistics');
    await world.member({ moderator: true });
    const admin = await world.member({ admin: true });
    await setRole(admin.profileId, 'phantom');
    for (const role of [null, 'wanderer', 'admin', 'moderator', 'legend', 'vip'])
      await setRole((await world.member()).profileId, role);
    await countStatistics(world.ctx.db, noon);
    const after = await world.ok('GET /community/statistics');
    expect(after.staff - before.staff).toBe(2);
    expect(after.specialRoles - before.specialRoles).toBe(2);
    expect(after.members - before.members).toBe(8);
  });

  it('leave out who has left, and are not counted over and over where counting is slow', async () => {
    await countStatistics(world.ctx.db, noon);
    const before = await world.ok('GET /community/statistics');
    const gone = await world.member();
    await world.ctx.db.rows(sql`UPDATE profiles SET user_id = NULL WHERE id = ${gone.profileId}`);
    expect(await countWhenDue(world.ctx.db, noon)).toBe(true);
    expect((await world.ok('GET /community/statistics')).members).toBe(before.members);
    await world.ctx.db.rows(sql`UPDATE site_statistics SET took_ms = 2000`);
    expect(await countWhenDue(world.ctx.db, new Date(noon.getTime() + 199_000))).toBe(false);
    expect(await countWhenDue(world.ctx.db, new Date(noon.getTime() + 200_000))).toBe(true);
  });
});

describe('the members', () => {
  it('are shown with the rank badge, and the latest twelve newest first', async () => {
    const made = [];
    for (let at = 0; at < 13; at++)
      made.push(await world.member({ createdAt: new Date(noon.getTime() + at * 1000), moderator: at === 12 }));
    const { items } = await world.ok('GET /community/newest-members');
    expect(items).toHaveLength(12);
    expect(items[0]).toMatchObject({
      username: made.at(-1)!.username,
      isStaff: true,
      badge: { label: 'Mod' },
      rank: { label: 'Void Emperor' },
    });
    expect(items[1]).toMatchObject({ isStaff: false, badge: { label: 'Wanderer' }, rank: { label: 'Wanderer' } });
  });

  it('are read on by key, each once, in both orders and for each filter', async () => {
    for (let at = 0; at < people.membersPerPage + 6; at++) {
      const { profileId } = await world.member({ moderator: at % 10 === 0 });
      // Many have the same XP: the key must distinguish them.
      await give(profileId, 100 + (at % 3));
    }
    const all = await world.ctx.db.rows<{ id: string; staff: boolean; role: string | null }>(
      sql`SELECT id, is_admin OR is_moderator AS staff, custom_role AS role FROM profiles WHERE user_id IS NOT NULL`,
    );
    const plain = new Set([null, 'wanderer', 'admin', 'moderator']);
    const expected = {
      all: all.length,
      staff: all.filter((row) => row.staff).length,
      special: all.filter((row) => !row.staff && !plain.has(row.role)).length,
    };
    for (const filter of ['all', 'staff', 'special'] as const)
      for (const order of ['xp', 'newest'] as const) {
        const seen: { id: string | null; value: number }[] = [];
        let after: string | undefined;
        do {
          const page = await world.ok('GET /members', { query: { filter, order, ...(after && { after }) } });
          expect(page.items.length).toBeLessThanOrEqual(people.membersPerPage);
          if (page.next !== null) expect(page.items).toHaveLength(people.membersPerPage);
          for (const item of page.items)
            seen.push({ id: item.id, value: order === 'xp' ? item.xp : Date.parse(item.joinedAt) });
          after = page.next ?? undefined;
        } while (after !== undefined);
        expect(new Set(seen.map((one) => one.id)).size).toBe(seen.length);
        expect(seen, `${filter} by ${order}`).toHaveLength(expected[filter]);
        expect(seen.map((one) => one.value)).toEqual(seen.map((one) => one.value).toSorted((one, two) => two - one));
      }
  });

  it('are found by the beginning of either name, in any case, with and without @', async () => {
    const mina = await world.member({ displayName: 'Mina Ülkü' });
    const other = await world.member({ displayName: 'Zoe % Mina' });
    const find = async (q: string) =>
      (await world.ok('GET /members', { query: { q } })).items.map((item) => item.username);
    expect(await find('  MINA   ül ')).toEqual([mina.username]);
    expect(await find(`@${mina.username.toUpperCase()}`)).toEqual([mina.username]);
    expect(await find(mina.username.replaceAll('_', ' '))).toEqual([mina.username]);
    expect(await find('zoe %')).toEqual([other.username]);
    expect(await find('%')).toEqual([]);
    expect(await find('_')).toEqual([]);
    expect(await find('@')).toEqual([]);
    expect(await find("' OR 1=1 --")).toEqual([]);
  });

  it('with the very name come first, and a search that is cut says so', async () => {
    const famous = await world.member({ displayName: 'Twin' });
    await give(famous.profileId, 900);
    const exact = await world.member({ displayName: 'Quartz' });
    const longer = await world.member({ displayName: 'Quartz Seven' });
    await give(longer.profileId, 500);
    const found = await world.ok('GET /members', { query: { q: 'quartz' } });
    expect(found.items.map((item) => item.username)).toEqual([exact.username, longer.username]);
    expect(found).toMatchObject({ next: null, isCut: false });
    for (let at = 0; at < people.searchResults; at++) await world.member({ displayName: `Twin ${at}` });
    const many = await world.ok('GET /members', { query: { q: 'twin' } });
    expect(many.items).toHaveLength(people.searchResults);
    expect(many.items[0]!.username).toBe(famous.username);
    expect(many.isCut).toBe(true);
  });

  it('are searched within a filter', async () => {
    await world.member({ displayName: 'Filter Mod', moderator: true });
    const special = await world.member({ displayName: 'Filter Special' });
    await setRole(special.profileId, 'phantom');
    await world.member({ displayName: 'Filter Plain' });
    const find = async (filter: 'all' | 'staff' | 'special') =>
      (await world.ok('GET /members', { query: { q: 'filter', filter } })).items.map((item) => item.displayName);
    expect(await find('staff')).toEqual(['Filter Mod']);
    expect(await find('special')).toEqual(['Filter Special']);
    expect(new Set(await find('all'))).toEqual(new Set(['Filter Mod', 'Filter Plain', 'Filter Special']));
  });

  it('who are blocked, either way, are in no list of each other, and in those of staff', async () => {
    const [one, two] = [
      await world.member({ displayName: 'Wall One' }),
      await world.member({ displayName: 'Wall Two' }),
    ];
    await give(one.profileId, 5000);
    await give(two.profileId, 5001);
    await blockMember(world.ctx, one.profileId, two.profileId);
    const staff = await world.member({ moderator: true });
    for (const [reader, hidden] of [
      [one, two],
      [two, one],
    ] as const) {
      const lists = [
        await world.ok('GET /members', { query: {} }, reader),
        await world.ok('GET /members', { query: { filter: 'special' } }, reader),
        await world.ok('GET /members', { query: { q: 'wall' } }, reader),
        await world.ok('GET /members', { query: { q: 'wall', filter: 'special' } }, reader),
        await world.ok('GET /community/newest-members', {}, reader),
      ];
      for (const list of lists) expect(list.items.map((item) => item.id)).not.toContain(hidden.profileId);
      for (const period of ['all', 'month', 'week'] as const) {
        const { items, own } = await world.ok('GET /leaderboards', { query: { period } }, reader);
        expect(items.map((line) => line.member.id)).not.toContain(hidden.profileId);
        expect(own?.place).toBe(items.find((line) => line.member.id === reader.profileId)!.place);
      }
    }
    const seen = (await world.ok('GET /members', { query: { q: 'wall' } }, staff)).items.map((item) => item.id);
    expect(new Set(seen)).toEqual(new Set([one.profileId, two.profileId]));
  });

  it('refuses what no list has given', async () => {
    const { next } = await world.ok('GET /members', { query: { order: 'xp' } });
    for (const query of [
      { after: next!, order: 'newest' },
      { after: 'xp~1e9~00000000-0000-7000-8000-000000000000' },
      { after: 'xp~99999999999~00000000-0000-7000-8000-000000000000' },
      { after: 'xp~5~nobody' },
      { after: 'newest~9999999999999999~00000000-0000-7000-8000-000000000000', order: 'newest' },
      { filter: 'everybody' },
      { q: 'x'.repeat(people.searchMax + 1) },
    ])
      expect((await world.call('GET /members', { query })).body, JSON.stringify(query)).toMatchObject({
        code: 'invalid',
      });
  });
});

describe('the search text', () => {
  it('is read as people type it', () => {
    expect(soughtNames('  @Mina-Loop ')).toEqual({ username: 'mina_loop', displayName: 'mina-loop' });
    expect(soughtNames('Ülkü')).toEqual({ username: '', displayName: 'ülkü' });
    expect(soughtNames(' @ ')).toBeNull();
  });
});
