import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { welcome as limits } from '#features/welcome/contract/limits.ts';
import type { FixtureMember, MemberOverrides } from '#people/accounts/server/fixtures.ts';
import { memberJoined } from '#people/accounts/server/events.ts';
import { award, takeBack } from '#people/ledger/server/actions.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-03-02T08:00:00Z') });
  await setSiteSetting(world.ctx, 'spamPosts', 1000);
});
afterAll(() => world.close());

const day = 86_400_000;
const join = (who: FixtureMember) =>
  world.ctx.db.tx((tx) => emit(world.ctx, tx, memberJoined, { profileId: who.profileId }));
async function newcomer(overrides: MemberOverrides = {}): Promise<FixtureMember> {
  const who = await world.member(overrides);
  await join(who);
  return who;
}
const post = async (as: FixtureMember, category = '') =>
  await world.ok(
    'POST /forum/posts',
    { body: { content: `Words ${randomUUID()}`, category, submitId: randomUUID() } },
    as,
  );
const inbox = async (who: FixtureMember) =>
  (await world.ok('GET /notifications', {}, who)).items.map(({ title, url }) => `${title} ${url}`);
const suggested = async (who: FixtureMember) => await world.ok('GET /welcome/suggestions', {}, who);
const people = async (who: FixtureMember) => (await suggested(who)).people.map(({ person }) => person.id);

describe('a new member', () => {
  it('is greeted once, with the way to the rules, however often the account is announced', async () => {
    await setSiteSetting(world.ctx, 'helloText', 'Wipe your feet.');
    const who = await newcomer();
    await Promise.all([join(who), join(who)]);
    const { items } = await world.ok('GET /notifications', {}, who);
    expect(items).toMatchObject([
      { kind: 'welcome', title: 'Welcome to Looproom', message: 'Wipe your feet.', url: '/legal/rules' },
    ]);
    await setSiteSetting(world.ctx, 'helloText', null);
    expect(await inbox(await world.member()), 'not who is made otherwise').toEqual([]);
  });

  it('is greeted by no mail', async () => {
    const who = await newcomer();
    world.clock!.advance(1.5 * day);
    await world.ctx.jobs.runNow('notifications.digest');
    expect(await world.mails(who.email)).toEqual([]);
  });

  it('reads what XP is with the first of it, and never again', async () => {
    const [who, old] = [await newcomer(), await world.member()];
    const pay = (to: FixtureMember, cause: string) =>
      world.ctx.db.tx((tx) => award(world.ctx, tx, to.profileId, 'forum_post', cause));
    const causes = ['one', 'two'].map((name) => `${name}:${who.profileId}`);
    for (const to of [who, old]) for (const cause of causes) await pay(to, cause);
    for (const cause of causes) await world.ctx.db.tx((tx) => takeBack(world.ctx, tx, who.profileId, cause));
    await pay(who, `three:${who.profileId}`);
    expect((await inbox(who)).filter((line) => line.includes('XP'))).toEqual(['Your first 25 XP /ranks']);
    expect((await inbox(old)).filter((line) => line.includes('XP'))).toEqual([]);
  });

  it('walks through the steps in any order and more than once, and ends them', async () => {
    const who = await newcomer();
    const step = (name: 'profile' | 'makes' | 'follow') =>
      world.ok('PUT /welcome/steps/:step', { params: { step: name } }, who);
    expect(await world.ok('GET /welcome', {}, who)).toMatchObject({ done: [], isFinished: false, hasPosted: false });
    await Promise.all([step('follow'), step('follow'), step('profile')]);
    expect((await world.ok('GET /welcome', {}, who)).done.toSorted()).toEqual(['follow', 'profile']);
    const hint = () => world.ok('GET /welcome/hint', {}, who);
    expect(await hint()).toMatchObject({ stepsLeft: 1, introduction: { category: null } });
    await world.ok('PUT /welcome/finished', {}, who);
    expect(await hint()).toMatchObject({ stepsLeft: 0, introduction: { category: null } });
    await step('makes');
    await post(who);
    expect(await hint()).toEqual({ stepsLeft: 0, introduction: null });
    const { done, ...rest } = await world.ok('GET /welcome', {}, who);
    expect(done).toHaveLength(3);
    expect(rest).toMatchObject({ isFinished: true, hasPosted: true });
    const old = await world.member();
    await world.ok('PUT /welcome/steps/:step', { params: { step: 'makes' } }, old);
    expect(await world.ok('GET /welcome', {}, old)).toMatchObject({ isFinished: true });
    expect(await world.ok('GET /welcome/hint', {}, old)).toEqual({ stepsLeft: 0, introduction: null });
  });

  it('is led to a category for a first post, and to General where the setting names none', async () => {
    const who = await newcomer();
    const shown = async (slug: string) => {
      await setSiteSetting(world.ctx, 'introductionCategory', slug);
      return (await world.ok('GET /welcome', {}, who)).introduction.category;
    };
    const admin = await world.member({ admin: true });
    const { id, slug } = await world.ok('POST /staff/forum-categories', { body: { name: 'Hello there' } }, admin);
    expect([
      await shown(slug),
      await shown('music'),
      await shown('nsfw'),
      await shown('gone'),
      await shown(''),
    ]).toEqual([id, 'music', null, null, null]);
  });
});

