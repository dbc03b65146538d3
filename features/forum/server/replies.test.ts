import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type World, openWorld } from '#site/testing/world.ts';
import { makePost, makeReply } from './fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const reply = (postId: string, content: string, more: { inReplyTo?: string; submitId?: string } = {}) => ({
  params: { postId },
  body: { content, submitId: randomUUID(), ...more },
});

describe('a reply', () => {
  it('is counted, stands in order of time and says what it answers', async () => {
    const [author, other] = [await world.member(), await world.member()];
    const postId = await makePost(world.ctx, author);
    const first = await world.ok('POST /forum/posts/:postId/replies', reply(postId, 'First **thought**'), other);
    const second = await world.ok(
      'POST /forum/posts/:postId/replies',
      reply(postId, 'An answer', { inReplyTo: first.reply.id }),
      author,
    );
    expect(second.seq).toBe(first.seq! + 1);
    const page = await world.ok('GET /forum/posts/:postId/replies', { params: { postId }, query: {} });
    expect(page.items.map((item) => item.id)).toEqual([first.reply.id, second.reply.id]);
    expect(page.items[1]!.inReplyTo).toMatchObject({ id: first.reply.id, excerpt: 'First thought' });
    const post = await world.ok('GET /forum/posts/:postId', { params: { postId } });
    expect(post).toMatchObject({ replyCount: 2, lastReplyAt: page.items[1]!.createdAt });
  });

  it('written after a later one leaves the post the later time', async () => {
    const author = await world.member();
    const postId = await makePost(world.ctx, author);
    const late = new Date(Date.now() - 1000);
    await makeReply(world.ctx, author, postId, { createdAt: late });
    await makeReply(world.ctx, author, postId, { createdAt: new Date(late.getTime() - 5) });
    const post = await world.ok('GET /forum/posts/:postId', { params: { postId } });
    expect(post).toMatchObject({ replyCount: 2, lastReplyAt: late.toISOString() });
  });

  it('is made once, however often the form is sent', async () => {
    const author = await world.member();
    const postId = await makePost(world.ctx, author);
    const input = reply(postId, 'Sent twice');
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.ok('POST /forum/posts/:postId/replies', input, author)),
    );
    expect(new Set(answers.map((answer) => answer.reply.id)).size).toBe(1);
    expect((await world.ok('GET /forum/posts/:postId', { params: { postId } })).replyCount).toBe(1);
  });

  it('is refused empty, to nothing, and to a reply of another post', async () => {
    const author = await world.member();
    const [one, two] = [await makePost(world.ctx, author), await makePost(world.ctx, author)];
    const elsewhere = await makeReply(world.ctx, author, two);
    await world.refused('POST /forum/posts/:postId/replies', reply(one, '   '), author, 'invalid');
    await world.refused('POST /forum/posts/:postId/replies', reply(randomUUID(), 'x'), author, 'post_not_found');
    await world.refused(
      'POST /forum/posts/:postId/replies',
      reply(one, 'x', { inReplyTo: elsewhere }),
      author,
      'reply_not_found',
    );
  });

  it('that was removed keeps its place without its text, and comes back', async () => {
    const [author, staff] = [await world.member(), await world.member({ moderator: true })];
    const postId = await makePost(world.ctx, author);
    const id = await makeReply(world.ctx, author, postId, { content: 'Something rude' });
    await world.ok('DELETE /forum/replies/:replyId', { params: { replyId: id }, body: { reason: 'rude' } }, staff);
    const read = await world.ok('GET /forum/replies/:replyId', { params: { replyId: id } });
    expect(read).toMatchObject({ visibility: 'removed', html: '', source: null, reactions: [] });
    expect(JSON.stringify(read)).not.toContain('Something rude');
    await world.refused('GET /forum/replies/:replyId/history', { params: { replyId: id } }, null, 'reply_not_found');
    expect((await world.ok('GET /forum/posts/:postId', { params: { postId } })).replyCount).toBe(0);
    await world.ok('POST /forum/replies/:replyId/restore', { params: { replyId: id } }, staff);
    expect((await world.ok('GET /forum/posts/:postId', { params: { postId } })).replyCount).toBe(1);
  });

  it('with private information is held, uncounted and unseen', async () => {
    const [author, other] = [await world.member(), await world.member()];
    const postId = await makePost(world.ctx, other);
    const held = await world.ok(
      'POST /forum/posts/:postId/replies',
      reply(postId, 'He lives at 12 Baker Street'),
      author,
    );
    expect(held.reply.visibility).toBe('held');
    expect(held.seq).toBeNull();
    await world.refused(
      'GET /forum/replies/:replyId',
      { params: { replyId: held.reply.id } },
      other,
      'reply_not_found',
    );
    const page = await world.ok('GET /forum/posts/:postId/replies', { params: { postId }, query: {} }, other);
    expect(page.items).toEqual([]);
    expect((await world.ok('GET /forum/posts/:postId', { params: { postId } }, other)).replyCount).toBe(0);
  });

  it('pages by key and opens around one', async () => {
    const author = await world.member({ createdAt: new Date(Date.now() - 90 * 86_400_000) });
    const postId = await makePost(world.ctx, author);
    const ids: string[] = [];
    for (let writer = 0; writer < 6; writer++) {
      const member = await world.member();
      for (let at = 0; at < 10; at++) ids.push(await makeReply(world.ctx, member, postId));
    }
    const first = await world.ok('GET /forum/posts/:postId/replies', { params: { postId }, query: {} });
    expect(first.items.map((item) => item.id)).toEqual(ids.slice(0, 50));
    expect(first.previous).toBeNull();
    const second = await world.ok('GET /forum/posts/:postId/replies', {
      params: { postId },
      query: { after: first.next! },
    });
    expect(second.items.map((item) => item.id)).toEqual(ids.slice(50));
    expect(second.next).toBeNull();
    const around = await world.ok('GET /forum/posts/:postId/replies', {
      params: { postId },
      query: { around: ids[55]! },
    });
    expect(around.items.map((item) => item.id)).toContain(ids[55]);
    expect(around.previous).not.toBeNull();
    const before = await world.ok('GET /forum/posts/:postId/replies', {
      params: { postId },
      query: { after: around.previous! },
    });
    expect(before.items.map((item) => item.id)).toContain(ids[49]);
  });
});

