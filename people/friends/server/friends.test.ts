import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeItem, makeReplyTo } from '#features/sharing/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { eraseRelations } from './store.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ask = (from: FixtureMember, to: FixtureMember) =>
  world.ok('POST /friends', { body: { profileId: to.profileId } }, from);
const action = (what: 'accept' | 'decline' | 'cancel', by: FixtureMember, other: FixtureMember) =>
  world.ok(`POST /friends/:profileId/${what}`, { params: { profileId: other.profileId } }, by);
const block = (by: FixtureMember, other: FixtureMember) =>
  world.ok('PUT /blocks/:profileId', { params: { profileId: other.profileId } }, by);
const unblock = (by: FixtureMember, other: FixtureMember) =>
  world.ok('DELETE /blocks/:profileId', { params: { profileId: other.profileId } }, by);
const counts = (of: FixtureMember) => world.ok('GET /friends/counts', {}, of);
const list = async (name: 'friends' | 'pending' | 'sent' | 'blocked', of: FixtureMember) =>
  (await world.ok('GET /friends', { query: { list: name } }, of)).items.map((item) => item.person.username);
const noticesOf = (member: FixtureMember) =>
  world.ctx.db.rows<{ kind: string }>(
    sql`SELECT kind FROM notifications WHERE user_id = ${member.profileId} ORDER BY created_at`,
  );
const relationTo = async (username: string, viewer: FixtureMember | null) =>
  (await world.ok('GET /profiles/:username/friends', { params: { username } }, viewer)).relation;
const pair = async () => [await world.member(), await world.member()] as const;

describe('a friend request', () => {
  it('waits for the other, and accepted makes both friends, each notified once', async () => {
    const [mina, olu] = await pair();
    expect(await ask(mina, olu)).toEqual({ relation: 'sent' });
    expect(await ask(mina, olu)).toEqual({ relation: 'sent' });
    expect(await counts(olu)).toEqual({ friends: 0, pending: 1, sent: 0, blocked: 0 });
    expect(await list('sent', mina)).toEqual([olu.username]);
    expect(await relationTo(olu.username, mina)).toBe('sent');
    expect(await relationTo(mina.username, olu)).toBe('received');
    expect(await relationTo(mina.username, null)).toBeNull();
    expect(await noticesOf(olu)).toEqual([{ kind: 'friend_request' }]);
    expect(await action('accept', olu, mina)).toEqual({ relation: 'friends' });
    expect(await list('friends', mina)).toEqual([olu.username]);
    expect(await list('friends', olu)).toEqual([mina.username]);
    expect(await noticesOf(mina)).toEqual([{ kind: 'friend_accepted' }]);
    const activity = await world.ctx.db.rows(
      sql`SELECT metadata->>'friend_username' AS friend FROM activity_feed WHERE user_id = ${mina.profileId}`,
    );
    expect(activity).toEqual([{ friend: olu.username }]);
    const profile = await world.ok('GET /profiles/:username/friends', { params: { username: olu.username } });
    expect(profile).toMatchObject({ count: 1, items: [{ username: mina.username }] });
  });

  it('declined or cancelled leaves no row and no notice, and may be sent again', async () => {
    const [mina, olu] = await pair();
    await ask(mina, olu);
    expect(await action('decline', olu, mina)).toEqual({ relation: 'none' });
    expect(await noticesOf(olu)).toEqual([]);
    await ask(mina, olu);
    expect(await action('cancel', mina, olu)).toEqual({ relation: 'none' });
    expect(await counts(olu)).toMatchObject({ pending: 0 });
    const params = { profileId: mina.profileId };
    await world.refused('POST /friends/:profileId/accept', { params }, olu, 'request_not_found');
    await world.refused('DELETE /friends/:profileId', { params }, olu, 'friend_not_found');
  });

  it('is not accepted by its sender, nor sent to oneself or to nobody', async () => {
    const [mina, olu] = await pair();
    await ask(mina, olu);
    const params = { profileId: olu.profileId };
    await world.refused('POST /friends/:profileId/accept', { params }, mina, 'request_not_found');
    await world.refused('POST /friends/:profileId/decline', { params }, mina, 'request_not_found');
    await world.refused('POST /friends', { body: { profileId: mina.profileId } }, mina, 'own_profile');
    const nobody = '00000000-0000-7000-8000-000000000000';
    await world.refused('POST /friends', { body: { profileId: nobody } }, mina, 'profile_not_found');
  });

  it('that crosses another becomes one friendship, however many come at once', async () => {
    const [mina, olu] = await pair();
    await Promise.all(Array.from({ length: 40 }, (_, turn) => (turn % 2 === 0 ? ask(mina, olu) : ask(olu, mina))));
    const rows = await world.ctx.db.rows(
      sql`SELECT status FROM friends WHERE ${mina.profileId} IN (user_id, friend_id)`,
    );
    expect(rows).toEqual([{ status: 'accepted' }]);
    expect(await counts(mina)).toEqual({ friends: 1, pending: 0, sent: 0, blocked: 0 });
    expect((await noticesOf(mina)).length + (await noticesOf(olu)).length).toBe(1);
  });

  it('never stands beside a block that comes at the same time', async () => {
    const [mina, olu] = await pair();
    const sent = Array.from({ length: 10 }, () =>
      world.call('POST /friends', { body: { profileId: olu.profileId } }, mina),
    );
    await Promise.all([...sent, block(olu, mina)]);
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM friends WHERE user_id = ${mina.profileId}`)).toEqual([]);
  });
});

describe('the search', () => {
  it('finds strangers by any part of username and display name, those that begin so first', async () => {
    const me = await world.member({ displayName: 'Finder' });
    const inside = await world.member({ displayName: 'x', username: 'night_qvorn_owl' });
    const named = await world.member({ displayName: 'Ada Qvorn', username: 'zz_ada_strand' });
    const first = await world.member({ displayName: 'y', username: 'qvorn' });
    const search = async (q: string) =>
      (await world.ok('GET /friends/search', { query: { q } }, me)).items.map((item) => item.username);
    expect(await search('QVORN')).toEqual([first, inside, named].map((member) => member.username));
    expect(await search('ada  qv')).toEqual([named.username]);
    expect(await search('qv_rn')).toEqual([]);
    expect(await search('q%n')).toEqual([]);
  });

  it('finds at most ten strangers by how their username begins, and takes wildcards for what they are', async () => {
    const me = await world.member({ displayName: 'Searcher' });
    const found: FixtureMember[] = [];
    for (let made = 0; made < 12; made++)
      found.push(await world.member({ displayName: 'x', username: `zq_find_${String(made).padStart(2, '0')}` }));
    const search = async (q: string) =>
      (await world.ok('GET /friends/search', { query: { q } }, me)).items.map((item) => item.username);
    expect(await search('ZQ_FIND')).toEqual(found.slice(0, 10).map((member) => member.username));
    await ask(me, found[0]!);
    await block(me, found[1]!);
    await block(found[2]!, me);
    expect(await search('@zq_find_0')).toEqual(found.slice(3, 10).map((member) => member.username));
    expect(await search('%')).toEqual([]);
    expect(await search(`'; DROP TABLE x`)).toEqual([]);
    expect(await search(me.username)).toEqual([]);
  });
});