describe('what a member makes', () => {
  const save = (makes: string[]) => ({ body: { makes } });
  it('is chosen of the list of the site, in its order, and shown on the profile while the list has it', async () => {
    const who = await newcomer();
    const { makes } = await world.ok('PUT /welcome/makes', save(['Vocals', 'Beats', 'Vocals']), who);
    expect(makes).toEqual(['Beats', 'Vocals']);
    const shown = async () =>
      (await world.ok('GET /profiles/:username/page', { params: { username: who.username } })).makes;
    expect(await shown()).toEqual(['Beats', 'Vocals']);
    await setSiteSetting(world.ctx, 'makes', 'Vocals, Harp');
    expect(await shown()).toEqual(['Vocals']);
    expect((await world.ok('GET /welcome', {}, who)).makes).toEqual(['Vocals']);
    await world.refused('PUT /welcome/makes', save(['Beats']), who, 'invalid');
    await setSiteSetting(world.ctx, 'makes', null);
    await world.refused(
      'PUT /welcome/makes',
      save(Array.from({ length: limits.makesMax + 1 }, () => 'Beats')),
      who,
      'invalid',
    );
  });
});

describe('suggestions', () => {
  const hidden: readonly [string, (author: FixtureMember, reader: FixtureMember) => Promise<unknown>][] = [
    ['who is followed already', (author, reader) => world.ok('PUT /following/:profileId', { params: author }, reader)],
    ['who is blocked', (author, reader) => world.ok('PUT /blocks/:profileId', { params: author }, reader)],
    ['who blocks the reader', (author, reader) => world.ok('PUT /blocks/:profileId', { params: reader }, author)],
    ['who is suspended', (author) => set(author, sql`suspended_until = '2030-01-01'`)],
    ['who is silenced', (author) => set(author, sql`silenced_until = '2030-01-01'`)],
    ['who joined in a burst', (author) => set(author, sql`joined_in_burst = true`)],
    ['who shows no activity', (author) => set(author, sql`profile_customization = '{"show_activity": false}'`)],
    ['whose post is held', (author) => state(author, sql`state = 'held'`)],
    ['whose post is private', (author) => state(author, sql`state = 'private'`)],
    ['whose post is removed', (author) => state(author, sql`state = 'removed'`)],
    ['whose post is 18+', (author) => state(author, sql`is_adult = true`)],
    ['whose post is old', (author) => state(author, sql`created_at = '2026-01-01'`)],
  ];
  const set = (who: FixtureMember, columns: ReturnType<typeof sql>) =>
    world.ctx.db.rows(sql`UPDATE profiles SET ${columns} WHERE id = ${who.profileId}`);
  const state = (who: FixtureMember, columns: ReturnType<typeof sql>) =>
    world.ctx.db.rows(sql`UPDATE forum_posts SET ${columns} WHERE author_id = ${who.profileId}`);
  it.each(hidden)('leave out %s', async (_title, hide) => {
    const [reader, author] = [await newcomer(), await world.member()];
    await world.ctx.db.rows(sql`UPDATE forum_posts SET state = 'removed'`);
    await post(author);
    expect(await people(reader)).toEqual([author.profileId]);
    await hide(author, reader);
    expect(await people(reader)).toEqual([]);
  });

  it('name who makes the same first, never the reader, and nobody twice', async () => {
    await world.ctx.db.rows(sql`UPDATE forum_posts SET state = 'removed'`);
    const [reader, busy, alike] = [await newcomer(), await world.member(), await world.member()];
    for (const author of [reader, busy, busy, alike]) await post(author, 'music');
    for (const who of [reader, alike]) await world.ok('PUT /welcome/makes', { body: { makes: ['Beats'] } }, who);
    expect(await people(reader)).toEqual([alike.profileId, busy.profileId]);
  });

  it('name the categories with posts, of which none is for adults or switched off', async () => {
    await world.ctx.db.rows(sql`UPDATE forum_posts SET state = 'removed'`);
    const [reader, author, admin] = [await newcomer(), await world.member(), await world.member({ admin: true })];
    expect(await suggested(reader), 'an empty site').toEqual({ people: [], categories: [] });
    const { id } = await world.ok('POST /staff/forum-categories', { body: { name: 'Synths' } }, admin);
    for (const category of ['music', 'music', '', id]) await post(author, category);
    const categories = async () =>
      (await suggested(reader)).categories.map(({ label, posts, isFollowing }) => [label, posts, isFollowing]);
    await world.ok(
      'PUT /forum/categories/:category/follow',
      { params: { category: 'music' }, body: { on: true } },
      reader,
    );
    expect(new Set(await categories())).toEqual(
      new Set([
        ['General', 1, false],
        ['Music', 2, true],
        ['Synths', 1, false],
      ]),
    );
    await world.ok(
      'PATCH /staff/forum-categories/:categoryId',
      { params: { categoryId: id }, body: { isActive: false } },
      admin,
    );
    expect((await categories()).map(([label]) => label)).not.toContain('Synths');
  });
});

