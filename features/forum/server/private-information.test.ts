import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type World, openWorld } from '#site/testing/world.ts';
import { makePost, makeReply } from './fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const post = (content: string, category = '') => ({ body: { content, category, submitId: randomUUID() } });

describe('private information', () => {
  it('holds a post back in every category: nobody else sees it anywhere, and its author sees why', async () => {
    const author = await world.member();
    const other = await world.member();
    for (const category of ['', 'dox', 'marketplace']) {
      const fresh = await world.member();
      const made = await world.ok(
        'POST /forum/posts',
        post(`Find him ${randomUUID()}\n\ncall +49 170 5550123`, category),
        fresh,
      );
      expect(made.visibility).toBe('held');
      expect(made.notice).toContain('phone number');
      const at = { params: { postId: made.id } };
      await world.refused('GET /forum/posts/:postId', at, other, 'post_not_found');
      await world.refused('GET /forum/posts/:postId', at, null, 'post_not_found');
      await world.refused('GET /forum/posts/:postId/replies', at, other, 'post_not_found');
      await world.refused('GET /forum/posts/:postId/history', at, other, 'post_not_found');
      const own = await world.ok('GET /forum/posts/:postId', at, fresh);
      expect(own.notice).toContain('phone number');
      for (const reader of [null, other]) {
        const list = await world.ok('GET /forum/posts', { query: {} }, reader);
        expect(list.items.map((item) => item.id)).not.toContain(made.id);
      }
      const mine = await world.ok('GET /forum/posts', { query: {} }, fresh);
      expect(mine.items.map((item) => item.id)).toContain(made.id);
      const feed = await world.get('/forum.atom');
      expect(feed.body).not.toContain(made.id);
      expect((await world.get('/sitemap.xml')).body).not.toContain(made.id);
    }
    expect(author).toBeDefined();
  });

  it('is released by staff, who are the only ones to see the hold; the author hears of it and is rewarded', async () => {
    const author = await world.member();
    const staff = await world.member({ moderator: true });
    const made = await world.ok(
      'POST /forum/posts',
      post(`A studio ${randomUUID()}\n\nwrite to jane.roe@mail.de`),
      author,
    );
    await world.refused('GET /staff/queue', {}, author, 'forbidden');
    const { items } = await world.ok('GET /staff/queue', { query: { subject: made.id } }, staff);
    expect(items).toMatchObject([{ hold: { reasons: ['email address'], editor: null } }]);
    const approve = { params: { itemId: items[0]!.id }, body: { decision: 'approve' } } as const;
    await world.ok('POST /staff/queue/:itemId/decide', approve, staff);
    await world.refused('POST /staff/queue/:itemId/decide', approve, staff, 'already_decided');
    const read = await world.ok('GET /forum/posts/:postId', { params: { postId: made.id } });
    expect(read.visibility).toBe('published');
    expect((await world.ok('GET /session', {}, author)).viewer!.credits).toBe(5);
  });

  it('stays out of the history that others read, after its author has edited it away', async () => {
    const author = await world.member();
    const made = await world.ok('POST /forum/posts', post(`Session ${randomUUID()}\n\ncall +49 170 5550123`), author);
    const at = { params: { postId: made.id } };
    await world.ok(
      'PATCH /forum/posts/:postId',
      { ...at, body: { content: 'Session, without the number', baseVersion: 1 } },
      author,
    );
    for (const reader of [null, await world.member()]) {
      const seen = await world.ok('GET /forum/posts/:postId/history', at, reader);
      expect(JSON.stringify(seen)).not.toContain('5550123');
      expect(seen.items.map((item) => item.version)).toEqual([2]);
    }
    expect((await world.ok('GET /forum/posts/:postId/history', at, author)).items).toHaveLength(2);
  });

  it('that an edit brings in hides a published post again', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author);
    await world.ok(
      'PATCH /forum/posts/:postId',
      { params: { postId: id }, body: { content: 'Now with 4111 1111 1111 1111', baseVersion: 1 } },
      author,
    );
    await world.refused('GET /forum/posts/:postId', { params: { postId: id } }, null, 'post_not_found');
  });
});

describe('18+', () => {
  it('never reaches who has not said to be an adult, in no list, feed or endpoint', async () => {
    const adult = await world.member({ adult: true });
    const other = await world.member();
    const id = await makePost(world.ctx, adult, { category: 'nsfw' });
    const reply = await makeReply(world.ctx, adult, id);
    const at = { params: { postId: id } };
    for (const reader of [null, other]) {
      await world.refused('GET /forum/posts/:postId', at, reader, 'adults_only');
      await world.refused('GET /forum/posts/:postId/replies', at, reader, 'adults_only');
      await world.refused('GET /forum/posts/:postId/history', at, reader, 'adults_only');
      await world.refused('GET /forum/replies/:replyId', { params: { replyId: reply } }, reader, 'adults_only');
      await world.refused('GET /forum/posts', { query: { category: 'nsfw' } }, reader, 'adults_only');
      for (const query of [{}, { author: adult.username }]) {
        const list = await world.ok('GET /forum/posts', { query }, reader);
        expect(list.items.map((item) => item.id)).not.toContain(id);
      }
    }
    await world.refused(
      'POST /forum/posts/:postId/replies',
      { ...at, body: { content: 'x', submitId: randomUUID() } },
      other,
      'adults_only',
    );
    await world.refused('POST /forum/posts', post(`Not me ${randomUUID()}`, 'nsfw'), other, 'adults_only');
    expect((await world.get('/forum.atom')).body).not.toContain(id);
    expect((await world.get('/sitemap.xml')).body).not.toContain(id);
    const shown = await world.ok('GET /forum/posts', { query: { category: 'nsfw' } }, adult);
    expect(shown.items.find((item) => item.id === id)!.isAdult).toBe(true);
  });
});