describe('members to mention', () => {
  it('begin with the text: friends first, then the thread, then all; never oneself, the blocked or the suspended', async () => {
    const me = await world.member({ username: 'mq_me' });
    const [friend, near, other, spoken, blocked, blocking, gone] = await Promise.all(
      ['mq_zoe', 'mq_yan', 'mq_abe', 'xx_spoken', 'mq_bad', 'mq_foe', 'mq_gone'].map((username) =>
        world.member({
          username,
          displayName: username === 'xx_spoken' ? 'Ada Mq_Word' : 'x',
          ...(username === 'mq_gone' && { suspendedUntil: new Date(world.ctx.clock.now().getTime() + 60_000) }),
        }),
      ),
    );
    await ask(me, friend!);
    await ask(friend!, me);
    await ask(other!, me);
    await block(me, blocked!);
    await block(blocking!, me);
    const people = [near!, spoken!, blocked!, blocking!, gone!, me].map((member) => member.profileId).join();
    const offered = async (q: string, nearIds = people) =>
      (await world.ok('GET /friends/mentions', { query: { q, near: nearIds } }, me)).items.map((item) => item.username);
    expect(await offered('MQ_')).toEqual(['mq_zoe', 'mq_yan', 'xx_spoken', 'mq_abe']);
    expect(await offered('')).toEqual(['mq_zoe', 'mq_yan', 'xx_spoken']);
    expect(await offered('mq_', '')).toEqual(['mq_zoe', 'mq_abe', 'mq_yan']);
    expect(await offered('mq_w')).toEqual(['xx_spoken']);
    expect(await offered('q_')).toEqual([]);
    expect(await offered('mq%')).toEqual([]);
  });

  it('takes no more ids than it says, and no other text for ids', async () => {
    const me = await world.member();
    for (const near of ['x', `${me.profileId},x`, Array(21).fill(me.profileId).join()])
      await world.refused('GET /friends/mentions', { query: { q: 'a', near } }, me, 'invalid');
  });
});

