import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { syncNotificationsJob } from '#content/core/server/notify.ts';
import { memberJoined } from '#people/accounts/server/events.ts';
import { notifications as limits } from '#people/notifications/contract/limits.ts';
import { sql } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
let answerer: FixtureMember;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-03-02T08:00:00Z') });
  answerer = await world.member({ displayName: 'Theo Lund' });
});
afterAll(() => world.close());

const minute = 60_000;
async function run(): Promise<void> {
  await world.settle();
  await world.ctx.jobs.runNow('notifications.mail-replies');
  await world.settle();
}
/** What the cron does, after so many minutes. */
async function after(minutes: number): Promise<void> {
  await world.settle();
  world.clock!.advance(minutes * minute);
  await run();
}

interface Case {
  readonly who: FixtureMember;
  readonly postId: string;
}
/** Somebody who has just joined and posted, and gone for longer than `awayMinutes`. */
async function newcomer(createdAt?: Date): Promise<Case> {
  const who = await world.member({ ...(createdAt && { createdAt }) });
  await world.ctx.db.tx((tx) => emit(world.ctx, tx, memberJoined, { profileId: who.profileId }));
  const body = { content: `A first loop ${randomUUID()}`, submitId: randomUUID() };
  const { id } = await world.ok('POST /forum/posts', { body }, who);
  await after(30);
  return { who, postId: id };
}
const reply = (postId: string, content = `Nice one ${randomUUID()}`, as = answerer) =>
  world.ok('POST /forum/posts/:postId/replies', { params: { postId }, body: { content, submitId: randomUUID() } }, as);
const mailsOf = (who: FixtureMember) => world.mails(who.email);
const subjects = async (who: FixtureMember) => (await mailsOf(who)).map((mail) => mail.subject);
const used = (who: FixtureMember) =>
  world.ctx.db.rows(sql`UPDATE sessions SET last_used_at = ${world.clock!.now()} WHERE user_id = ${who.userId}`);

