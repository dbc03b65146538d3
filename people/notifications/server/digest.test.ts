import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications as limits } from '#people/notifications/contract/limits.ts';
import type { FixtureMember, MemberOverrides } from '#people/accounts/server/fixtures.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { notify } from './actions.ts';
import { noticeText } from './rules.ts';

const hour = 3_600_000;
let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-03-02T08:00:00Z') });
});
afterAll(() => world.close());

let causes = 0;
async function send(who: FixtureMember, title: string, kind: 'staff' | 'announcement' = 'staff'): Promise<void> {
  world.clock!.advance(1000);
  const text = kind === 'staff' ? noticeText.staff(title, 'Read me') : noticeText.announcement(title, 'Read me');
  await world.ctx.db.tx((tx) => notify(world.ctx, tx, [who.profileId], { ...text, cause: `digest:${causes++}` }));
}

/** What the hourly cron does, after so many hours. */
async function after(hours: number): Promise<void> {
  world.clock!.advance(hours * hour);
  await world.ctx.jobs.runNow('notifications.digest');
  await world.settle();
}

async function reader(rhythm: 'daily' | 'weekly' | 'off', overrides: MemberOverrides = {}): Promise<FixtureMember> {
  const member = await world.member(overrides);
  await world.ok('PUT /notifications/digest', { body: { rhythm } }, member);
  return member;
}

const subjects = async (who: FixtureMember) => (await world.mails(who.email)).map((mail) => mail.subject);
const linkIn = (text: string): URL => new URL(/https?:\S+\/unsubscribe\?\S+/.exec(text)![0]);

describe('the digest', () => {
  it('is one mail a day of what is unread since the last one', async () => {
    const member = await reader('daily');
    await send(member, 'First');
    await send(member, 'Second');
    await after(2);
    expect(await subjects(member)).toEqual([]);
    await after(22);
    expect(await subjects(member)).toEqual(['2 new notifications on Looproom']);
    const [mail] = await world.mails(member.email);
    expect(mail!.text).toContain('Second: Read me');
    expect(mail!.text).toContain('/notifications');
    await after(1);
    await after(23);
    expect(await subjects(member), 'nothing new, no mail').toHaveLength(1);
    await send(member, 'Third');
    await after(24);
    expect((await subjects(member))[0]).toBe('1 new notification on Looproom');
    expect((await world.mails(member.email))[0]!.text).not.toContain('First');
  });

  it('keeps to its week, and says nothing of what was read', async () => {
    const member = await reader('weekly');
    await send(member, 'Read on the site');
    const { items } = await world.ok('GET /notifications', {}, member);
    await world.ok('POST /notifications/read', { body: { until: items[0]!.createdAt } }, member);
    await send(member, 'Still unread');
    await after(24 * 6);
    expect(await subjects(member)).toEqual([]);
    await after(24);
    expect((await world.mails(member.email)).map((mail) => mail.subject)).toEqual(['1 new notification on Looproom']);
  });

  it('leaves out kinds that the member does not want by mail, and holds those wanted by mail alone', async () => {
    const member = await reader('daily');
    const set = (kind: 'staff' | 'announcement', body: { site?: boolean; email?: boolean }) =>
      world.ok('PATCH /notifications/settings/:kind', { params: { kind }, body }, member);
    await set('staff', { email: false });
    await set('announcement', { site: false });
    await send(member, 'On the site');
    await send(member, 'By mail', 'announcement');
    const { items } = await world.ok('GET /notifications', {}, member);
    expect(items.map((item) => item.title)).toEqual(['On the site']);
    await after(24);
    const [mail] = await world.mails(member.email);
    expect(mail!.text).toContain('By mail');
    expect(mail!.text).not.toContain('On the site');
  });

  it('counts what it does not list', async () => {
    const member = await reader('daily');
    for (let made = 0; made < limits.inDigest + 3; made++) await send(member, `Number ${made}`);
    await after(24);
    const [mail] = await world.mails(member.email);
    expect(mail!.subject).toBe(`${limits.inDigest + 3} new notifications on Looproom`);
    expect(mail!.text).toContain('And 3 more.');
  });

  it('has no word of whom the member has blocked since', async () => {
    const [member, actor] = [await reader('daily'), await world.member({ displayName: 'Loud One' })];
    const text = noticeText.mention({ text: 'Look here', isAdult: false });
    const notice = { ...text, actorId: actor.profileId, cause: `digest:${causes++}` };
    world.clock!.advance(1000);
    await world.ctx.db.tx((tx) => notify(world.ctx, tx, [member.profileId], notice));
    await world.ok('PUT /blocks/:profileId', { params: { profileId: actor.profileId } }, member);
    await after(24);
    expect(await subjects(member)).toEqual([]);
  });

  it('has no word of what stands below a post whose author has blocked the member since', async () => {
    const [member, writer, owner] = [await reader('daily'), await world.member(), await world.member()];
    const text = noticeText.watched({ text: 'Look here', isAdult: false }, 'A title');
    const [actorId, ownerId] = [writer.profileId, owner.profileId];
    world.clock!.advance(1000);
    await world.ctx.db.tx((tx) =>
      notify(world.ctx, tx, [member.profileId], { ...text, actorId, ownerId, cause: `digest:${causes++}` }),
    );
    await world.ok('PUT /blocks/:profileId', { params: { profileId: member.profileId } }, owner);
    await after(24);
    expect(await subjects(member)).toEqual([]);
  });

  it('goes to nobody who did not ask, or whose address is not proven', async () => {
    const [silent, off, unproven] = [
      await world.member(),
      await reader('off'),
      await reader('daily', { verified: false }),
    ];
    for (const member of [silent, off, unproven]) await send(member, 'Not by mail');
    await after(24 * 8);
    for (const member of [silent, off, unproven]) expect(await subjects(member)).toEqual([]);
  });

  it('is sent once though two runs meet', async () => {
    const member = await reader('daily');
    await send(member, 'Once');
    world.clock!.advance(24 * hour);
    await Promise.all([1, 2, 3].map(() => world.ctx.jobs.runNow('notifications.digest')));
    await world.settle();
    expect(await subjects(member)).toHaveLength(1);
  });
});

