import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { correct } from '#people/ledger/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { distinctWords, makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { purgeRemoved } from '#content/core/server/maintenance/purge.ts';
import { rerenderJob } from '#content/core/server/maintenance/rerender.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Stands behind the lock of every text of these tests. */
const SECRET = 'sidechain-the-reverb';
const OPENING =
  'How I got the kick to sit under the bass without losing either of them, in three steps that anybody can follow at home';
const lockedText = (): string =>
  `Kick under bass ${randomUUID()}\n\n${OPENING}. First of all: **${SECRET}** and nothing else. ${distinctWords()}`;
const at = (postId: string) => ({ params: { postId } });
const tip = (postId: string, submitId = randomUUID()) => ({ ...at(postId), body: { submitId } });

async function rich(credits: number): Promise<FixtureMember> {
  const member = await world.member();
  await world.ctx.db.tx((tx) => correct(world.ctx, tx, member.profileId, { xp: 0, credits }, 'for the test'));
  return member;
}

async function creditsOf(member: FixtureMember): Promise<number> {
  return (await world.ok('GET /session', {}, member)).viewer!.credits;
}

async function locked(content = lockedText()): Promise<{ author: FixtureMember; id: string }> {
  const author = await world.member();
  return { author, id: await makePost(world.ctx, author, { content, isLocked: true }) };
}

