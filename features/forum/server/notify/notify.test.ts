import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { openItemOf } from '#content/moderation/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { contentType } from '#content/core/server/type.ts';
import { notifyReplies, notifyWatchersJob } from './notify.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';
let world: World;
beforeAll(async () => {
  world = await openWorld();
  await setSiteSetting(world.ctx, 'spamReplies', 1000);
  await setSiteSetting(world.ctx, 'spamPosts', 1000);
});
afterAll(() => world.close());

/** Kinds and titles of an inbox, newest first, after every job has run. */
async function notified(who: FixtureMember): Promise<string[]> {
  await world.settle();
  const { items } = await world.ok('GET /notifications', {}, who);
  return items.map((item) => item.title);
}
const react = (who: FixtureMember, postId: string, reaction: 'like' | 'fire' | null) =>
  world.ok('PUT /forum/posts/:postId/reaction', { params: { postId }, body: { reaction } }, who);
const deleteReply = (who: FixtureMember, replyId: string) =>
  world.ok('DELETE /forum/replies/:replyId', { params: { replyId }, body: { reason: '' } }, who);

describe('reactions', () => {
  it('reach the author as one notification that grows and shrinks', async () => {
    const author = await world.member();
    const [ada, ben] = [await world.member({ displayName: 'Ada' }), await world.member({ displayName: 'Ben' })];
    const postId = await makePost(world.ctx, author);
    await react(ada, postId, 'like');
    expect(await notified(author)).toEqual(['Ada reacted to your post']);
    await react(ben, postId, 'fire');
    expect(await notified(author)).toEqual(['Ben and 1 other reacted to your post']);
    await react(ben, postId, null);
    expect(await notified(author)).toEqual(['Ada reacted to your post']);
    await react(ada, postId, null);
    expect(await notified(author)).toEqual([]);
    await react(author, postId, 'like');
    expect(await notified(author)).toEqual([]);
  });

  it('of who is blocked since are not counted', async () => {
    const author = await world.member();
    const [ada, ben] = [await world.member({ displayName: 'Adele' }), await world.member({ displayName: 'Bert' })];
    const postId = await makePost(world.ctx, author);
    await react(ben, postId, 'fire');
    await world.ok('PUT /blocks/:profileId', { params: { profileId: ben.profileId } }, author);
    await react(ada, postId, 'like');
    expect(await notified(author)).toEqual(['Adele reacted to your post']);
  });

  it('of several lose the one who is blocked, and keep the others', async () => {
    const author = await world.member();
    const [ada, ben] = [await world.member({ displayName: 'Agnes' }), await world.member({ displayName: 'Bob' })];
    const postId = await makePost(world.ctx, author);
    for (const fan of [ada, ben]) await react(fan, postId, 'fire');
    expect(await notified(author)).toEqual(['Bob and 1 other reacted to your post']);
    await world.ok('PUT /blocks/:profileId', { params: { profileId: author.profileId } }, ben);
    expect(await notified(author)).toEqual(['Agnes reacted to your post']);
  });

  it('of many at once are one notification with the right number', async () => {
    const author = await world.member();
    const postId = await makePost(world.ctx, author);
    const fans = await Promise.all(Array.from({ length: 12 }, () => world.member()));
    await Promise.all(fans.map((fan) => react(fan, postId, 'like')));
    expect(await notified(author)).toEqual([expect.stringMatching(/ and 11 others reacted to your post$/)]);
  });
});

