import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { openItemOf } from '#content/moderation/server/fixtures.ts';
import { forgetTextsJob } from './jobs.ts';
import { restoreSpamJob, removeSpamJob } from './spammers.ts';

let world: World;
let admin: FixtureMember;
let moderator: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  for (const name of ['spamPosts', 'newAccountPercent'] as const)
    await setSiteSetting(world.ctx, name, name === 'spamPosts' ? 1000 : 100);
  admin = await world.member({ admin: true });
  moderator = await world.member({ moderator: true });
});
afterAll(() => world.close());

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const stateOf = async (id: string): Promise<string> =>
  (
    await world.ctx.db.rows<{ state: string }>(sql`
      SELECT state FROM forum_posts WHERE id = ${id} UNION ALL SELECT state FROM post_replies WHERE id = ${id}`)
  )[0]!.state;
const statesOf = (ids: readonly string[]): Promise<string[]> => Promise.all(ids.map(stateOf));
const mark = (members: readonly FixtureMember[], by = moderator, more: { days?: number } = {}) =>
  world.ok(
    'POST /staff/spammers',
    { body: { profileIds: members.map(({ profileId }) => profileId), reason: 'Advertising.', ...more } },
    by,
  );
const unmark = (members: readonly FixtureMember[], by = moderator) =>
  world.ok('POST /staff/spammers/undo', { body: { profileIds: members.map(({ profileId }) => profileId) } }, by);
const xpOf = async ({ profileId }: FixtureMember) =>
  (
    await world.ctx.db.rows<{ xp: number; post_count: number; suspended: Date | null }>(
      sql`SELECT xp, post_count, suspended_until AS suspended FROM profiles WHERE id = ${profileId}`,
    )
  )[0]!;
const sessionsOf = ({ userId }: FixtureMember) =>
  world.ctx.db.rows(sql`SELECT id FROM sessions WHERE user_id = ${userId}`);
const spamOf = async ({ profileId }: FixtureMember) =>
  (await world.ok('GET /staff/members/:profileId/spam', { params: { profileId } }, moderator)).decision;
const remove = (postId: string, by: FixtureMember) =>
  world.ok('DELETE /forum/posts/:postId', { params: { postId }, body: { reason: 'Off' } }, by);
const restore = (postId: string, by: FixtureMember) =>
  world.call('POST /forum/posts/:postId/restore', { params: { postId } }, by);

/** A spammer with two recent posts, a held one and a reply, an older post, and one that they removed themselves. */
async function spammer() {
  const member = await world.member();
  const other = await world.member();
  const thread = await makePost(world.ctx, other);
  const older = await makePost(world.ctx, member);
  await world.ctx.db.rows(sql`UPDATE forum_posts SET created_at = ${daysAgo(20)} WHERE id = ${older}`);
  const own = await makePost(world.ctx, member);
  await remove(own, member);
  const [first, second, held] = [
    await makePost(world.ctx, member),
    await makePost(world.ctx, member),
    await makePost(world.ctx, member, { content: `${randomUUID()} call +49 170 5550123` }),
  ];
  const reply = await makeReply(world.ctx, member, thread);
  await world.settle();
  return { member, other, thread, older, own, recent: [first, second, held, reply] };
}

it('one decision removes what they made lately, suspends the account and ends its sessions; its undo restores exactly that', async () => {
  const { member, other, older, own, recent } = await spammer();
  const { itemId } = await openItemOf(world.ctx, recent[2]!);
  await world.ok('POST /reports', { body: { kind: 'forum_post', id: recent[0]!, reason: 'spam' } }, other);
  const reportedItem = (await openItemOf(world.ctx, recent[0]!)).itemId;
  const before = { ...(await xpOf(member)), states: await statesOf(recent) };
  expect(await mark([member])).toEqual({ items: [{ profileId: member.profileId, refusal: null }] });
  await world.settle();
  expect(await statesOf(recent)).toEqual(['removed', 'removed', 'removed', 'removed']);
  expect(await statesOf([older, own])).toEqual(['published', 'removed']);
  expect(await sessionsOf(member)).toEqual([]);
  const after = await xpOf(member);
  expect(after.xp).toBeLessThan(before.xp);
  expect(after.post_count).toBe(1);
  expect(after.suspended).not.toBeNull();
  expect(await spamOf(member)).toMatchObject({ state: 'removed', removed: 4, by: { username: moderator.username } });
  const itemOf = (id: string) => world.ok('GET /staff/queue/:itemId', { params: { itemId: id } }, moderator);
  for (const id of [itemId, reportedItem]) expect(await itemOf(id)).toMatchObject({ decision: { decision: 'remove' } });

  await unmark([member]);
  await world.settle();
  expect({ ...(await xpOf(member)), states: await statesOf(recent) }).toEqual(before);
  expect(await statesOf([older, own])).toEqual(['published', 'removed']);
  for (const id of [itemId, reportedItem]) expect((await itemOf(id)).state).toBe('open');
  expect((await itemOf(itemId)).hold).toMatchObject({ reasons: ['phone number'] });
  expect(await spamOf(member)).toMatchObject({ state: 'restored', removed: 0 });
  // Nothing of the decision is in an inbox that was not read meanwhile.
  expect(
    await world.ctx.db.rows(
      sql`SELECT title FROM notifications WHERE user_id = ${member.profileId} AND kind = 'staff'`,
    ),
  ).toEqual([]);
});