describe('a locked post', () => {
  it('shows title and 120 characters; author, staff and who unlocked it read the rest', async () => {
    const { author, id } = await locked();
    const [reader, payer, staff] = [await world.member(), await rich(100), await world.member({ moderator: true })];
    for (const stranger of [null, reader, payer]) {
      const post = await world.ok('GET /forum/posts/:postId', at(id), stranger);
      expect(post).toMatchObject({ isLocked: true, html: '', source: null });
      expect(post.title).toContain('Kick under bass');
      expect(post.cut!.length).toBeLessThanOrEqual(120);
      expect(OPENING.startsWith(post.cut!.replace('…', ''))).toBe(true);
      expect(post.can).toMatchObject({ reply: false, unlock: stranger !== null, tip: stranger !== null });
      expect(JSON.stringify(post)).not.toContain(SECRET);
    }
    const opened = await world.ok('POST /forum/posts/:postId/unlock', at(id), payer);
    expect(opened).toMatchObject({ credits: 0, post: { cut: null } });
    for (const friend of [author, staff, payer]) {
      const post = await world.ok('GET /forum/posts/:postId', at(id), friend);
      expect(post).toMatchObject({ isLocked: true, cut: null, can: { reply: true, unlock: false } });
      expect(post.html).toContain(SECRET);
    }
    expect((await world.ok('GET /forum/posts/:postId', at(id), payer)).source).toBeNull();
  });

  it('lets its text out nowhere: lists, feeds, history, replies, notifications, exports, reports', async () => {
    const { author, id } = await locked(lockedText().replace('**', `**@nobody `));
    const [reader, mentioned, staff] = [await rich(10), await world.member(), await world.member({ admin: true })];
    await world.ok(
      'PATCH /forum/posts/:postId',
      { ...at(id), body: { content: `${lockedText()} @${mentioned.username}`, baseVersion: 1 } },
      author,
    );
    await makeReply(world.ctx, author, id, { content: 'Glad you like it.' });
    await world.ok('PUT /forum/posts/:postId/bookmark', { ...at(id), body: { on: true } }, reader);
    await world.ok('PUT /forum/posts/:postId/watch', { ...at(id), body: { on: true } }, reader);
    await world.ok('POST /forum/posts/:postId/tip', tip(id), reader);
    await makeReply(world.ctx, author, id, { content: `Thank you, @${reader.username}.` });
    await world.settle();
    const answers = [
      await world.call('GET /forum/posts', {}, reader),
      await world.call('GET /forum/posts', {}),
      await world.call('GET /forum/posts', { query: { author: author.username } }, reader),
      await world.call('GET /forum/bookmarks', {}, reader),
      await world.call('GET /forum/posts/:postId/replies', at(id), reader),
      await world.call('PUT /forum/posts/:postId/reaction', { ...at(id), body: { reaction: 'fire' } }, reader),
      await world.get('/forum.atom'),
      await world.get('/sitemap.xml'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain(SECRET);
    }
    for (const stranger of [null, reader])
      await world.refused('GET /forum/posts/:postId/history', at(id), stranger, 'post_locked');
    const list = await world.ok('GET /forum/posts', { query: {} });
    expect(list.items.find((item) => item.id === id)!.isLocked).toBe(true);
    const { ctx } = world;
    const notified = await ctx.db.rows(sql`SELECT title, message, url, data FROM notifications`);
    expect(notified.length).toBeGreaterThan(0);
    const events = await ctx.db.rows(sql`SELECT * FROM topic_events`);
    expect(events.length).toBeGreaterThan(0);
    const exported = await Promise.all(ctx.personal.map((data) => data.exportOf(ctx, reader.profileId)));
    const loaded = await ctx.kinds.get('forum_post')!.load!(ctx, [id]);
    expect(loaded).toHaveLength(1);
    for (const stored of [notified, events, exported, loaded]) expect(JSON.stringify(stored)).not.toContain(SECRET);
    // The author's own copy of their data is whole.
    const own = await Promise.all(ctx.personal.map((data) => data.exportOf(ctx, author.profileId)));
    expect(JSON.stringify(own)).toContain(SECRET);
    expect((await world.ok('GET /forum/posts/:postId/history', at(id), staff)).items).toHaveLength(2);
  });

  it('is answered by who can read it; what others wrote under it stays readable', async () => {
    const { author, id } = await locked();
    const [reader, payer] = [await world.member(), await rich(100)];
    const reply = { ...at(id), body: { content: 'What is it about?', submitId: randomUUID() } };
    await world.refused('POST /forum/posts/:postId/replies', reply, reader, 'post_locked');
    await world.refused('POST /forum/posts/:postId/replies', reply, payer, 'post_locked');
    await world.ok('POST /forum/posts/:postId/unlock', at(id), payer);
    await world.ok('POST /forum/posts/:postId/replies', reply, payer);
    await world.ok(
      'POST /forum/posts/:postId/replies',
      { ...at(id), body: { content: 'The reverb.', submitId: randomUUID() } },
      author,
    );
    expect((await world.ok('GET /forum/posts/:postId/replies', at(id), reader)).items).toHaveLength(2);
  });

  it('keeps its lock when older HTML is rendered again', async () => {
    const { id } = await locked();
    await world.ctx.db.rows(sql`UPDATE forum_posts SET renderer = 0 WHERE id = ${id}`);
    await rerenderJob.run(world.ctx, {});
    const [row] = await world.ctx.db.rows<{ renderer: number; summary: string; preview: string }>(
      sql`SELECT renderer, summary, preview FROM forum_posts WHERE id = ${id}`,
    );
    expect(row!.renderer).toBeGreaterThan(0);
    expect(row!.summary).toBe(row!.preview);
    expect((await world.get('/forum.atom')).body).not.toContain(SECRET);
  });

  it('must hide something: a text that shows whole is not locked', async () => {
    const author = await world.member();
    const short = { content: `Short ${randomUUID()}\n\nAll of it.`, isLocked: true, submitId: randomUUID() };
    await world.refused('POST /forum/posts', { body: short }, author, 'nothing_to_lock');
    const linked = { ...short, content: `${short.content} [Get it](https://example.org/pack.zip)` };
    const { id } = await world.ok('POST /forum/posts', { body: linked }, author);
    expect(JSON.stringify(await world.ok('GET /forum/posts/:postId', at(id)))).not.toContain('pack.zip');
    await world.refused(
      'PATCH /forum/posts/:postId',
      { ...at(id), body: { content: 'Nothing\n\nleft', baseVersion: 1 } },
      author,
      'nothing_to_lock',
    );
  });

  it('is locked and opened by its author alone, also later; who unlocked it reads on', async () => {
    const author = await world.member();
    const text = lockedText();
    const id = await makePost(world.ctx, author, { content: text });
    const [payer, other, staff] = [await rich(100), await rich(100), await world.member({ moderator: true })];
    const edit = (isLocked: boolean, baseVersion: number, content = text) => ({
      ...at(id),
      body: { content, isLocked, baseVersion },
    });
    await world.refused('POST /forum/posts/:postId/unlock', at(id), payer, 'not_locked');
    await world.refused('PATCH /forum/posts/:postId', edit(true, 1), staff, 'forbidden');
    await world.ok('PATCH /forum/posts/:postId', edit(true, 1), author);
    await world.ok('POST /forum/posts/:postId/unlock', at(id), payer);
    // Staff may change the words, and the lock stays.
    await world.ok(
      'PATCH /forum/posts/:postId',
      { ...at(id), body: { content: `${text} Edited.`, baseVersion: 2 } },
      staff,
    );
    expect((await world.ok('GET /forum/posts/:postId', at(id))).cut).not.toBeNull();
    await world.ok(
      'PATCH /forum/posts/:postId',
      edit(false, 3, 'Opened\n\nNow for everybody, and without the trick.'),
      author,
    );
    expect(await world.ok('GET /forum/posts/:postId', at(id))).toMatchObject({ isLocked: false, cut: null });
    // What was sold is not given away by the history of the opened post.
    const versions = async (as: FixtureMember | null) =>
      (await world.ok('GET /forum/posts/:postId/history', at(id), as)).items.map((item) => item.version);
    expect(await versions(other)).toEqual([4, 1]);
    expect(await versions(payer)).toEqual([4, 3, 2, 1]);
    expect(await creditsOf(payer)).toBe(0);
    await world.ok('PATCH /forum/posts/:postId', edit(true, 4), author);
    expect((await world.ok('GET /forum/posts/:postId', at(id), payer)).html).toContain(SECRET);
    expect((await world.ok('GET /forum/posts/:postId', at(id), other)).html).toBe('');
  });

  it('is hidden by staff, pays its unlocks back, and takes them along when it is purged', async () => {
    const { id } = await locked();
    const [payer, staff] = [await rich(100), await world.member({ moderator: true })];
    await world.ok('POST /forum/posts/:postId/unlock', at(id), payer);
    await world.ok('DELETE /forum/posts/:postId', { ...at(id), body: { reason: 'spam' } }, staff);
    await world.refused('GET /forum/posts/:postId', at(id), payer, 'post_not_found');
    await world.refused('POST /forum/posts/:postId/unlock', at(id), await rich(100), 'post_not_found');
    await world.refused('POST /forum/posts/:postId/tip', tip(id), await rich(100), 'post_not_found');
    await world.settle();
    expect(await creditsOf(payer)).toBe(100);
    await world.ok('POST /forum/posts/:postId/restore', at(id), staff);
    // Who was paid back reads it no more, and may pay again.
    expect((await world.ok('GET /forum/posts/:postId', at(id), payer)).html).toBe('');
    await world.ok('POST /forum/posts/:postId/unlock', at(id), payer);
    expect((await world.ok('GET /forum/posts/:postId', at(id), payer)).html).toContain(SECRET);
    expect(await creditsOf(payer)).toBe(0);
    await world.ok('DELETE /forum/posts/:postId', { ...at(id), body: {} }, staff);
    await world.settle();
    await purgeRemoved(world.ctx, new Date(Date.now() + 60_000));
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM post_unlocks WHERE post_id = ${id}`)).toEqual([]);
  });
});

describe('paying', () => {
  it('an unlock moves 100 credits once, however often and however many at once', async () => {
    const { author, id } = await locked();
    const payer = await rich(250);
    const before = await creditsOf(author);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.ok('POST /forum/posts/:postId/unlock', at(id), payer)),
    );
    expect(answers.map((answer) => answer.credits)).toEqual(Array(6).fill(150));
    expect((await world.ok('POST /forum/posts/:postId/unlock', at(id), payer)).credits).toBe(150);
    expect(await creditsOf(author)).toBe(before + 100);
    const notified = await world.ctx.db.rows<{ kind: string; message: string; url: string }>(
      sql`SELECT kind, message, url FROM notifications WHERE user_id = ${author.profileId} AND kind = 'unlock'`,
    );
    expect(notified).toEqual([
      { kind: 'unlock', message: expect.stringContaining('Kick under bass'), url: `/forum/post/${id}` },
    ]);
  });

  it('a tip moves 10 credits for each submit, and a repeated one nothing more', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author);
    const payer = await rich(35);
    const before = await creditsOf(author);
    const first = tip(id);
    expect(await world.ok('POST /forum/posts/:postId/tip', first, payer)).toEqual({ credits: 25 });
    expect(await world.ok('POST /forum/posts/:postId/tip', first, payer)).toEqual({ credits: 25 });
    expect(await world.ok('POST /forum/posts/:postId/tip', tip(id), payer)).toEqual({ credits: 15 });
    await world.ok('POST /forum/posts/:postId/tip', tip(id), payer);
    const problem = await world.refused('POST /forum/posts/:postId/tip', tip(id), payer, 'credits_short');
    expect(problem).toMatchObject({
      title: 'Not enough credits',
      detail: 'You need 5 more credits. Each forum post earns 5, on up to 8 posts a day.',
      meta: { missing: 5 },
    });
    expect(await creditsOf(payer)).toBe(5);
    expect(await creditsOf(author)).toBe(before + 30);
    const notified = await world.ctx.db.rows<{ title: string }>(
      sql`SELECT title FROM notifications WHERE user_id = ${author.profileId} AND kind = 'tip'`,
    );
    expect(notified).toHaveLength(3);
    expect(notified[0]!.title).toMatch(/ tipped you 10 credits$/);
  });

  it('by many at once, in both directions, neither makes nor loses a credit', async () => {
    const members = await Promise.all([1, 2, 3, 4].map(() => rich(55)));
    const posts = await Promise.all(members.map((member) => makePost(world.ctx, member)));
    const all = async () => (await Promise.all(members.map(creditsOf))).reduce((sum, credits) => sum + credits, 0);
    const before = await all();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        world.call('POST /forum/posts/:postId/tip', tip(posts[(n + 1 + (n % 3)) % 4]!), members[n % 4]),
      ),
    );
    expect(
      [...new Set(answers.map((answer) => answer.status))].filter((status) => ![200, 402, 409].includes(status)),
    ).toEqual([]);
    expect(answers.some((answer) => answer.status === 200)).toBe(true);
    expect(await all()).toBe(before);
    for (const member of members) expect(await creditsOf(member)).toBeGreaterThanOrEqual(0);
  });

  it('is refused for one’s own post, for nobody, and for who may not', async () => {
    const { author, id } = await locked();
    await world.refused('POST /forum/posts/:postId/tip', tip(id), author, 'own_post');
    await world.refused('POST /forum/posts/:postId/unlock', at(id), author, 'own_post');
    const people = {
      verification_required: await world.member({ verified: false }),
      suspended: await world.member({ suspendedUntil: new Date(Date.now() + 86_400_000) }),
      credits_short: await world.member(),
    } as const;
    for (const [code, member] of Object.entries(people) as [keyof typeof people, FixtureMember][]) {
      await world.refused('POST /forum/posts/:postId/tip', tip(id), member, code);
      await world.refused('POST /forum/posts/:postId/unlock', at(id), member, code);
    }
    await world.refused('POST /forum/posts/:postId/unlock', at(id), null, 'sign_in_required');
    await world.refused('POST /forum/posts/:postId/unlock', at(randomUUID()), await rich(100), 'post_not_found');
    expect((await world.ok('GET /forum/posts/:postId', at(id), people.suspended)).can).toMatchObject({
      tip: false,
      unlock: false,
    });
  });

  it('keeps to the policies of held, 18+ and abandoned posts', async () => {
    const payer = await rich(500);
    const held = await makePost(world.ctx, await world.member(), {
      content: `${lockedText()} call +49 170 5550123`,
      isLocked: true,
    });
    await world.refused('POST /forum/posts/:postId/unlock', at(held), payer, 'post_not_found');
    await world.refused(
      'POST /forum/posts/:postId/tip',
      tip(held),
      await world.member({ moderator: true }),
      'post_not_found',
    );
    const adult = await makePost(world.ctx, await world.member({ adult: true }), {
      content: lockedText(),
      category: 'nsfw',
      isLocked: true,
    });
    await world.refused('POST /forum/posts/:postId/unlock', at(adult), payer, 'adults_only');
    await world.refused('POST /forum/posts/:postId/tip', tip(adult), payer, 'adults_only');
    const { author, id } = await locked();
    await world.ctx.db.rows(sql`UPDATE profiles SET user_id = NULL WHERE id = ${author.profileId}`);
    await world.refused('POST /forum/posts/:postId/unlock', at(id), payer, 'author_gone');
    expect((await world.ok('GET /forum/posts/:postId', at(id), payer)).can).toMatchObject({
      tip: false,
      unlock: false,
    });
    expect(await creditsOf(payer)).toBe(500);
  });

  it('staff read without paying', async () => {
    const { id } = await locked();
    const staff = await world.member({ moderator: true });
    await world.ctx.db.tx((tx) => correct(world.ctx, tx, staff.profileId, { xp: 0, credits: 300 }, 'for the test'));
    expect((await world.ok('POST /forum/posts/:postId/unlock', at(id), staff)).credits).toBe(300);
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM post_unlocks WHERE post_id = ${id}`)).toEqual([]);
  });

  it('has a rate of its own', async () => {
    const limited = await openWorld({ rateLimits: true, work: false });
    try {
      const [author, payer] = [await limited.member(), await limited.member()];
      const id = await makePost(limited.ctx, author);
      for (let n = 0; n < 30; n++)
        await limited.refused('POST /forum/posts/:postId/tip', tip(id), payer, 'credits_short');
      await limited.refused('POST /forum/posts/:postId/tip', tip(id), payer, 'rate_limited');
    } finally {
      await limited.close();
    }
  });
});