describe('a block with the author of a post', () => {
  it('keeps its replies from who watches it or is mentioned in it, earlier ones too, until it is lifted', async () => {
    const [author, writer] = [await world.member(), await world.member()];
    const [watcher, blocking] = [await world.member(), await world.member()];
    const postId = await makePost(world.ctx, author, { content: 'A first title\n\nText.' });
    for (const who of [watcher, blocking])
      await world.ok('PUT /forum/posts/:postId/watch', { params: { postId }, body: { on: true } }, who);
    await makeReply(world.ctx, writer, postId);
    for (const who of [watcher, blocking]) expect(await notified(who)).toEqual(['New reply in "A first title"']);
    await world.ok('PUT /blocks/:profileId', { params: { profileId: watcher.profileId } }, author);
    await world.ok('PUT /blocks/:profileId', { params: { profileId: author.profileId } }, blocking);
    for (const who of [watcher, blocking]) {
      expect(await notified(who), 'of before the block').toEqual([]);
      expect(await world.ok('GET /notifications/unread', {}, who)).toEqual({ unread: 0 });
    }
    const content = `@${watcher.username} and @${blocking.username}, have you read this?`;
    await makeReply(world.ctx, writer, postId, { content });
    await world.settle();
    const counts = await world.ctx.db.rows<{ user_id: string; rows: number }>(sql`
      SELECT user_id, count(*)::int AS rows FROM notifications
      WHERE user_id = ANY(${[watcher.profileId, blocking.profileId]}::uuid[]) GROUP BY user_id`);
    expect(
      counts.map((row) => row.rows),
      'none was written',
    ).toEqual([1, 1]);
    expect(await notified(author)).toEqual(['2 new replies in "A first title"']);
    await world.ok('DELETE /blocks/:profileId', { params: { profileId: author.profileId } }, blocking);
    expect(await notified(blocking)).toEqual(['New reply in "A first title"']);
    // The block is with the author of this post: elsewhere the same member reaches them.
    const elsewhere = await makePost(world.ctx, writer);
    await makeReply(world.ctx, writer, elsewhere, { content: `@${watcher.username} and here?` });
    expect(await notified(watcher)).toEqual([expect.stringMatching(/ mentioned you$/)]);
  });

  it('keeps the rest of many watchers from it too', async () => {
    const [author, writer, watcher] = [await world.member(), await world.member(), await world.member()];
    const postId = await makePost(world.ctx, author);
    await world.ok('PUT /forum/posts/:postId/watch', { params: { postId }, body: { on: true } }, watcher);
    await world.ok('PUT /blocks/:profileId', { params: { profileId: watcher.profileId } }, author);
    const replyId = await makeReply(world.ctx, writer, postId);
    await world.settle();
    await notifyWatchersJob.run(world.ctx, { replyId, after: NO_ID });
    expect(await world.ctx.db.rows(sql`SELECT id FROM notifications WHERE user_id = ${watcher.profileId}`)).toEqual([]);
  });
});

describe('what is taken away', () => {
  it('leaves the inboxes with a removed reply, and comes back with it', async () => {
    const [author, replier] = [await world.member(), await world.member({ displayName: 'Rae' })];
    const postId = await makePost(world.ctx, author);
    const replyId = await makeReply(world.ctx, replier, postId);
    expect(await notified(author)).toHaveLength(1);
    await deleteReply(replier, replyId);
    expect(await notified(author)).toEqual([]);
    expect(await world.ok('GET /notifications/unread', {}, author)).toEqual({ unread: 0 });
    await world.ok('POST /forum/replies/:replyId/restore', { params: { replyId } }, replier);
    expect(await notified(author)).toHaveLength(1);
  });

  it('hides with the post all notifications of its replies; a reply that is removed itself does not come back', async () => {
    const moderator = await world.member({ moderator: true });
    const [author, watcher, replier] = [await world.member(), await world.member(), await world.member()];
    const postId = await makePost(world.ctx, author);
    await world.ok('PUT /forum/posts/:postId/watch', { params: { postId }, body: { on: true } }, watcher);
    await makeReply(world.ctx, replier, postId);
    const gone = await makeReply(world.ctx, replier, postId);
    expect(await notified(watcher)).toEqual([expect.stringMatching(/^2 new replies in /)]);
    await deleteReply(replier, gone);
    expect(await notified(watcher), 'of the other reply').toEqual([expect.stringMatching(/^New reply in /)]);
    const params = { postId };
    await world.ok('DELETE /forum/posts/:postId', { params, body: { reason: 'Off topic' } }, moderator);
    expect(await notified(watcher)).toEqual([]);
    expect(await notified(author), 'its author is notified with the reason').toEqual([
      expect.stringMatching(/^Your post ".*" was removed$/),
    ]);
    await world.ok('POST /forum/posts/:postId/restore', { params }, moderator);
    expect(await notified(watcher)).toHaveLength(1);
  });

  it('an edit that is held hides its notifications, and its approval shows them again', async () => {
    const moderator = await world.member({ moderator: true });
    const [author, replier] = [await world.member(), await world.member()];
    const postId = await makePost(world.ctx, author);
    const replyId = await makeReply(world.ctx, replier, postId, { content: 'Nothing to see' });
    expect(await notified(author)).toHaveLength(1);
    const body = { content: 'Call me: +1 (212) 555-0187', baseVersion: 1 };
    await world.ok('PATCH /forum/replies/:replyId', { params: { replyId }, body }, replier);
    expect(await notified(author)).toEqual([]);
    const params = await openItemOf(world.ctx, replyId);
    await world.ok('POST /staff/queue/:itemId/decide', { params, body: { decision: 'approve' } }, moderator);
    expect(await notified(author)).toHaveLength(1);
    await world.settle();
    const approval = (await world.ok('GET /notifications', {}, replier)).items.find((item) => item.kind === 'approval');
    expect(approval!.url).toBe(`/forum/post/${postId}?reply=${replyId}#reply-${replyId}`);
  });

  it('a post that becomes 18+ takes its words back out of the inboxes', async () => {
    const author = await world.member({ adult: true });
    const watcher = await world.member();
    const postId = await makePost(world.ctx, author, { content: 'An innocent title\n\nText.' });
    await world.ok('PUT /forum/posts/:postId/watch', { params: { postId }, body: { on: true } }, watcher);
    await makeReply(world.ctx, author, postId, { content: 'Words for adults' });
    expect(await notified(watcher)).toEqual(['New reply in "An innocent title"']);
    const body = { content: 'An innocent title\n\nText.', category: 'nsfw', baseVersion: 1 };
    await world.ok('PATCH /forum/posts/:postId', { params: { postId }, body }, author);
    expect(await notified(watcher)).toEqual(['New reply in an 18+ post']);
    const rows = await world.ctx.db.rows(sql`SELECT message FROM notifications WHERE user_id = ${watcher.profileId}`);
    expect(rows).toEqual([{ message: 'In an 18+ post.' }]);
  });

  it('a reported post that staff remove notifies its author, with the reason', async () => {
    const moderator = await world.member({ moderator: true });
    const [author, reporter] = [await world.member(), await world.member()];
    const postId = await makePost(world.ctx, author);
    const report = { kind: 'forum_post', id: postId, reason: 'spam' } as const;
    await world.ok('POST /reports', { body: report }, reporter);
    const body = { decision: 'remove', reason: 'An advertisement' } as const;
    const params = await openItemOf(world.ctx, postId);
    await world.ok('POST /staff/queue/:itemId/decide', { params, body }, moderator);
    await world.settle();
    const [item] = (await world.ok('GET /notifications', {}, author)).items;
    expect(item).toMatchObject({ kind: 'removal', message: 'An advertisement' });
    // Where it can be appealed.
    expect(item!.url).toMatch(/^\/decisions\/[0-9a-f-]{36}$/);
    expect(await notified(reporter)).toEqual([]);
  });

  it('a deleted member leaves no words in the inboxes of others', async () => {
    const [author, leaving] = [await world.member(), await world.member({ displayName: 'Going Away' })];
    const postId = await makePost(world.ctx, author);
    await makeReply(world.ctx, leaving, postId, { content: 'My last words' });
    expect(await notified(author)).toHaveLength(1);
    await world.ctx.db.tx(async (tx) => {
      for (const data of world.ctx.personal) await data.erase(world.ctx, tx, leaving.profileId);
    });
    expect(await notified(author)).toEqual([]);
  });
});

