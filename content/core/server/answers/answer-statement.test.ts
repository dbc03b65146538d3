import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { notifyPublishedJob } from '#content/core/server/notify.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Old enough for the whole limit. */
const elder = (): Promise<FixtureMember> => world.member({ createdAt: new Date('2020-01-01') });
const reply = (who: FixtureMember, postId: string, content = 'Nice and short') => ({
  who,
  input: { params: { postId }, body: { content, submitId: randomUUID() } },
});
const send = ({ who, input }: ReturnType<typeof reply>) => world.ok('POST /forum/posts/:postId/replies', input, who);
const watch = (who: FixtureMember, postId: string) =>
  world.ok('PUT /forum/posts/:postId/watch', { params: { postId }, body: { on: true } }, who);
/** A post that nobody watches. */
async function quietPost(): Promise<string> {
  const author = await world.member();
  const postId = await makePost(world.ctx, author);
  await world.ok('PUT /forum/posts/:postId/watch', { params: { postId }, body: { on: false } }, author);
  return postId;
}
const inboxOf = async (who: FixtureMember): Promise<string[]> =>
  (await world.ok('GET /notifications', {}, who)).items.map(({ kind, message }) => `${kind}: ${message}`);

/** Jobs that were ever added for a content. */
async function jobsOf(id: string): Promise<number> {
  const rows = await world.ctx.db.rows(
    sql`SELECT id FROM pgboss.job WHERE name = ${notifyPublishedJob.name} AND data ->> 'id' = ${id}`,
  );
  return rows.length;
}

describe('a reply', () => {
  it('is written, counted, announced and found after one statement of its own, and answered without reading it again', async () => {
    const [postId, writer] = [await quietPost(), await elder()];
    // The jobs of the start read replies too.
    await world.settle();
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    const made = await send(reply(writer, postId, 'About **xylophones**'));
    const texts = queries.mock.calls.map(([first]) =>
      typeof first === 'string' ? first : (first as unknown as { text: string }).text,
    );
    queries.mockRestore();
    expect(texts.filter((text) => text.includes('post_replies'))).toHaveLength(1);
    const read = await world.ok('GET /forum/replies/:replyId', { params: { replyId: made.reply.id } }, writer);
    expect(made).toEqual({ reply: read, seq: 1 });
    const found = await world.ok('GET /search', { query: { q: 'xylophones' } });
    expect(found.items.map((item) => item.id)).toEqual([made.reply.id]);
    const post = await world.ok('GET /forum/posts/:postId', { params: { postId } }, writer);
    expect(post).toMatchObject({ replyCount: 1, eventSeq: 1 });
  });

  it('adds a job only where somebody may have to be notified', async () => {
    const [postId, writer, watcher] = [await quietPost(), await elder(), await world.member()];
    const alone = await send(reply(writer, postId));
    expect(await jobsOf(alone.reply.id)).toBe(0);
    const naming = await send(reply(writer, postId, `Hello @${watcher.username}`));
    expect(await jobsOf(naming.reply.id)).toBe(1);
    await watch(watcher, postId);
    const watched = await send(reply(writer, postId));
    expect(await jobsOf(watched.reply.id)).toBe(1);
    await world.settle();
    expect(await inboxOf(watcher)).toHaveLength(2);
  });

  it('is taken as often as the limit allows, of many at once too', async () => {
    await setSiteSetting(world.ctx, 'spamReplies', 3);
    const [author, writer] = [await world.member(), await elder()];
    const postId = await makePost(world.ctx, author);
    const answers = await Promise.allSettled(Array.from({ length: 9 }, () => send(reply(writer, postId))));
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(3);
    await world.refused('POST /forum/posts/:postId/replies', reply(writer, postId).input, writer, 'rate_limit');
    await setSiteSetting(world.ctx, 'spamReplies', 1000);
  });
});

describe('replies of one batch', () => {
  it('notify the watchers, the mentioned and the author, each once a reply', async () => {
    const [author, writer, watcher, named] = [
      await world.member(),
      await elder(),
      await world.member(),
      await world.member(),
    ];
    const posts = [await makePost(world.ctx, author), await makePost(world.ctx, author)];
    await watch(watcher, posts[1]!);
    const made = [
      await send(reply(writer, posts[0]!, 'First')),
      await send(reply(writer, posts[1]!, `Second, @${named.username}`)),
      await send(reply(writer, posts[1]!, 'Third')),
    ];
    await world.settle();
    await world.ctx.db.rows(sql`DELETE FROM notifications`);
    const payloads = made.map(({ reply: { id } }) => ({ kind: 'post_reply', id }));
    for (const _ of [1, 2]) await notifyPublishedJob.runAll!(world.ctx, payloads);
    // One line of a thread, which counts its replies.
    expect(await inboxOf(watcher)).toEqual(['watched: Third']);
    const { items } = await world.ok('GET /notifications', {}, watcher);
    expect(items.map(({ title }) => title)).toEqual([expect.stringMatching(/^2 new replies in /)]);
    expect(await inboxOf(named)).toEqual([expect.stringMatching(/^mention: Second/)]);
    expect((await inboxOf(author)).toSorted()).toEqual(['watched: First', 'watched: Third']);
    expect(await inboxOf(writer)).toEqual([]);
  });
});