describe('news of a reply', () => {
  it('reaches the answered, the mentioned and the watchers, each once, and never its author', async () => {
    const [author, answered, mentioned, writer] = [
      await world.member(),
      await world.member(),
      await world.member(),
      await world.member(),
    ];
    const postId = await makePost(world.ctx, author);
    const first = await makeReply(world.ctx, answered, postId);
    await world.settle();
    await makeReply(world.ctx, writer, postId, {
      content: `Yes @${mentioned.username} and @${answered.username}`,
      inReplyTo: first,
    });
    await world.settle();
    const notified = await world.ctx.db.pool.query<{ user_id: string; kind: string }>(
      `SELECT user_id, kind FROM notifications WHERE user_id = ANY($1) ORDER BY created_at`,
      [[author.profileId, answered.profileId, mentioned.profileId, writer.profileId]],
    );
    const kindsOf = (profileId: string) =>
      notified.rows.filter((row) => row.user_id === profileId && row.kind !== 'rank').map((row) => row.kind);
    // Two replies, and one row of the thread that counts them.
    expect(kindsOf(author.profileId)).toEqual(['watched']);
    const { items } = await world.ok('GET /notifications', { query: {} }, author);
    expect(items.filter((item) => item.kind === 'watched').map((item) => item.title)).toEqual([
      expect.stringMatching(/^2 new replies in "/),
    ]);
    expect(kindsOf(answered.profileId)).toEqual(['reply']);
    expect(kindsOf(mentioned.profileId)).toEqual(['mention']);
    expect(kindsOf(writer.profileId)).toEqual([]);
  });
});