describe('who follows a category', () => {
  const follow = (category: string, on: boolean, as: FixtureMember) =>
    world.ok('PUT /forum/categories/:category/follow', { params: { category }, body: { on } }, as);
  it('is notified of a new post in it once a day, until they stop', async () => {
    const [reader, author] = [await world.member(), await world.member({ displayName: 'Mina Sol' })];
    await follow('music', true, reader);
    await follow('music', true, reader);
    await follow('music', true, author);
    const lines = async () => {
      await world.settle();
      return (await inbox(reader)).map((line) => line.replace(/ \/.*/, ''));
    };
    await post(author, 'marketplace');
    expect(await lines()).toEqual([]);
    await post(author, 'music');
    await post(author, 'music');
    expect(await lines()).toEqual(['Mina Sol posted in Music']);
    await world.settle();
    expect((await inbox(author)).filter((line) => line.includes('posted in'))).toEqual([]);
    world.clock!.advance(day);
    await post(author, 'music');
    expect(await lines()).toHaveLength(2);
    await follow('music', false, reader);
    world.clock!.advance(day);
    await post(author, 'music');
    expect(await lines()).toHaveLength(2);
    expect(await world.ok('GET /forum/categories/followed', {}, reader)).toEqual({ categories: [] });
  });

  it('cannot follow what is not there, or 18+', async () => {
    const reader = await world.member();
    const body = { on: true };
    const params = { category: randomUUID() };
    await world.refused('PUT /forum/categories/:category/follow', { params, body }, reader, 'category_unknown');
    expect(
      (await world.call('PUT /forum/categories/:category/follow', { params: { category: 'nsfw' }, body }, reader))
        .status,
    ).toBe(400);
  });
});
