import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { openItemOf } from '#content/moderation/server/fixtures.ts';

const statement = 'I think that this was a mistake.';

let world: World;
let admin: FixtureMember;
let ada: FixtureMember;
let ben: FixtureMember;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-04T12:00:00Z'), work: false });
  admin = await world.member({ admin: true });
  ada = await world.member({ moderator: true, displayName: 'Ada Desk' });
  ben = await world.member({ moderator: true });
});
afterAll(() => world.close());

/** What the newest notification of a member says, and the decision that it leads to. */
async function latest(of: FixtureMember): Promise<{ title: string; message: string; decisionId: string }> {
  const [notice] = (await world.ok('GET /notifications', {}, of)).items;
  return { title: notice!.title, message: notice!.message, decisionId: notice!.url!.split('/')[2]! };
}
const appeal = (decisionId: string, by: FixtureMember) =>
  world.ok('POST /decisions/:decisionId/appeal', { params: { decisionId }, body: { statement } }, by);
/** The open item of a member's newest appeal. */
async function itemOf(member: FixtureMember): Promise<{ itemId: string }> {
  const [row] = await world.ctx.db.rows<{ id: string }>(
    sql`SELECT id FROM appeals WHERE profile_id = ${member.profileId} ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  return await openItemOf(world.ctx, row!.id);
}
/** Two lines of a history never come in the same millisecond. */
const decideInput = (params: { itemId: string }, decision: 'approve' | 'remove', reason = 'Looked at again') => {
  world.clock!.advance(5);
  return { params, body: { decision, reason } };
};
const suspend = async (member: FixtureMember, by = ada, until: string | null = null) => {
  world.clock!.advance(5);
  await world.ok(
    'PUT /staff/members/:profileId/suspension',
    { params: { profileId: member.profileId }, body: { reason: 'Spam in ten threads', until } },
    by,
  );
};

describe('an appeal', () => {
  it('is written while suspended, decided by somebody else, and ends the suspension when it is granted', async () => {
    const member = await world.member();
    await suspend(member);
    const { decisionId } = await latest(member);
    const decision = await world.ok('GET /decisions/:decisionId', { params: { decisionId } }, member);
    expect(decision).toMatchObject({
      kind: 'suspension',
      reason: 'Spam in ten threads',
      isInForce: true,
      appeal: null,
    });
    expect((await appeal(decisionId, member)).appeal).toMatchObject({ state: 'open', statement });

    const item = await itemOf(member);
    const shown = await world.ok('GET /staff/queue/:itemId', { params: item }, ben);
    expect(shown.subject).toMatchObject({ kind: 'appeal', title: 'Appeal: suspension' });
    expect(shown.content!.text).toContain('by Ada Desk');
    expect(shown.content!.text).toContain('Spam in ten threads');
    const granted = decideInput(item, 'approve');
    await world.refused('POST /staff/queue/:itemId/decide', granted, ada, 'appeal_other_decider');
    await world.ok('POST /staff/queue/:itemId/decide', granted, ben);

    expect((await world.ok('GET /session', {}, member)).viewer!.suspendedUntil).toBeNull();
    expect(await latest(member)).toMatchObject({
      title: 'Your appeal was granted',
      message: 'Staff have taken your suspension back. Looked at again',
    });
    const [line] = (await world.ok('GET /staff/audit', { query: { targetId: member.profileId } }, admin)).items;
    expect(line).toMatchObject({
      action: 'appeal.grant',
      details: { decision: decisionId, after: { state: 'reversed' } },
    });
    expect((await world.ok('GET /decisions', {}, member)).items).toMatchObject([
      { id: decisionId, isInForce: false, appeal: { state: 'reversed', answer: 'Looked at again' } },
    ]);
  });

  it('that is turned down leaves everything as it was, with a reason in plain words', async () => {
    const member = await world.member();
    await suspend(member);
    const { decisionId } = await latest(member);
    await appeal(decisionId, member);
    const item = await itemOf(member);
    await world.refused('POST /staff/queue/:itemId/decide', decideInput(item, 'remove', ''), ben, 'invalid');
    await world.ok('POST /staff/queue/:itemId/decide', decideInput(item, 'remove', 'Ten threads are many.'), ben);
    expect((await world.ok('GET /session', {}, member)).viewer!.suspendedUntil).not.toBeNull();
    expect(await latest(member)).toMatchObject({
      title: 'Your appeal was turned down',
      message: 'Somebody of staff looked at your suspension again, and it stays: Ten threads are many.',
    });
    await world.refused('POST /staff/queue/:itemId/undo', { params: item }, admin, 'not_reversible');
  });

  it('brings back what was removed, and its reporters are notified', async () => {
    const [author, reporter] = [await world.member(), await world.member()];
    const postId = await makePost(world.ctx, author);
    const report = { kind: 'forum_post', id: postId, reason: 'spam' } as const;
    await world.ok('POST /reports', { body: report }, reporter);
    const reported = await openItemOf(world.ctx, postId);
    await world.ok('POST /staff/queue/:itemId/decide', decideInput(reported, 'remove', 'Advertising'), ada);
    const { decisionId } = await latest(author);
    await appeal(decisionId, author);
    await world.ok('POST /staff/queue/:itemId/decide', decideInput(await itemOf(author), 'approve'), ben);
    expect((await world.call('GET /forum/posts/:postId', { params: { postId } })).status).toBe(200);
    const { history } = await world.ok('GET /staff/queue/:itemId', { params: reported }, ben);
    expect(history.map((line) => line.kind)).toContain('reversal');
    const jobs = await world.ctx.db.rows(
      sql`SELECT 1 FROM pgboss.job WHERE name = 'moderation.notify-reporters' AND data->>'itemId' = ${reported.itemId}`,
    );
    expect(jobs).toHaveLength(2);
  });

  it('against the rejection of a held text publishes it', async () => {
    const author = await world.member();
    const body = { content: 'Call me: +49 170 5550123', submitId: crypto.randomUUID() };
    const { id: postId } = await world.ok('POST /forum/posts', { body }, author);
    const held = await openItemOf(world.ctx, postId);
    await world.ok('POST /staff/queue/:itemId/decide', decideInput(held, 'remove', 'A telephone number'), ada);
    await appeal((await latest(author)).decisionId, author);
    await world.ok('POST /staff/queue/:itemId/decide', decideInput(await itemOf(author), 'approve'), ben);
    expect((await world.call('GET /forum/posts/:postId', { params: { postId } })).status).toBe(200);
    await expect(openItemOf(world.ctx, postId)).rejects.toThrow('not in the queue');
  });

  it('is one for each decision, also of many at once, and about one’s own decisions alone', async () => {
    const [member, other] = [await world.member(), await world.member()];
    await suspend(member);
    const { decisionId } = await latest(member);
    const input = { params: { decisionId }, body: { statement } };
    await world.refused('POST /decisions/:decisionId/appeal', input, other, 'not_found');
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.call('POST /decisions/:decisionId/appeal', input, member)),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it('waits with at most four others of the same member', async () => {
    const member = await world.member({});
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) {
      world.clock!.advance(5);
      const params = { profileId: member.profileId };
      await world.ok('POST /staff/members/:profileId/warnings', { params, body: { reason: `Warning ${i}` } }, ada);
      ids.push((await latest(member)).decisionId);
    }
    for (const id of ids.slice(0, 5)) await appeal(id, member);
    const input = { params: { decisionId: ids[5]! }, body: { statement } };
    await world.refused('POST /decisions/:decisionId/appeal', input, member, 'appeals_many');
  });

  it('about what an admin decided is for admins, and for the same one where there is no other', async () => {
    const member = await world.member();
    await suspend(member, admin);
    await appeal((await latest(member)).decisionId, member);
    const granted = decideInput(await itemOf(member), 'approve');
    await world.refused('POST /staff/queue/:itemId/decide', granted, ada, 'staff_protected');
    const second = await world.member({ admin: true });
    await world.refused('POST /staff/queue/:itemId/decide', granted, admin, 'appeal_other_decider');
    await world.ok(
      'PUT /staff/members/:profileId/admin',
      { params: { profileId: second.profileId }, body: { on: false } },
      admin,
    );
    await world.ok('POST /staff/queue/:itemId/decide', granted, admin);
  });

  it('that lifts a later suspension leaves an earlier one in force', async () => {
    const member = await world.member();
    const until = new Date(world.ctx.clock.now().getTime() + 7 * 86_400_000).toISOString();
    await suspend(member, ada, until);
    await suspend(member, ada, null);
    await appeal((await latest(member)).decisionId, member);
    await world.ok('POST /staff/queue/:itemId/decide', decideInput(await itemOf(member), 'approve'), ben);
    expect((await world.ok('GET /session', {}, member)).viewer!.suspendedUntil).toBe(until);
  });

  it('is refused a month after the decision', async () => {
    const member = await world.member();
    await suspend(member);
    const { decisionId } = await latest(member);
    world.clock!.advance(31 * 86_400_000);
    await world.ctx.db.rows(
      sql`UPDATE sessions SET expires_at = '2030-01-01T00:00:00Z' WHERE user_id = ${member.userId}`,
    );
    const input = { params: { decisionId }, body: { statement } };
    await world.refused('POST /decisions/:decisionId/appeal', input, member, 'appeal_late');
  });
});