describe('the way out of the digest', () => {
  async function mailed(): Promise<{ member: FixtureMember; link: URL; headers: Readonly<Record<string, string>> }> {
    const member = await reader('daily');
    await send(member, 'A mail');
    await after(24);
    const [mail] = await world.mails(member.email);
    return { member, link: linkIn(mail!.text), headers: mail!.headers };
  }
  const rhythmOf = async (who: FixtureMember) => (await world.ok('GET /notifications/settings', {}, who)).digest;

  it('is a signed link that works without signing in', async () => {
    const { member, link, headers } = await mailed();
    expect(headers).toMatchObject({
      'Auto-Submitted': 'auto-generated',
      'Feedback-ID': expect.stringMatching(/^(digest|replies):localhost:looproom$/),
      'List-Unsubscribe': `<${link.href}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const token = link.searchParams.get('token')!;
    expect(await world.ok('POST /notifications/unsubscribe', { body: { token } })).toEqual({ ok: true });
    expect(await rhythmOf(member)).toBe('off');
    await world.ok('POST /notifications/unsubscribe', { body: { token } });
    await send(member, 'No mail');
    await after(24 * 8);
    expect(await subjects(member)).toHaveLength(1);
  });

  it("works by the mail program's own button, which sends a form", async () => {
    const { member, link } = await mailed();
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      await world.ok('PUT /notifications/digest', { body: { rhythm: 'daily' } }, member);
      const answer = await world.app.inject({
        method: 'POST',
        url: link.pathname + link.search,
        headers: { 'content-type': type },
        payload: 'List-Unsubscribe=One-Click',
      });
      expect(answer.statusCode).toBe(200);
      expect(await rhythmOf(member)).toBe('off');
    }
  });

  it('takes no token that we have not signed, and no form elsewhere', async () => {
    const { member, link } = await mailed();
    const token = link.searchParams.get('token')!;
    const other = await reader('daily');
    const forged = [
      'x',
      other.profileId,
      `${other.profileId}.`,
      `${other.profileId}.${token.split('.')[1]}`,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${token}x`,
    ];
    for (const wrong of forged) {
      await world.refused('POST /notifications/unsubscribe', { body: { token: wrong } }, null, 'link_unknown');
      const answer = await world.request('POST', `/unsubscribe?token=${encodeURIComponent(wrong)}`);
      expect(answer.status).toBe(410);
    }
    expect(await rhythmOf(other)).toBe('daily');
    expect(await rhythmOf(member)).toBe('daily');
    const elsewhere = await world.app.inject({
      method: 'POST',
      url: '/api/v1/notifications/unsubscribe',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `token=${token}`,
    });
    expect(elsewhere.statusCode).toBe(415);
    const foreign = await world.app.inject({
      method: 'POST',
      url: link.pathname + link.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      payload: '',
    });
    expect(foreign.statusCode).toBe(403);
  });
});
