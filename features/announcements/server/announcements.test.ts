import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { publishAnnouncementJob } from './actions.ts';

const START = new Date('2035-03-02T10:00:00Z');
const DAY_MS = 86_400_000;
let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: START });
});
afterAll(() => world.close());

const form = (more: object = {}) => ({
  body: { title: 'Downtime', content: 'On **Sunday**.', submitId: randomUUID(), ...more },
});
const staff = () => world.member({ moderator: true });
const titles = async (as: Parameters<World['ok']>[2] = null): Promise<string[]> =>
  (await world.ok('GET /announcements', {}, as)).items.map((item) => item.title);
const empty = () => world.ctx.db.rows(sql`DELETE FROM announcements`);

describe('announcements', () => {
  it('stand pinned first, then higher priority, then newest, over several pages', async () => {
    await empty();
    const admin = await world.member({ admin: true });
    const made: string[] = [];
    for (let count = 0; count < 24; count++) {
      world.clock!.advance(1000);
      const item = await world.ok(
        'POST /announcements',
        form({ title: `No ${count}`, priority: (count % 5) + 1 }),
        admin,
      );
      made.push(item.id);
    }
    for (const at of [3, 10])
      await world.ok(
        'PATCH /announcements/:announcementId',
        { params: { announcementId: made[at]! }, body: { isPinned: true, baseVersion: 1 } },
        admin,
      );
    const first = await world.ok('GET /announcements', {});
    const second = await world.ok('GET /announcements', { query: { after: first.next! } });
    expect(second.next).toBe(null);
    const all = [...first.items, ...second.items];
    expect(all.map((item) => item.title).slice(0, 5)).toEqual(['No 3', 'No 10', 'No 19', 'No 14', 'No 9']);
    const key = (item: (typeof all)[number]) =>
      `${item.isPinned ? 1 : 0} ${item.priority} ${item.createdAt} ${item.id}`;
    expect(all.map(key)).toEqual(all.map(key).toSorted().toReversed());
    expect(new Set(all.map((item) => item.id)).size).toBe(24);
  });

  it('are made by staff alone, and whoever else tries reads why', async () => {
    const problem = await world.refused('POST /announcements', form(), await world.member(), 'announcements_denied');
    expect(problem).toMatchObject({
      title: 'Access Denied',
      detail: 'Only administrators can create announcements',
    });
    await world.refused('POST /announcements', form(), null, 'sign_in_required');
    await world.refused('GET /staff/announcements', {}, await world.member(), 'forbidden');
  });

  it('need title and text, a priority of 1 to 5, and an end that lies ahead', async () => {
    const by = await staff();
    for (const more of [{ title: '  ' }, { content: ' \n' }])
      expect(await world.refused('POST /announcements', form(more), by, 'missing_information')).toMatchObject({
        title: 'Missing Information',
        detail: 'Please fill in all required fields',
      });
    for (const priority of [0, 6, 2.5]) await world.refused('POST /announcements', form({ priority }), by, 'invalid');
    await world.refused('POST /announcements', form({ title: 'x'.repeat(121) }), by, 'invalid');
    await world.refused('POST /announcements', form({ expiresAt: START.toISOString() }), by, 'expiry_passed');
    const answer = await world.call('POST /announcements', form({ priority: 'many' }), by);
    expect(answer.body).toMatchObject({ priority: 1, type: 'general', html: '<p>On <strong>Sunday</strong>.</p>\n' });
  });

  it('carry no script', async () => {
    const item = await world.ok(
      'POST /announcements',
      form({ content: '<img src=x onerror=alert(1)> [a](javascript:1)' }),
      await staff(),
    );
    expect(item.html).not.toMatch(/<img|href="javascript:/);
  });

  it('are gone for readers when they expire, and staff still see them', async () => {
    await empty();
    const by = await staff();
    await world.ok(
      'POST /announcements',
      form({ expiresAt: new Date(world.clock!.now().getTime() + DAY_MS).toISOString() }),
      by,
    );
    expect(await titles()).toEqual(['Downtime']);
    expect((await world.get('/announcements.atom')).body).toContain('<title>Downtime</title>');
    world.clock!.advance(DAY_MS);
    expect(await titles()).toEqual([]);
    expect(await titles(by)).toEqual([]);
    expect((await world.get('/announcements.atom')).body).not.toContain('Downtime');
    expect((await world.ok('GET /staff/announcements', {}, by)).items).toHaveLength(1);
  });

  it('are made once, however often the form is sent', async () => {
    await empty();
    const by = await staff();
    const once = form();
    const made = await Promise.all([1, 2, 3].map(() => world.ok('POST /announcements', once, by)));
    expect(new Set(made.map((item) => item.id)).size).toBe(1);
    expect(await titles()).toHaveLength(1);
  });

  it('show their source to staff alone', async () => {
    await empty();
    const by = await staff();
    await world.ok('POST /announcements', form(), by);
    expect((await world.ok('GET /announcements', {}, await world.member())).items[0]).toMatchObject({
      source: null,
      canManage: false,
    });
    expect((await world.ok('GET /announcements', {}, by)).items[0]).toMatchObject({ source: 'On **Sunday**.' });
  });

  it('notify every member once, and are removed from the inboxes while they are hidden', async () => {
    await empty();
    const [by, reader] = [await staff(), await world.member()];
    const item = await world.ok('POST /announcements', form({ title: 'A new room' }), by);
    await world.settle();
    const notified = async () =>
      (await world.ok('GET /notifications', {}, reader)).items
        .filter((one) => one.kind === 'announcement' && one.title === 'A new room')
        .map((one) => one.message);
    expect(await notified()).toEqual(['On Sunday.']);
    const params = { announcementId: item.id };
    await world.ok(
      'PATCH /announcements/:announcementId',
      { params, body: { isPublished: false, baseVersion: 1 } },
      by,
    );
    await world.settle();
    expect(await notified()).toEqual([]);
    expect(await titles()).toEqual([]);
    await world.ok('PATCH /announcements/:announcementId', { params, body: { isPublished: true, baseVersion: 2 } }, by);
    await world.settle();
    expect(await notified()).toEqual(['On Sunday.']);
    await world.ok('DELETE /announcements/:announcementId', { params }, by);
    expect(await notified()).toEqual([]);
    await world.refused('DELETE /announcements/:announcementId', { params }, by, 'announcement_not_found');
  });

  it('edited by two at once keep the first edit, and the second gets a conflict', async () => {
    const [one, two] = [await staff(), await staff()];
    const item = await world.ok('POST /announcements', form(), one);
    const edit = (title: string, as: typeof one) =>
      world.call(
        'PATCH /announcements/:announcementId',
        { params: { announcementId: item.id }, body: { title, baseVersion: 1 } },
        as,
      );
    const answers = await Promise.all([edit('Of one', one), edit('Of two', two)]);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]));
    await world.refused(
      'PATCH /announcements/:announcementId',
      { params: { announcementId: item.id }, body: { title: ' ', baseVersion: 2 } },
      one,
      'missing_information',
    );
  });

  it('stand in the audit log', async () => {
    const by = await world.member({ admin: true });
    const item = await world.ok('POST /announcements', form(), by);
    world.clock!.advance(1000);
    await world.ok('DELETE /announcements/:announcementId', { params: { announcementId: item.id } }, by);
    const log = await world.ok('GET /staff/audit', { query: { targetId: item.id } }, by);

    expect(log.items.map((line) => line.action)).toEqual(['announcement.delete', 'announcement.create']);
  });

  it('wait for their time: staff alone see them, then everybody at once, with a notification', async () => {
    await empty();
    const [by, reader] = [await world.member({ admin: true }), await world.member()];
    const at = new Date(world.clock!.now().getTime() + 3_600_000);
    const published = { kind: 'announcement', title: 'Tonight' };
    const inbox = async () =>
      (await world.ok('GET /notifications', {}, reader)).items.filter((one) => one.title === published.title);
    const publishAt = at.toISOString();
    const item = await world.ok('POST /announcements', form({ title: 'Tonight', publishAt }), by);
    expect(item).toMatchObject({ isPublished: false, publishAt });
    await world.settle();
    expect(await titles(by)).toEqual([]);
    expect((await world.get('/announcements.atom')).body).not.toContain('Tonight');
    expect((await world.ok('GET /staff/announcements', {}, by)).items).toHaveLength(1);
    expect(await inbox()).toEqual([]);
    const [job] = await world.ctx.jobs.waiting(publishAnnouncementJob.name, 5);
    expect(job!.next_at).toEqual(at);

    const { generation } = world.ctx.pages;
    world.clock!.advance(3_600_000);
    const payload = { id: item.id, at: publishAt };
    await publishAnnouncementJob.run(world.ctx, payload);
    // Twice changes nothing.
    await publishAnnouncementJob.run(world.ctx, payload);
    await world.settle();
    expect(await titles()).toEqual(['Tonight']);
    expect(world.ctx.pages.generation).toBeGreaterThan(generation);
    expect((await world.ok('GET /announcements')).items[0]).toMatchObject({ publishAt: null, createdAt: publishAt });
    expect(await inbox()).toMatchObject([published]);
    const log = await world.ok('GET /staff/audit', { query: { targetId: item.id } }, by);
    expect(log.items.map((line) => line.action)).toEqual(['announcement.publish', 'announcement.create']);
    const params = { announcementId: item.id };
    const later = new Date(at.getTime() + 86_400_000).toISOString();
    const body = { publishAt: later, baseVersion: 2 };
    await world.refused('PATCH /announcements/:announcementId', { params, body }, by, 'announcement_published');
  });

  it('take another time, are published before it by hand, and a removed one never appears', async () => {
    await empty();
    const by = await staff();
    const hour = (count: number) => new Date(world.clock!.now().getTime() + count * 3_600_000).toISOString();
    const [first, second] = [hour(1), hour(2)];
    const item = await world.ok('POST /announcements', form({ publishAt: first }), by);
    const params = { announcementId: item.id };
    const edit = (body: object) =>
      world.ok('PATCH /announcements/:announcementId', { params, body: body as never }, by);
    expect(await edit({ publishAt: second, baseVersion: 1 })).toMatchObject({ publishAt: second, isPublished: false });
    world.clock!.advance(3_600_000);
    await publishAnnouncementJob.run(world.ctx, { id: item.id, at: first });
    expect(await titles()).toEqual([]);
    // Too early: it is put off, not done.
    await publishAnnouncementJob.run(world.ctx, { id: item.id, at: second });
    expect(await titles()).toEqual([]);
    const now = world.clock!.now().toISOString();
    expect(await edit({ isPublished: true, baseVersion: 2 })).toMatchObject({ publishAt: null, createdAt: now });
    world.clock!.advance(3_600_000);
    await publishAnnouncementJob.run(world.ctx, { id: item.id, at: second });
    expect((await world.ok('GET /announcements')).items[0]).toMatchObject({ createdAt: now, version: 3 });

    const other = await world.ok('POST /announcements', form({ title: 'Gone', publishAt: hour(1) }), by);
    await world.ok('DELETE /announcements/:announcementId', { params: { announcementId: other.id } }, by);
    world.clock!.advance(3_600_000);
    await publishAnnouncementJob.run(world.ctx, { id: other.id, at: other.publishAt! });
    expect(await titles()).not.toContain('Gone');
  });

  it('whose time was taken away stay hidden and may get one again, until readers have seen them', async () => {
    await empty();
    const by = await staff();
    const hour = (count: number) => new Date(world.clock!.now().getTime() + count * 3_600_000).toISOString();
    const item = await world.ok('POST /announcements', form({ publishAt: hour(1) }), by);
    const params = { announcementId: item.id };
    const edit = (body: object) =>
      world.ok('PATCH /announcements/:announcementId', { params, body: body as never }, by);
    const emptied = await edit({ publishAt: null, baseVersion: 1 });
    expect(emptied).toMatchObject({ publishAt: null, isPublished: false, wasPublished: false });
    world.clock!.advance(2 * 3_600_000);
    await publishAnnouncementJob.run(world.ctx, { id: item.id, at: item.publishAt! });
    expect(await titles()).toEqual([]);
    const again = hour(1);
    expect(await edit({ publishAt: again, baseVersion: 2 })).toMatchObject({ publishAt: again, isPublished: false });
    await edit({ publishAt: null, baseVersion: 3 });
    // By hand it has the date of that hour, not of the day it was written.
    const now = world.clock!.now().toISOString();
    expect(await edit({ isPublished: true, baseVersion: 4 })).toMatchObject({ createdAt: now, wasPublished: true });
    await edit({ isPublished: false, baseVersion: 5 });
    const body = { publishAt: hour(1), baseVersion: 6 };
    await world.refused('PATCH /announcements/:announcementId', { params, body }, by, 'announcement_published');
  });

  it('have a time that lies ahead, and an end behind it', async () => {
    const by = await staff();
    const hour = (count: number) => new Date(world.clock!.now().getTime() + count * 3_600_000).toISOString();
    const passed = await world.refused('POST /announcements', form({ publishAt: hour(-1) }), by, 'publish_passed');
    expect(passed.fields).toEqual({ publishAt: 'This time has passed already.' });
    const body = form({ publishAt: hour(2), expiresAt: hour(1) });
    const early = await world.refused('POST /announcements', body, by, 'expiry_passed');
    expect(early.fields).toEqual({ expiresAt: 'This is before it is published.' });
  });
});
