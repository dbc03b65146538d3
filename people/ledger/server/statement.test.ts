import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { people } from '#people/community/contract/limits.ts';
import { prices } from '#people/ledger/contract/limits.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { blockMember } from '#people/friends/server/actions.ts';
import { changeSiteSetting, settingsChanged } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { award, correct, refund, takeBack, transfer } from './actions.ts';
import { contentOfCause, entryTitle, periodStart } from './rules.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-13T12:00:00Z') });
});
afterAll(() => world.close());

const tx = <T>(work: Parameters<typeof world.ctx.db.tx<T>>[0]) => world.ctx.db.tx(work);

describe('a statement', () => {
  it('says what each entry was for, newest first, and nobody else reads it', async () => {
    const [author, reader] = [await world.member(), await world.member()];
    const post = await makePost(world.ctx, author, { content: 'Which mixer do you use?' });
    await tx((t) => correct(world.ctx, t, reader.profileId, { xp: 0, credits: 40 }, 'a gift'));
    world.clock!.advance(1000);
    await world.ok(
      'POST /forum/posts/:postId/tip',
      { params: { postId: post }, body: { submitId: crypto.randomUUID() } },
      reader,
    );
    const about = { title: 'Which mixer do you use?', url: `/forum/post/${post}` };
    const paid = await world.ok('GET /ledger/entries', { query: { currency: 'credits' } }, reader);
    expect(paid.items.map(({ amount, title, about: of }) => ({ amount, title, about: of }))).toEqual([
      { amount: -prices.tip, title: 'Tip sent', about },
      { amount: 40, title: 'Correction by staff', about: null },
    ]);
    expect(paid.items.map((line) => line.balance)).toEqual([40 - prices.tip, 40]);
    const got = await world.ok('GET /ledger/entries', { query: { currency: 'credits' } }, author);
    expect(got.items.map(({ title, about: of }) => ({ title, about: of }))).toEqual([
      { title: 'Tip received', about },
      { title: 'Forum post', about },
    ]);
    await world.refused('GET /ledger/entries', { query: {} }, null, 'sign_in_required');
    await world.refused('GET /ledger', {}, null, 'sign_in_required');

    // A post that its author has hidden from the payer is named to them no more.
    await blockMember(world.ctx, author.profileId, reader.profileId);
    const blocked = await world.ok('GET /ledger/entries', { query: {} }, reader);
    expect(JSON.stringify(blocked)).not.toContain('Which mixer');
  });

  it('is paged by key, each entry once, also where many have one timestamp', async () => {
    const member = await world.member();
    // The day's visit is paid after the answer of a request, at any time here: it was there already.
    await world.ctx.db.rows(sql`UPDATE profiles SET last_visit_day = '2026-05-13' WHERE id = ${member.profileId}`);
    const count = people.statementLines + 5;
    for (let at = 0; at < count; at++)
      await tx((t) => correct(world.ctx, t, member.profileId, { xp: 1, credits: 1 }, `step ${at}`));
    const first = await world.ok('GET /ledger/entries', { query: { currency: 'xp' } }, member);
    const second = await world.ok('GET /ledger/entries', { query: { currency: 'xp', after: first.next! } }, member);
    expect(first.items).toHaveLength(people.statementLines);
    expect(second.next).toBeNull();
    expect(new Set([...first.items, ...second.items].map((item) => item.id)).size).toBe(count);
    expect((await world.call('GET /ledger/entries', { query: { after: 'x~y' } }, member)).body).toMatchObject({
      code: 'invalid',
    });
  });

  it('stands beside the balance and what today still pays', async () => {
    const member = await world.member();
    await tx((t) => award(world.ctx, t, member.profileId, 'daily_visit', 'daily_visit:2026-05-13'));
    for (let at = 0; at < 3; at++)
      await tx((t) => award(world.ctx, t, member.profileId, 'forum_post', `forum_post:${at}`));
    await tx((t) => takeBack(world.ctx, t, member.profileId, 'forum_post:0'));
    expect(await world.ok('GET /ledger', {}, member)).toEqual({
      xp: 60,
      credits: 10,
      resting: null,
      level: 2,
      roleSource: 'xp',
      today: { visit: true, posts: 3, uploads: 0 },
    });
    world.clock!.advance(86_400_000);
    // As above: this request would be the day's visit.
    await world.ctx.db.rows(sql`UPDATE profiles SET last_visit_day = '2026-05-14' WHERE id = ${member.profileId}`);
    expect((await world.ok('GET /ledger', {}, member)).today).toEqual({ visit: false, posts: 0, uploads: 0 });
  });
});