describe('two processes', () => {
  let second: World;
  beforeAll(async () => {
    second = await openWorld({ beside: world });
  });
  afterAll(() => second.close());

  it('count the replies of a watched post right, however their jobs meet', async () => {
    const [author, replier] = [await world.member(), await world.member()];
    const watchers = await Promise.all(Array.from({ length: 5 }, () => world.member()));
    const postId = await makePost(world.ctx, author, { content: 'Busy\n\nText.' });
    for (const who of watchers)
      await world.ok('PUT /forum/posts/:postId/watch', { params: { postId }, body: { on: true } }, who);
    const ids: string[] = [];
    for (let made = 0; made < 80; made++) ids.push(await makeReply(world.ctx, replier, postId));
    await world.settle();
    for (const who of [author, ...watchers]) expect(await notified(who)).toEqual(['80 new replies in "Busy"']);
    await world.ctx.db.rows(sql`DELETE FROM notifications WHERE kind = 'watched'`);
    // As jobs that run at once in both, some of them twice.
    const type = contentType('post_reply')!;
    const parts = Array.from({ length: 10 }, (_, at) => ids.slice(at * 8, at * 8 + 8));
    await Promise.all(
      [...parts, ...parts.slice(0, 4)].map((part, at) =>
        notifyReplies(at % 2 === 0 ? world.ctx : second.ctx, type, part),
      ),
    );
    for (const who of [author, ...watchers]) expect(await notified(who)).toEqual(['80 new replies in "Busy"']);
    const rows = await world.ctx.db.rows(sql`SELECT id FROM notifications WHERE kind = 'watched'`);
    expect(rows, 'one row for each watcher').toHaveLength(watchers.length + 1);
    await world.ok('POST /notifications/read', { body: { until: new Date().toISOString() } }, author);
    await notifyReplies(second.ctx, type, parts[9]!);
    expect(await world.ok('GET /notifications/unread', {}, author), 'what was read is no news').toEqual({ unread: 0 });
    const last = await makeReply(world.ctx, replier, postId);
    expect(await notified(author)).toEqual(['New reply in "Busy"']);
    await deleteReply(replier, last);
    expect(await notified(author)).toEqual([]);
    expect(await notified(watchers[0]!)).toEqual(['80 new replies in "Busy"']);
  });

  it('stop counting before a number is too large', async () => {
    const [author, replier] = [await world.member(), await world.member()];
    const postId = await makePost(world.ctx, author, { content: 'Endless\n\nText.' });
    await makeReply(world.ctx, replier, postId);
    await world.settle();
    await world.ctx.db.rows(
      sql`UPDATE notifications SET others = 2147483647, unlisted = 2147483647 WHERE user_id = ${author.profileId}`,
    );
    await makeReply(world.ctx, replier, postId);
    expect(await notified(author)).toEqual(['1000000 new replies in "Endless"']);
  });
});