describe('a reply to who has just joined', () => {
  it('is mailed minutes later, with a link to it and one that ends these mails by one click', async () => {
    const { who, postId } = await newcomer();
    await reply(postId, 'Cut the second take.');
    await after(limits.replyMailMinutes - 1);
    expect(await subjects(who)).toEqual([]);
    await after(1);
    expect(await subjects(who)).toEqual(['1 new reply on Looproom']);
    const [mail] = await mailsOf(who);
    expect(mail!.text).toContain('Cut the second take.');
    expect(mail!.text).toContain(`/forum/post/${postId}`);
    const link = new URL(/https?:\S+\/unsubscribe\?\S+/.exec(mail!.text)![0]);
    expect(mail!.headers).toMatchObject({
      'Auto-Submitted': 'auto-generated',
      'Feedback-ID': expect.stringMatching(/^(digest|replies):localhost:looproom$/),
      'List-Unsubscribe': `<${link.href}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const answer = await world.app.inject({
      method: 'POST',
      url: link.pathname + link.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(answer.statusCode).toBe(200);
    const other = await world.ok(
      'POST /forum/posts',
      { body: { content: `Another ${randomUUID()}`, submitId: randomUUID() } },
      who,
    );
    await after(90);
    await reply(other.id);
    await after(120);
    expect(await subjects(who)).toHaveLength(1);
  });

  it('is one mail with all that came until then, and none for a thread whose news is unread', async () => {
    const { who, postId } = await newcomer();
    for (let made = 0; made < 4; made++) await reply(postId);
    await after(limits.replyMailMinutes);
    expect(await subjects(who)).toEqual(['4 new replies on Looproom']);
    for (let hour = 0; hour < 5; hour++) {
      await reply(postId);
      await after(61);
    }
    expect(await subjects(who), 'the thread was not read').toHaveLength(1);
    const { items } = await world.ok('GET /notifications', {}, who);
    await world.ok('POST /notifications/read', { body: { until: items[0]!.createdAt } }, who);
    await reply(postId);
    await after(61);
    expect((await subjects(who))[0]).toBe('1 new reply on Looproom');
    await world.ctx.jobs.runNow('notifications.digest');
    expect(await subjects(who), 'the digest does not repeat it').toHaveLength(2);
  });

  it('waits for an hour after the last mail, and until who is here has gone', async () => {
    const { who, postId } = await newcomer();
    await reply(postId);
    await after(limits.replyMailMinutes);
    const mention = () => reply(postId, `@${who.username} look ${randomUUID()}`);
    await mention();
    await after(50);
    expect(await subjects(who)).toHaveLength(1);
    await after(11);
    expect(await subjects(who)).toHaveLength(2);
    await after(90);
    await mention();
    world.clock!.advance((limits.replyMailMinutes - 1) * minute);
    await used(who);
    await after(1);
    expect(await subjects(who), 'here').toHaveLength(2);
    await after(limits.awayMinutes);
    expect(await subjects(who), 'gone').toHaveLength(3);
  });

  it('is mailed once though runs meet', async () => {
    const { who, postId } = await newcomer();
    await reply(postId);
    await world.settle();
    world.clock!.advance(limits.replyMailMinutes * minute);
    await Promise.all([1, 2, 3].map(() => world.ctx.jobs.runNow('notifications.mail-replies')));
    expect(await subjects(who)).toHaveLength(1);
  });
});

describe('no reply is mailed', () => {
  const set = (who: FixtureMember, columns: ReturnType<typeof sql>) =>
    world.ctx.db.rows(sql`UPDATE profiles SET ${columns} WHERE id = ${who.profileId}`);
  const cases: readonly [string, (of: Case) => Promise<unknown>, Date?][] = [
    ['to who joined more than a week ago', async () => {}, new Date('2026-02-20T08:00:00Z')],
    [
      'to who has read it',
      async ({ who }) => {
        const until = world.clock!.now().toISOString();
        await world.ok('POST /notifications/read', { body: { until } }, who);
      },
    ],
    ['to who is suspended', ({ who }) => set(who, sql`suspended_until = '2030-01-01'`)],
    [
      'to an address that is not proven',
      ({ who }) => world.ctx.db.rows(sql`UPDATE users SET email_verified = false WHERE id = ${who.userId}`),
    ],
    [
      'to who leaves',
      ({ who }) => world.ctx.db.rows(sql`UPDATE users SET deletion_at = '2026-03-09' WHERE id = ${who.userId}`),
    ],
    ['to who wants no mails', ({ who }) => world.ok('PUT /notifications/digest', { body: { rhythm: 'off' } }, who)],
    [
      'of a kind that is not wanted by mail',
      ({ who }) =>
        world.ok('PATCH /notifications/settings/:kind', { params: { kind: 'watched' }, body: { email: false } }, who),
    ],
    [
      'of a member blocked since',
      ({ who }) => world.ok('PUT /blocks/:profileId', { params: { profileId: answerer.profileId } }, who),
    ],
    [
      'that was removed since',
      async ({ postId }) => {
        const { items } = await world.ok('GET /forum/posts/:postId/replies', { params: { postId }, query: {} });
        await world.ok('DELETE /forum/replies/:replyId', { params: { replyId: items[0]!.id }, body: {} }, answerer);
      },
    ],
    [
      'in a post that was removed since',
      ({ who, postId }) => world.ok('DELETE /forum/posts/:postId', { params: { postId }, body: {} }, who),
    ],
  ];
  it.each(cases)('%s', async (_title, change, createdAt) => {
    const of = await newcomer(createdAt);
    await reply(of.postId);
    await world.settle();
    await change(of);
    await after(30);
    expect(await subjects(of.who)).toEqual([]);
    const left = await world.ctx.db.rows(sql`
      SELECT 1 AS one FROM notification_digests WHERE profile_id = ${of.who.profileId} AND replies_due_at IS NOT NULL`);
    expect(left, 'and nothing is left due').toEqual([]);
  });

  it('with words of what is 18+', async () => {
    const { who, postId } = await newcomer();
    await reply(postId, 'Rough words');
    await world.settle();
    await world.ctx.db.rows(sql`UPDATE forum_posts SET is_adult = true, category_name = 'nsfw' WHERE id = ${postId}`);
    await world.ctx.db.tx((tx) => world.ctx.jobs.enqueue(tx, syncNotificationsJob, { kind: 'forum_post', id: postId }));
    await after(30);
    const [mail] = await mailsOf(who);
    expect(mail!.text).toContain('18+');
    expect(mail!.text).not.toContain('Rough');
    expect(mail!.text).not.toContain('A first loop');
  });
});

describe('who signs up', () => {
  it('gets the daily digest, and who was made otherwise has chosen nothing', async () => {
    const email = `new-${randomUUID()}@example.org`;
    await world.ok('POST /auth/sign-up', { body: { email, password: 'seven blue kettles' } });
    const rhythms = await world.ctx.db.rows(sql`
      SELECT d.rhythm FROM notification_digests d JOIN profiles p ON p.id = d.profile_id JOIN users u ON u.id = p.user_id WHERE u.email = ${email}`);
    expect(rhythms).toEqual([{ rhythm: 'daily' }]);
    const old = await world.member();
    expect((await world.ok('GET /notifications/settings', {}, old)).digest).toBe('off');
  });
});