describe('credits from another member', () => {
  it('rest before they can be spent or tipped, and the statement says how many and until when', async () => {
    const [giver, seller, other] = [await world.member(), await world.member(), await world.member()];
    await tx((t) => correct(world.ctx, t, giver.profileId, { xp: 0, credits: 100 }, 'gift'));
    await tx((t) => correct(world.ctx, t, seller.profileId, { xp: 0, credits: 7 }, 'gift'));
    world.clock!.advance(1);
    const move = (from: typeof giver, to: typeof giver, credits: number, kind = 'tip') =>
      tx((t) => transfer(world.ctx, t, { from: from.profileId, to: to.profileId, credits, kind, cause: randomUUID() }));
    const balance = () => world.ok('GET /ledger', {}, seller);
    const inDays = (days: number) => new Date(world.clock!.now().getTime() + days * 86_400_000).toISOString();
    for (const kind of ['tip', 'purchase', 'unlock'])
      expect(await move(giver, seller, 10, kind)).toEqual({ outcome: 'paid' });
    const until = inDays(7);
    expect(await balance()).toMatchObject({ credits: 37, resting: { credits: 30, until } });
    const { items } = await world.ok('GET /ledger/entries', { query: { currency: 'credits' } }, seller);
    // Those of one millisecond stand in any order.
    expect(items.filter((line) => line.restsUntil === until)).toHaveLength(3);
    expect(items.filter((line) => line.restsUntil === null)).toMatchObject([{ amount: 7 }]);
    expect(await move(seller, other, 38)).toEqual({ outcome: 'short', missing: 1 });
    expect(await move(seller, other, 8)).toEqual({ outcome: 'resting' });
    expect(await move(seller, other, 7)).toEqual({ outcome: 'paid' });
    // A refund takes what rests, the latest first.
    world.clock!.advance(86_400_000);
    expect(await move(giver, seller, 10)).toEqual({ outcome: 'paid' });
    await tx((t) =>
      refund(world.ctx, t, { seller: seller.profileId, buyer: giver.profileId, credits: 25, cause: 'back' }),
    );
    expect(await balance()).toMatchObject({ credits: 15, resting: { credits: 15, until } });
    world.clock!.advance(6 * 86_400_000 - 1);
    expect(await move(seller, other, 1)).toEqual({ outcome: 'resting' });
    world.clock!.advance(1);
    expect(await balance()).toMatchObject({ credits: 15, resting: null });
    expect(await move(seller, other, 15)).toEqual({ outcome: 'paid' });
    // By another setting, what comes then.
    await tx((t) => changeSiteSetting(world.ctx, t, { name: 'creditsRestDays', value: 0, by: null }));
    await settingsChanged(world.ctx);
    expect(await move(giver, other, 5)).toEqual({ outcome: 'paid' });
    expect(await move(other, giver, 5)).toEqual({ outcome: 'paid' });
  });

  it('are refused to who has enough of them alone, wherever credits are spent', async () => {
    const [giver, seller, author] = [await world.member(), await world.member(), await world.member()];
    await tx((t) => correct(world.ctx, t, giver.profileId, { xp: 0, credits: 5000 }, 'gift'));
    await tx((t) => changeSiteSetting(world.ctx, t, { name: 'creditsRestDays', value: 3, by: null }));
    await settingsChanged(world.ctx);
    await tx((t) =>
      transfer(world.ctx, t, { from: giver.profileId, to: seller.profileId, credits: 5000, kind: 'tip', cause: 'all' }),
    );
    const postId = await makePost(world.ctx, author, {
      content: `Locked ${randomUUID()}\n\n${'word '.repeat(80)}`,
      isLocked: true,
    });
    const params = { postId };
    const body = { submitId: randomUUID() };
    await world.refused('POST /forum/posts/:postId/tip', { params, body }, seller, 'credits_resting');
    await world.refused('POST /forum/posts/:postId/unlock', { params }, seller, 'credits_resting');
    const tip = { params: { kind: 'forum_post' as never, contentId: postId }, body: { ...body, credits: 10 } };
    expect((await world.call('POST /tips/:kind/:contentId', tip, seller)).status).not.toBe(200);
    const product = { params: { product: 'ultimate-package' } } as const;
    await world.refused('POST /payments/upgrades/:product', product, seller, 'credits_resting');
    expect((await world.ok('GET /ledger', {}, seller)).credits).toBe(5000);
  });
});