describe('the migration of watched threads', () => {
  it('makes one row with the right number of what processes had counted at once', async () => {
    const [author, replier] = [await world.member(), await world.member()];
    const postId = await makePost(world.ctx, author, { content: 'Older\n\nText.' });
    const ids: string[] = [];
    for (let made = 0; made < 5; made++) ids.push(await makeReply(world.ctx, replier, postId));
    await world.settle();
    await deleteReply(replier, ids[2]!);
    await world.settle();
    await world.ctx.db.rows(sql`DELETE FROM notifications WHERE kind = 'watched' AND user_id = ${author.profileId}`);
    // The first was read; the others were joined by several processes, two of which left a row of their own.
    const former = [
      { others: 0, read: true, hidden: false },
      { others: -1, read: true, hidden: true },
      { others: -1, read: true, hidden: true },
      { others: 900, read: false, hidden: false },
      { others: 2_038_211_077, read: false, hidden: false },
    ];
    for (const [at, { others, read, hidden }] of former.entries())
      await world.ctx.db.rows(sql`
        INSERT INTO notifications (id, user_id, kind, title, message, url, content_id, others, cause, is_read, is_hidden, created_at)
        VALUES (gen_random_uuid(), ${author.profileId}, 'watched', 'New reply in "Older"', '', ${`/forum/post/${postId}?reply=${ids[at]}`},
          ${ids[at]}, ${others}, ${`post_reply:${ids[at]}`}, ${read}, ${hidden}, now())`);
    const file = await readFile(path.join(world.ctx.config.root, 'site/migrations/0013_watched_threads.sql'), 'utf8');
    await world.ctx.db.tx(async (tx) => {
      for (const statement of file.split('--> statement-breakpoint').slice(4)) await tx.client.query(statement);
    });
    expect(await notified(author)).toEqual(['3 new replies in "Older"', 'New reply in "Older"']);
    const rows = await world.ctx.db.rows(sql`
      SELECT others, is_read, content_ids FROM notifications WHERE kind = 'watched' AND user_id = ${author.profileId} ORDER BY is_read`);
    expect(rows).toEqual([
      { others: 2, is_read: false, content_ids: [ids[1], ids[3], ids[4]] },
      { others: 0, is_read: true, content_ids: [] },
    ]);
    await makeReply(world.ctx, replier, postId);
    expect(await notified(author)).toEqual(['4 new replies in "Older"', 'New reply in "Older"']);
  });
});

describe('a post with 10,000 watchers', () => {
  // How long it takes is measured in `bench/scenarios.ts`.
  it('notifies every watcher of a reply once', { timeout: 120_000 }, async () => {
    const { ctx } = world;
    const [author, replier] = [await world.member(), await world.member()];
    const postId = await makePost(ctx, author);
    await ctx.db.rows(sql`
      INSERT INTO profiles (id, user_id, username, username_key, display_name, display_name_key, created_at, updated_at)
      SELECT gen_random_uuid(), gen_random_uuid(), 'crowd_' || n, 'crowd' || n, 'Crowd ' || n, 'crowd ' || n, now(), now() FROM generate_series(1, 10000) AS n`);
    await ctx.db.rows(sql`
      INSERT INTO post_readers (profile_id, post_id, watching)
      SELECT id, ${postId}::uuid, true FROM profiles WHERE username LIKE 'crowd\\_%'`);
    await makeReply(ctx, replier, postId);
    await world.settle();
    const [count] = await ctx.db.rows<{ rows: number; members: number }>(sql`
      SELECT count(*)::int AS rows, count(DISTINCT n.user_id)::int AS members
      FROM notifications n JOIN profiles p ON p.id = n.user_id WHERE p.username LIKE 'crowd\\_%'`);
    expect(count).toEqual({ rows: 10_000, members: 10_000 });
    expect(await notified(replier), 'not of their own reply').toEqual([]);
  });
});