describe('a block', () => {
  it('ends the friendship, and neither can befriend the other until it is lifted', async () => {
    const [mina, olu] = await pair();
    await ask(mina, olu);
    await action('accept', olu, mina);
    await block(mina, olu);
    expect(await counts(olu)).toEqual({ friends: 0, pending: 0, sent: 0, blocked: 0 });
    expect(await list('blocked', mina)).toEqual([olu.username]);
    await world.refused('POST /friends', { body: { profileId: olu.profileId } }, mina, 'member_blocked');
    await world.refused('POST /friends', { body: { profileId: mina.profileId } }, olu, 'profile_not_found');
    await unblock(mina, olu);
    expect(await ask(olu, mina)).toEqual({ relation: 'sent' });
  });

  it('hides profile and friends of who blocks; who blocks keeps the way back', async () => {
    const [mina, olu] = await pair();
    await block(mina, olu);
    const params = { username: mina.username };
    await world.refused('GET /profiles/:username/page', { params }, olu, 'profile_not_found');
    await world.refused('GET /profiles/:username/friends', { params }, olu, 'profile_not_found');
    expect(await relationTo(olu.username, mina)).toBe('blocked');
    await world.ok('GET /profiles/:username/page', { params: { username: olu.username } }, mina);
    await world.ok('GET /profiles/:username/page', { params }, await world.member({ moderator: true }));
  });

  it('hides posts both ways in every list and endpoint, and shows them to everybody else', async () => {
    const [mina, olu] = await pair();
    const third = await world.member();
    const ids = { mina: await makePost(world.ctx, mina, {}), olu: await makePost(world.ctx, olu, {}) };
    await world.ok('PUT /forum/posts/:postId/bookmark', { params: { postId: ids.mina }, body: { on: true } }, olu);
    await block(mina, olu);
    const listed = async (viewer: FixtureMember | null, query = {}) =>
      (await world.ok('GET /forum/posts', { query }, viewer)).items.map((post) => post.id);
    expect(await listed(mina)).not.toContain(ids.olu);
    expect(await listed(olu)).not.toContain(ids.mina);
    expect(await listed(olu, { author: mina.username })).toEqual([]);
    expect(await listed(mina, { author: olu.username })).toEqual([]);
    for (const other of [third, null]) expect(await listed(other)).toEqual(expect.arrayContaining([ids.mina, ids.olu]));
    expect((await world.ok('GET /forum/bookmarks', {}, olu)).items).toEqual([]);
    const params = { postId: ids.mina };
    const submitId = '00000000-0000-7000-8000-000000000001';
    await world.refused('GET /forum/posts/:postId', { params }, olu, 'post_not_found');
    await world.refused('GET /forum/posts/:postId/replies', { params }, olu, 'post_not_found');
    await world.refused('GET /forum/posts/:postId/history', { params }, olu, 'post_not_found');
    await world.refused(
      'POST /forum/posts/:postId/replies',
      { params, body: { content: 'Hi', submitId } },
      olu,
      'post_not_found',
    );
    await world.refused(
      'PUT /forum/posts/:postId/reaction',
      { params, body: { reaction: 'like' } },
      olu,
      'post_not_found',
    );
    await world.refused('PUT /forum/posts/:postId/watch', { params, body: { on: true } }, olu, 'post_not_found');
    await world.refused('PUT /forum/posts/:postId/bookmark', { params, body: { on: true } }, olu, 'post_not_found');
    await unblock(mina, olu);
    expect(await listed(olu)).toContain(ids.mina);
  });

  it('hides replies in others’ threads, and the name behind an answer to them', async () => {
    const [mina, olu] = await pair();
    const third = await world.member();
    const postId = await makePost(world.ctx, third, {});
    const replyId = await makeReply(world.ctx, mina, postId, {});
    const answer = await makeReply(world.ctx, third, postId, { inReplyTo: replyId });
    await block(olu, mina);
    const seen = await world.ok('GET /forum/posts/:postId/replies', { params: { postId } }, olu);
    expect(seen.items.map((reply) => reply.id)).toEqual([answer]);
    expect(seen.items[0]!.inReplyTo).toBeNull();
    await world.refused('GET /forum/replies/:replyId', { params: { replyId } }, olu, 'reply_not_found');
    const body = { content: 'To you', inReplyTo: replyId, submitId: '00000000-0000-7000-8000-000000000002' };
    await world.refused('POST /forum/posts/:postId/replies', { params: { postId }, body }, olu, 'reply_not_found');
    await world.refused(
      'GET /forum/posts/:postId/replies',
      { params: { postId }, query: { around: replyId } },
      olu,
      'post_not_found',
    );
  });

  it('takes the answers it hides off the counts, and says how many are by whom the reader blocks', async () => {
    const [mina, olu] = await pair();
    const [foe, third, staff] = [await world.member(), await world.member(), await world.member({ moderator: true })];
    const postId = await makePost(world.ctx, third, {});
    const shown = await makeReply(world.ctx, third, postId, {});
    for (const author of [mina, mina, foe]) await makeReply(world.ctx, author, postId, {});
    const uploadId = await makeUpload(world.ctx, third, {});
    const itemId = await makeItem(world.ctx, 'song', third, {});
    for (const author of [third, mina, foe]) {
      await makeComment(world.ctx, author, uploadId, {});
      await makeReplyTo(world.ctx, 'song', author, itemId);
    }
    await block(olu, mina);
    await block(foe, olu);
    const shownCounts = async (as: FixtureMember | null) => {
      const post = await world.ok('GET /forum/posts/:postId', { params: { postId } }, as);
      const card = (await world.ok('GET /forum/posts', {}, as)).items.find(({ id }) => id === postId)!;
      const upload = await world.ok('GET /uploads/:uploadId', { params: { uploadId } }, as);
      const song = await world.ok('GET /songs/:itemId', { params: { itemId } }, as);
      expect(card.lastReplyAt).toBe(post.lastReplyAt);
      return [post, card, upload, song].map((item) => [
        'replyCount' in item ? item.replyCount : item.commentCount,
        'hiddenAnswers' in item ? item.hiddenAnswers : undefined,
      ]);
    };
    const all = [
      [4, undefined],
      [4, undefined],
      [3, undefined],
      [3, undefined],
    ];
    for (const reader of [third, staff, null]) expect(await shownCounts(reader)).toEqual(all);
    // Of who blocks the reader nothing is said.
    expect(await shownCounts(olu)).toEqual([
      [1, 2],
      [1, undefined],
      [1, 1],
      [1, 1],
    ]);
    const { createdAt } = await world.ok('GET /forum/replies/:replyId', { params: { replyId: shown } }, olu);
    expect((await world.ok('GET /forum/posts/:postId', { params: { postId } }, olu)).lastReplyAt).toBe(createdAt);
    await unblock(olu, mina);
    await unblock(foe, olu);
    expect(await shownCounts(olu)).toEqual(all);
  });

  it('keeps mentions and news away, both ways', async () => {
    const [mina, olu] = await pair();
    const third = await world.member();
    const postId = await makePost(world.ctx, third, {});
    await world.ok('PUT /forum/posts/:postId/watch', { params: { postId }, body: { on: true } }, mina);
    await block(mina, olu);
    const replyId = await makeReply(world.ctx, olu, postId, { content: `Hello @${mina.username}` });
    await world.settle();
    expect(await noticesOf(mina)).toEqual([]);
    expect((await world.ok('GET /forum/replies/:replyId', { params: { replyId } }, third)).html).not.toContain(
      `/profile/${mina.username}`,
    );
    await makeReply(world.ctx, mina, postId, { content: `Psst @${olu.username}` });
    await world.settle();
    expect((await noticesOf(olu)).map((notice) => notice.kind)).not.toContain('mention');
  });

  it('is remembered as long as one of several stands', async () => {
    const [mina, olu] = await pair();
    const third = await world.member();
    const has = async (member: FixtureMember) =>
      (await world.ctx.db.rows(sql`SELECT 1 FROM profiles WHERE id = ${member.profileId} AND has_blocks`)).length === 1;
    await Promise.all([block(mina, olu), block(third, mina), block(olu, mina)]);
    await Promise.all([unblock(mina, olu), unblock(third, mina)]);
    expect([await has(mina), await has(olu), await has(third)]).toEqual([true, true, false]);
    await unblock(olu, mina);
    expect([await has(mina), await has(olu)]).toEqual([false, false]);
  });
});

describe('personal data', () => {
  it('is exported without who blocks the member, and gone with the account', async () => {
    const [mina, olu] = await pair();
    const third = await world.member();
    await ask(mina, olu);
    await action('accept', olu, mina);
    await block(third, mina);
    const parts = await Promise.all(world.ctx.personal.map((data) => data.exportOf(world.ctx, mina.profileId)));
    const text = JSON.stringify(parts);
    expect(text).toContain(olu.username);
    expect(text).not.toContain(third.username);
    const notified = await world.ctx.db.tx((tx) => eraseRelations(tx, mina.profileId));
    expect(notified.toSorted()).toEqual([olu.profileId, third.profileId].toSorted());
    expect(await counts(olu)).toMatchObject({ friends: 0 });
    expect(await counts(third)).toMatchObject({ blocked: 0 });
  });
});
