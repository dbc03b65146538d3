import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharing } from '#features/sharing/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { grantEntitlement, revokeEntitlement } from '#people/ledger/server/actions.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makeItem } from './fixtures.ts';

const DAY = 86_400_000;

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-06-01T12:00:00Z') });
});
afterAll(() => world.close());

const give = (member: FixtureMember, until: Date | null = null) =>
  world.ctx.db.tx((tx) => grantEntitlement(world.ctx, tx, member.profileId, 'vip', 'test', until));
const take = (member: FixtureMember) =>
  world.ctx.db.tx((tx) => revokeEntitlement(world.ctx, tx, member.profileId, 'vip', 'test'));
const ago = (ms: number): Date => new Date(world.clock!.now().getTime() - ms);
const list = (query: Record<string, string> = {}) => world.ok('GET /leaks', { query });

describe('listing priority', () => {
  it('puts the newest thing of a member before newer ones for a week, and a few at most', async () => {
    const [plain, ...paying] = await Promise.all(Array.from({ length: 5 }, () => world.member()));
    const own: string[] = [];
    for (const [at, member] of paying.entries()) {
      await makeItem(world.ctx, 'leak', member, { createdAt: ago((at + 2) * DAY) });
      own.push(await makeItem(world.ctx, 'leak', member, { createdAt: ago((at + 1) * DAY) }));
      await give(member);
    }
    const old = await world.member();
    await makeItem(world.ctx, 'leak', old, { createdAt: ago((sharing.ahead.days + 1) * DAY), title: 'an old thing' });
    await give(old);
    const newest = await makeItem(world.ctx, 'leak', plain!, { createdAt: ago(1000), title: 'the newest thing' });
    const { items } = await list();
    expect(items.slice(0, 4).map((item) => item.id)).toEqual([...own.slice(0, sharing.ahead.most), newest]);
    expect(items.map((item) => item.isAhead)).toEqual(items.map((_, at) => at < sharing.ahead.most));
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length);

    // In no other order, and not where somebody looks for something.
    const ids = async (query: Record<string, string>) => (await list(query)).items.filter((item) => item.isAhead);
    expect(await ids({ order: 'most-liked' })).toEqual([]);
    expect(await ids({ search: 'thing' })).toEqual([]);
    expect(await ids({ author: paying[0]!.username })).toEqual([]);
    expect(await world.ok('GET /leaks/:itemId', { params: { itemId: own[0]! } })).toMatchObject({ isAhead: false });

    // It follows the right at once, and its end.
    await take(paying[0]!);
    await give(paying[1]!, new Date(world.clock!.now().getTime() + 1000));
    world.clock!.advance(1000);
    const later = (await list()).items.filter((item) => item.isAhead).map((item) => item.id);
    expect(later).toEqual(own.slice(2));
  });

  it('shows each thing once over all pages', async () => {
    const [plain, paying] = [await world.member(), await world.member()];
    const all: string[] = [];
    // Written two hours apart, the oldest first: a new member may share few things at once.
    for (let at = 2 * sharing.perPage - 1; at >= 0; at--)
      all.unshift(
        await makeItem(world.ctx, 'song', at === 30 ? paying : plain, { createdAt: ago(at * 2 * 3_600_000) }),
      );
    await give(paying);
    const shown: string[] = [];
    for (let next: string | null | undefined; next !== null;) {
      const page = await world.ok('GET /songs', { query: next === undefined ? {} : { after: next } });
      shown.push(...page.items.map((item) => item.id));
      next = page.next;
    }
    expect(shown).toEqual([all[30], ...all.filter((_, at) => at !== 30)]);
    for (const after of [
      '1~2~3',
      `${Date.now()}~${all[0]}~${all[0]}.x`,
      `${Date.now()}~${all[0]}~${all.slice(0, 4).join('.')}`,
    ])
      expect((await world.call('GET /songs', { query: { after } })).body).toMatchObject({ code: 'invalid' });
  });
});