describe('a promotion', () => {
  it('is published to open pages once, when a rank is reached for the first time', async () => {
    const { profileId } = await world.member();
    const notified: unknown[] = [];
    const announce = world.ctx.realtime.announce.bind(world.ctx.realtime);
    Object.assign(world.ctx.realtime, {
      announce: (topic: string, type: string, data: unknown) => {
        if (topic === `viewer:${profileId}` && type === 'rank_reached') notified.push(data);
        announce(topic as 'gallery', type as 'image_changed', data as { id: string });
      },
    });
    const give = (xp: number, cause: string) => tx((t) => correct(world.ctx, t, profileId, { xp, credits: 0 }, cause));
    await give(99, 'below');
    expect(notified).toEqual([]);
    await give(1, 'reached');
    await give(-50, 'lost');
    await give(50, 'reached again');
    expect(notified).toEqual([{ rank: 'explorer' }]);
    await give(10_000, 'far');
    expect(notified).toEqual([{ rank: 'explorer' }, { rank: 'void_emperor' }]);
    const rows = await world.ctx.db.rows(
      sql`SELECT url FROM notifications WHERE user_id = ${profileId} AND kind = 'rank' ORDER BY created_at`,
    );
    expect(rows).toEqual([{ url: '/ranks' }, { url: '/ranks' }]);
  });
});

describe('the words and days of the ledger', () => {
  it('name kinds that are known and write out the others', () => {
    expect(entryTitle('daily_visit', 10)).toBe('Daily login');
    expect(entryTitle('unlock', -100)).toBe('Post unlocked');
    expect(entryTitle('tier_refund', 1)).toBe('Tier refund');
  });

  it('find the content in a cause, and nothing in any other', () => {
    const id = '0199a2b3-0000-7000-8000-000000000001';
    expect(contentOfCause(`forum_post:${id}`)).toEqual({ kind: 'forum_post', id });
    expect(contentOfCause(`song:${id}#2`)).toEqual({ kind: 'song', id });
    expect(contentOfCause(`tip:${id}:${id}:x`)).toEqual({ kind: 'forum_post', id });
    expect(contentOfCause('daily_visit:2026-01-01')).toBeNull();
    expect(contentOfCause(`correction:${id}0`)).toBeNull();
  });

  it('begin weeks on Monday and months on the first, in UTC', () => {
    expect(periodStart('week', new Date('2026-03-01T23:59:59Z'))).toBe('2026-02-23');
    expect(periodStart('week', new Date('2026-03-02T00:00:00Z'))).toBe('2026-03-02');
    expect(periodStart('month', new Date('2026-12-31T23:59:59Z'))).toBe('2026-12-01');
  });
});