it('the same decision again, at once or later, is one; and so is its undo', async () => {
  const { member, recent } = await spammer();
  await Promise.all([mark([member]), mark([member]), mark([member], admin)]);
  await world.settle();
  await mark([member]);
  await world.settle();
  const rows = await world.ctx.db.rows<{ id: string }>(
    sql`SELECT id FROM spam_decisions WHERE profile_id = ${member.profileId}`,
  );
  expect(rows).toHaveLength(1);
  const [job] = [{ decisionId: rows[0]!.id }];
  await removeSpamJob.run(world.ctx, { ...job, from: null });
  expect((await spamOf(member))!.removed).toBe(4);
  await Promise.all([unmark([member], admin), unmark([member], admin)]);
  await world.settle();
  await restoreSpamJob.run(world.ctx, job);
  await removeSpamJob.run(world.ctx, { ...job, from: null });
  expect(await statesOf(recent)).toEqual(['published', 'published', 'held', 'published']);
  const lines = await world.ctx.db.rows<{ action: string }>(
    sql`SELECT action FROM audit_log WHERE target_id = ${member.profileId} ORDER BY created_at, id`,
  );
  expect(lines.map(({ action }) => action)).toEqual(['member.suspend', 'member.unsuspend']);
});

it('an undo leaves what somebody removed since, and a suspension of before', async () => {
  const { member, recent } = await spammer();
  const until = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const params = { profileId: member.profileId };
  await world.ok('PUT /staff/members/:profileId/suspension', { params, body: { reason: 'Rude', until } }, moderator);
  await mark([member]);
  await world.settle();
  // Restored, then removed for good reasons by somebody else.
  expect((await restore(recent[0]!, admin)).status).toBe(200);
  await remove(recent[0]!, admin);
  await world.ctx.db.tx((tx) => purgeOne(tx, recent[1]!));
  await unmark([member]);
  await world.settle();
  expect(await stateOf(recent[0]!)).toBe('removed');
  expect(await statesOf(recent.slice(2))).toEqual(['held', 'published']);
  expect((await xpOf(member)).suspended?.toISOString()).toBe(until);
  expect(await spamOf(member)).toMatchObject({ state: 'restored', removed: 0 });
});

/** As the purge after 30 days leaves it. */
const purgeOne = (tx: Parameters<Parameters<World['ctx']['db']['tx']>[0]>[0], postId: string) =>
  tx.rows(sql`DELETE FROM forum_posts WHERE id = ${postId}`);

it('an item that was handed to admins stays, where a moderator decides', async () => {
  const { member, recent } = await spammer();
  const params = await openItemOf(world.ctx, recent[2]!);
  await world.ok('POST /staff/queue/:itemId/escalate', { params, body: { reason: 'Hard' } }, moderator);
  await mark([member]);
  await world.settle();
  expect(await statesOf(recent)).toEqual(['removed', 'removed', 'held', 'removed']);
});

it.each([
  ['a moderator', () => world.member({ moderator: true }), 'staff_protected'],
  ['an admin', () => world.member({ admin: true }), 'staff_protected'],
  ['who decides', () => Promise.resolve(moderator), 'staff_protected'],
  ['nobody', () => Promise.resolve({ profileId: randomUUID() } as FixtureMember), 'profile_not_found'],
])('%s is refused, and the others of the same call are not', async (_, make, code) => {
  const [target, member] = [await make(), await world.member()];
  const post = await makePost(world.ctx, member);
  const { items } = await mark([target, member]);
  await world.settle();
  expect(items).toMatchObject([{ refusal: { code } }, { refusal: null }]);
  expect(await stateOf(post)).toBe('removed');
  expect((await unmark([target])).items).toMatchObject([{ refusal: { code } }]);
});

it('what an admin decided is not taken back by a moderator', async () => {
  const member = await world.member();
  await mark([member], admin);
  expect((await unmark([member])).items).toMatchObject([{ refusal: { code: 'staff_protected' } }]);
  expect((await xpOf(member)).suspended).not.toBeNull();
  expect((await unmark([member], admin)).items).toMatchObject([{ refusal: null }]);
});

it('more than one batch is removed and restored; members may not ask', async () => {
  const member = await world.member({ createdAt: daysAgo(400) });
  const ids: string[] = [];
  for (let made = 0; made < 120; made++) ids.push(await makePost(world.ctx, member));
  const body = { profileIds: [member.profileId], reason: 'Mine' };
  await world.refused('POST /staff/spammers', { body }, member, 'forbidden');
  await mark([member]);
  await world.settle();
  expect(new Set(await statesOf(ids))).toEqual(new Set(['removed']));
  await unmark([member]);
  await world.settle();
  expect(new Set(await statesOf(ids))).toEqual(new Set(['published']));
});

it('is forgotten when nothing of it can be restored any more', async () => {
  const { member } = await spammer();
  await mark([member]);
  await world.settle();
  await world.ctx.db.rows(
    sql`UPDATE spam_decisions SET created_at = ${daysAgo(31)} WHERE profile_id = ${member.profileId}`,
  );
  await forgetTextsJob.run(world.ctx, {});
  expect(await spamOf(member)).toBeNull();
});
