import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications as limits } from '#people/notifications/contract/limits.ts';
import { notificationKinds } from '#people/notifications/contract/endpoints.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { notify, notifyGroup } from './actions.ts';
import { noticeText } from './rules.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-03-02T08:00:00Z') });
});
afterAll(() => world.close());

const hello = noticeText.staff('Hello', 'There');
const nothing = { text: 'A loop', isAdult: false };
const send = (who: readonly FixtureMember[], notice: Parameters<typeof notify>[3]): Promise<number> =>
  world.ctx.db.tx((tx) =>
    notify(
      world.ctx,
      tx,
      who.map((member) => member.profileId),
      notice,
    ),
  );
let causes = 0;
const cause = (): string => `test:${causes++}`;
const inbox = async (who: FixtureMember) => (await world.ok('GET /notifications', {}, who)).items;
const unread = async (who: FixtureMember) => (await world.ok('GET /notifications/unread', {}, who)).unread;

describe('a notification', () => {
  it('reaches each member once for one cause', async () => {
    const [one, two] = [await world.member(), await world.member()];
    const notice = { ...hello, cause: cause() };
    expect(await send([one, one], notice)).toBe(1);
    expect(await send([one, two], notice)).toBe(1);
    expect(await send([], notice)).toBe(0);
    expect(await inbox(one)).toMatchObject([
      { kind: 'staff', title: 'Hello', message: 'There', actor: null, url: null },
    ]);
  });

  it('is not sent when its cause was rolled back', async () => {
    const member = await world.member();
    const failing = world.ctx.db.tx(async (tx) => {
      await notify(world.ctx, tx, [member.profileId], { ...hello, cause: cause() });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await inbox(member)).toEqual([]);
  });

  it('is not sent to who did it, nor to who has left', async () => {
    const [actor, left] = [await world.member(), await world.member()];
    await world.ctx.db.rows(sql`UPDATE profiles SET user_id = NULL WHERE id = ${left.profileId}`);
    const notice = { ...noticeText.mention(nothing), actorId: actor.profileId, cause: cause() };
    expect(await send([actor, left], notice)).toBe(0);
  });

  it('carries the name that its actor has now, and none of 18+ content', async () => {
    const [actor, reader] = [await world.member({ displayName: 'Before' }), await world.member()];
    await send([reader], { ...noticeText.mention(nothing), actorId: actor.profileId, cause: cause() });
    await send([reader], {
      ...noticeText.watched({ text: 'Secret words', isAdult: true }, 'Secret title'),
      actorId: actor.profileId,
      cause: cause(),
    });
    await world.ctx.db.rows(sql`UPDATE profiles SET display_name = 'After' WHERE id = ${actor.profileId}`);
    const notified = await inbox(reader);
    expect(notified.map((item) => item.title).toSorted()).toEqual(['After mentioned you', 'New reply in an 18+ post']);
    expect(JSON.stringify(notified)).not.toContain('Secret');
  });

  it('has words of its own for every kind, each naming its kind', () => {
    expect(Object.keys(noticeText).toSorted()).toEqual(notificationKinds.map(({ key }) => key).toSorted());
    const made = [
      noticeText.friend_request(),
      noticeText.friend_accepted(),
      noticeText.announcement('Downtime', 'Sunday'),
      noticeText.removal('Your reply', ' '),
    ];
    expect(made).toEqual([
      { kind: 'friend_request', title: '{actor} sent you a friend request', message: 'You can accept or decline it.' },
      { kind: 'friend_accepted', title: '{actor} accepted your friend request', message: 'You are now friends!' },
      { kind: 'announcement', title: 'Downtime', message: 'Sunday' },
      { kind: 'removal', title: 'Your reply was removed', message: 'Staff gave no reason.' },
    ]);
  });
});

describe('the inbox', () => {
  it('is paged by key, newest first, and counts no further than the badge', async () => {
    const member = await world.member();
    const total = limits.badgeMax + 6;
    for (let made = 0; made < total; made++) {
      world.clock!.advance(1000);
      await send([member], { ...noticeText.staff(`Number ${made}`, ''), cause: cause() });
    }
    const latest = await world.ok('GET /notifications/latest', {}, member);
    expect(latest.items).toHaveLength(limits.latest);
    expect(latest.items[0]!.title).toBe(`Number ${total - 1}`);
    expect(latest.unread).toBe(limits.badgeMax + 1);
    const seen: string[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await world.ok('GET /notifications', { query: after === undefined ? {} : { after } }, member);
      seen.push(...page.items.map((item) => item.title));
      after = page.next;
    }
    expect(seen).toEqual(Array.from({ length: total }, (_, at) => `Number ${total - 1 - at}`));
    await world.refused('GET /notifications', { query: { after: 'nonsense' } }, member, 'invalid');
  });

  it('shows nobody the inbox of another, and lets nobody mark in it', async () => {
    const [owner, other] = [await world.member(), await world.member()];
    await send([owner], { ...hello, cause: cause() });
    const [item] = await inbox(owner);
    expect(await inbox(other)).toEqual([]);
    const params = { notificationId: item!.id };
    await world.refused('PUT /notifications/:notificationId/read', { params }, other, 'not_found');
    expect(await unread(owner)).toBe(1);
  });

  it('marks one, and marks all that had arrived when the reader opened the inbox', async () => {
    const member = await world.member();
    for (let made = 0; made < 3; made++) {
      world.clock!.advance(1000);
      await send([member], { ...noticeText.staff(`Word ${made}`, ''), cause: cause() });
    }
    const [newest, , oldest] = await inbox(member);
    const mark = () =>
      world.ok('PUT /notifications/:notificationId/read', { params: { notificationId: oldest!.id } }, member);
    expect(await mark()).toEqual({ unread: 2 });
    expect(await mark()).toEqual({ unread: 2 });
    world.clock!.advance(1000);
    await send([member], { ...noticeText.staff('Came meanwhile', ''), cause: cause() });
    const body = { until: newest!.createdAt };
    expect(await world.ok('POST /notifications/read', { body }, member)).toEqual({ unread: 1 });
    expect((await inbox(member)).filter((item) => !item.isRead).map((item) => item.title)).toEqual(['Came meanwhile']);
  });

  it('shows what is unread alone when asked, and the session knows how many', async () => {
    const member = await world.member();
    for (let made = 0; made < limits.perPage + 2; made++) {
      world.clock!.advance(1000);
      await send([member], { ...noticeText.staff(`Line ${made}`, ''), cause: cause() });
    }
    const [newest] = await inbox(member);
    await world.ok('PUT /notifications/:notificationId/read', { params: { notificationId: newest!.id } }, member);
    const first = await world.ok('GET /notifications', { query: { only: 'unread' } }, member);
    expect(first.items.map((item) => item.title)).toEqual(
      Array.from({ length: limits.perPage }, (_, at) => `Line ${limits.perPage - at}`),
    );
    const rest = await world.ok('GET /notifications', { query: { only: 'unread', after: first.next! } }, member);
    expect(rest).toMatchObject({ items: [{ title: 'Line 0' }], next: null });
    expect((await world.ok('GET /session', {}, member)).unread).toBe(limits.perPage + 1);
    expect((await world.ok('GET /session')).unread).toBe(0);
    expect((await world.call('GET /notifications', { query: { only: 'read' } }, member)).status).toBe(400);
  });

  it('hears nothing of whom a block keeps away, either way, until it is lifted', async () => {
    const [one, other] = [await world.member(), await world.member()];
    const from = (actor: FixtureMember) => ({ actorId: actor.profileId, cause: cause() });
    await send([one], { ...noticeText.mention(nothing), ...from(other) });
    await send([other], { ...noticeText.mention(nothing), ...from(one) });
    await send([one], { ...hello, cause: cause() });
    const params = { profileId: other.profileId };
    await world.ok('PUT /blocks/:profileId', { params }, one);
    for (const [notified, actor] of [
      [one, other],
      [other, one],
    ] as const) {
      const notice = { ...noticeText.reply(nothing), ...from(actor) };
      expect(await send([notified], notice)).toBe(0);
    }
    expect((await inbox(one)).map((item) => item.kind)).toEqual(['staff']);
    expect(await inbox(other)).toEqual([]);
    expect([await unread(one), await unread(other)]).toEqual([1, 0]);
    await world.ok('DELETE /blocks/:profileId', { params }, one);
    expect((await inbox(one)).map((item) => item.kind).toSorted()).toEqual(['mention', 'staff']);
    expect(await unread(other)).toBe(1);
  });

  it('is open to who may not write: they learn there why', async () => {
    const suspended = await world.member({ suspendedUntil: new Date('2030-01-01') });
    await send([suspended], { ...hello, cause: cause() });
    expect(await inbox(suspended)).toHaveLength(1);
  });
});

describe('a group', () => {
  const react = (
    author: FixtureMember,
    what: string,
    group: { by: FixtureMember; others: number } | null,
  ): Promise<void> =>
    world.ctx.db.tx((tx) =>
      notifyGroup(
        world.ctx,
        tx,
        author.profileId,
        { ...noticeText.like(nothing, 'post', 'reacted to'), cause: what },
        group && { actorId: group.by.profileId, others: group.others, at: world.clock!.now() },
      ),
    );

  it('grows in one row, comes up again for more people, and not for the same ones', async () => {
    const author = await world.member();
    const [ada, ben] = [await world.member({ displayName: 'Ada' }), await world.member({ displayName: 'Ben' })];
    const what = cause();
    const titles = async () => (await inbox(author)).map((item) => item.title);
    await react(author, what, { by: ada, others: 0 });
    expect(await titles()).toEqual(['Ada reacted to your post']);
    const { id } = (await inbox(author))[0]!;
    await world.ok('PUT /notifications/:notificationId/read', { params: { notificationId: id } }, author);

    await react(author, what, { by: ben, others: 1 });
    expect(await titles()).toEqual(['Ben and 1 other reacted to your post']);
    expect(await unread(author)).toBe(1);
    await react(author, what, { by: ben, others: 3 });
    expect(await titles()).toEqual(['Ben and 3 others reacted to your post']);

    await world.ok('PUT /notifications/:notificationId/read', { params: { notificationId: id } }, author);
    await react(author, what, null);
    expect(await titles()).toEqual([]);
    await react(author, what, { by: ada, others: 0 });
    expect(await titles()).toEqual(['Ada reacted to your post']);
    expect(await unread(author), 'taking a reaction back and giving it again is no news').toBe(0);
  });

  it('notifies nobody of what they did themselves', async () => {
    const author = await world.member();
    await react(author, cause(), { by: author, others: 0 });
    expect(await inbox(author)).toEqual([]);
  });
});

describe('settings', () => {
  it('offer the kinds that this site sends, everything on and mails off', async () => {
    const settings = await world.ok('GET /notifications/settings', {}, await world.member());
    expect(settings.digest).toBe('off');
    expect(settings.items.map((item) => item.kind)).toEqual(expect.arrayContaining(['friend_request', 'announcement']));
    expect(settings.items.every((item) => item.site && item.email)).toBe(true);
  });

  it('keep a kind out of the inbox, and two devices change different things at once', async () => {
    const member = await world.member();
    const params = { kind: 'mention' } as const;
    await Promise.all([
      world.ok('PATCH /notifications/settings/:kind', { params, body: { site: false } }, member),
      world.ok('PATCH /notifications/settings/:kind', { params, body: { email: false } }, member),
    ]);
    const settings = await world.ok('GET /notifications/settings', {}, member);
    expect(settings.items.find((item) => item.kind === 'mention')).toEqual({
      kind: 'mention',
      label: 'Mentions of you',
      always: false,
      site: false,
      email: false,
      push: true,
    });
    const actor = await world.member();
    expect(await send([member], { ...noticeText.mention(nothing), actorId: actor.profileId, cause: cause() })).toBe(0);
    await send([member], { ...noticeText.reply(nothing), actorId: actor.profileId, cause: cause() });
    expect((await inbox(member)).map((item) => item.kind)).toEqual(['reply']);
  });

  it('do not silence the word of staff', async () => {
    const member = await world.member();
    const params = { kind: 'rejection' } as const;
    await world.refused(
      'PATCH /notifications/settings/:kind',
      { params, body: { site: false } },
      member,
      'always_told',
    );
    await world.ok('PATCH /notifications/settings/:kind', { params, body: { email: false } }, member);
    await send([member], { ...noticeText.rejection('Spam'), cause: cause() });
    expect(await inbox(member)).toMatchObject([{ message: 'Staff have removed what you wrote: Spam' }]);
  });

  it('know no other kinds', async () => {
    const answer = await world.call(
      'PATCH /notifications/settings/:kind',
      { params: { kind: 'everything' }, body: { site: false } },
      await world.member(),
    );
    expect(answer.status).toBe(400);
  });
});

describe('clearing', () => {
  it('removes what was read 90 days ago, and nothing that is unread or newer', async () => {
    const member = await world.member();
    await send([member], { ...noticeText.staff('Old and read', ''), cause: cause() });
    const [old] = await inbox(member);
    await world.ok('PUT /notifications/:notificationId/read', { params: { notificationId: old!.id } }, member);
    await send([member], { ...noticeText.staff('Old and unread', ''), cause: cause() });
    world.clock!.advance((limits.keepReadDays - 1) * 86_400_000);
    await world.ctx.jobs.runNow('notifications.clear-read');
    await world.settle();
    // Sessions have ended meanwhile: asked of the table.
    const left = () =>
      world.ctx.db.rows<{ title: string }>(
        sql`SELECT title FROM notifications WHERE user_id = ${member.profileId} ORDER BY title`,
      );
    expect(await left()).toHaveLength(2);
    world.clock!.advance(2 * 86_400_000);
    await world.ctx.jobs.runNow('notifications.clear-read');
    await world.settle();
    expect(await left()).toEqual([{ title: 'Old and unread' }]);
  });
});
