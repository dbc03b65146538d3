import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { moderationFeature } from './feature.ts';
import { openItemOf } from './fixtures.ts';
import { notifyReporters } from './reporters.ts';

const NUMBER = 'call +49 170 5550123';

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

const report = (kind: 'forum_post' | 'post_reply' | 'gallery_image', id: string, by: FixtureMember) =>
  world.ok('POST /reports', { body: { kind, id, reason: 'spam' } }, by);
const decide = async (itemId: string, decision: 'approve' | 'remove' | 'keep', by = ada) => {
  // Two lines of a history never come in the same millisecond.
  world.clock!.advance(5);
  await world.ok('POST /staff/queue/:itemId/decide', { params: { itemId }, body: { decision, reason: 'Because' } }, by);
};
const undo = (itemId: string, by = ada) => {
  world.clock!.advance(5);
  return world.call('POST /staff/queue/:itemId/undo', { params: { itemId } }, by);
};
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const read = (itemId: string) => world.ok('GET /staff/queue/:itemId', { params: { itemId } }, ada);
const titles = async (of: FixtureMember) =>
  (await world.ok('GET /notifications', {}, of)).items.map((one) => one.title);
const readAll = (of: FixtureMember) =>
  world.ok('POST /notifications/read', { body: { until: new Date('2030-01-01').toISOString() } }, of);
const done = new Set<string>();
/** Lets time pass and runs the jobs that are due then, each twice, as after a crash. */
const later = async (seconds: number) => {
  world.clock!.advance(seconds * 1000);
  const jobs = await world.ctx.db.rows<{
    id: string;
    data: { itemId: string; entryId: string; after: string | null };
  }>(sql`
    SELECT id, data FROM pgboss.job WHERE name = ${notifyReporters.name} AND start_after <= ${world.ctx.clock.now()} ORDER BY start_after`);
  for (const job of jobs.filter(({ id }) => !done.has(id))) {
    done.add(job.id);
    await notifyReporters.run(world.ctx, job.data);
    await notifyReporters.run(world.ctx, job.data);
  }
};

describe('a decision that is taken back', () => {
  it('within ten seconds has never been heard of, by author or reporters, and the item is as it was', async () => {
    const [author, reporter] = [await world.member(), await world.member()];
    const postId = await makePost(world.ctx, author);
    await report('forum_post', postId, reporter);
    const { itemId } = await openItemOf(world.ctx, postId);
    await decide(itemId, 'remove');
    expect(await titles(author)).toHaveLength(1);
    expect((await undo(itemId)).status).toBe(200);
    // Twice is once.
    expect((await undo(itemId)).status).toBe(200);
    expect((await world.call('GET /forum/posts/:postId', { params: { postId } })).status).toBe(200);
    const item = await read(itemId);
    expect(item).toMatchObject({
      state: 'open',
      decision: null,
      reports: { count: 1 },
      subject: { visibility: 'published' },
    });
    expect(item.history.map((line) => line.kind)).toEqual(['reversal', 'decision', 'report']);
    await later(60);
    for (const one of [author, reporter]) expect(await titles(one)).toEqual([]);
    await decide(itemId, 'remove');
    expect((await world.call('GET /forum/posts/:postId', { params: { postId } })).status).toBe(404);
  });

  it('later is explained in plain words to an author who had read of it, and to each reporter', async () => {
    const [author, one, two] = [await world.member(), await world.member(), await world.member()];
    const postId = await makePost(world.ctx, author);
    await report('forum_post', postId, one);
    await report('forum_post', postId, two);
    const { itemId } = await openItemOf(world.ctx, postId);
    await decide(itemId, 'remove');
    await later(20);
    for (const reporter of [one, two]) expect(await titles(reporter)).toEqual(['Your report was followed']);
    await readAll(author);
    await undo(itemId, ben);
    await later(20);
    expect(await titles(author)).toContain('Staff took a decision back');
    for (const reporter of [one, two]) expect(await titles(reporter)).toContain('Your report is looked at again');
    await decide(itemId, 'keep', ben);
    await later(20);
    expect((await titles(one))[0]).toBe('Your report was reviewed');
  });

  it('lets what was released wait again, and rewards come and go with it', async () => {
    const author = await world.member();
    const credits = async () => (await world.ok('GET /ledger', {}, author)).credits;
    const imageId = await makeGalleryImage(world.ctx, author, { approved: false });
    const { itemId } = await openItemOf(world.ctx, imageId);
    await decide(itemId, 'approve');
    expect(await credits()).toBe(1);
    await undo(itemId);
    expect(await credits()).toBe(0);
    expect((await world.call('GET /gallery/images/:imageId', { params: { imageId } })).status).toBe(404);
    expect(await read(itemId)).toMatchObject({ state: 'open', needsApproval: true });
    expect(await titles(author)).toEqual([]);
    await decide(itemId, 'approve');
    expect(await credits()).toBe(1);
    const held = await makePost(world.ctx, author, { content: NUMBER });
    const second = await openItemOf(world.ctx, held);
    await decide(second.itemId, 'approve');
    await undo(second.itemId);
    expect((await read(second.itemId)).hold).toMatchObject({ reasons: ['phone number'] });
    await decide(second.itemId, 'remove');
    await undo(second.itemId);
    expect(await read(second.itemId)).toMatchObject({ state: 'open', subject: { visibility: 'held' } });
  });

  it('is refused for what is gone, decided again since, one’s own, and to moderators where an admin decided', async () => {
    const [author, reporter] = [await world.member(), await world.member()];
    const [gone, again, admins, own] = [
      await makePost(world.ctx, author),
      await makePost(world.ctx, await world.member()),
      await makePost(world.ctx, await world.member()),
      await makePost(world.ctx, ben),
    ];
    const items = [];
    for (const id of [gone, again, admins, own]) {
      await report('forum_post', id, reporter);
      items.push((await openItemOf(world.ctx, id)).itemId);
    }
    await decide(items[0]!, 'remove');
    await world.ctx.db.rows(sql`DELETE FROM forum_posts WHERE id = ${gone}`);
    expect(codeOf(await undo(items[0]!))).toBe('not_reversible');
    await decide(items[1]!, 'keep');
    await report('forum_post', again, await world.member());
    expect(codeOf(await undo(items[1]!))).toBe('not_reversible');
    await decide(items[2]!, 'remove', admin);
    expect(codeOf(await undo(items[2]!))).toBe('staff_protected');
    expect((await undo(items[2]!, admin)).status).toBe(200);
    await decide(items[3]!, 'keep');
    expect(codeOf(await undo(items[3]!, ben))).toBe('own_content');
    expect(codeOf(await undo('00000000-0000-7000-8000-000000000000'))).toBe('not_found');
  });
});

describe('an item of the queue among several of staff', () => {
  it('is shown as taken while somebody has it open, and the lease ends by itself', async () => {
    const postId = await makePost(world.ctx, await world.member());
    await report('forum_post', postId, await world.member());
    const { itemId } = await openItemOf(world.ctx, postId);
    const take = (on: boolean, by: FixtureMember) =>
      world.ok('PUT /staff/queue/:itemId/taken', { params: { itemId }, body: { on } }, by);
    expect((await take(true, ada)).takenBy).toMatchObject({ username: ada.username });
    expect((await take(true, ben)).takenBy).toMatchObject({ username: ada.username });
    const [listed] = (await world.ok('GET /staff/queue', { query: { subject: postId } }, ben)).items;
    expect(listed!.takenBy).toMatchObject({ username: ada.username });
    await later(120);
    expect((await read(itemId)).takenBy).toBeNull();
    expect((await take(true, ben)).takenBy).toMatchObject({ username: ben.username });
    expect((await take(false, ben)).takenBy).toBeNull();
  });

  it('is named to a page that begins to listen late, until it is given back or the lease ends', async () => {
    const [staff] = moderationFeature.topics!;
    const marks = async () =>
      ((await staff!.greet!(world.ctx, null, {})).data as { items: { id: string; by: string }[] }).items;
    const postId = await makePost(world.ctx, await world.member());
    await report('forum_post', postId, await world.member());
    const { itemId } = await openItemOf(world.ctx, postId);
    const take = (on: boolean) => world.ok('PUT /staff/queue/:itemId/taken', { params: { itemId }, body: { on } }, ada);
    const mark = { id: itemId, by: ada.profileId };
    expect(await marks()).not.toContainEqual(mark);
    await take(true);
    expect(await marks()).toContainEqual(mark);
    await take(false);
    expect(await marks()).not.toContainEqual(mark);
    await take(true);
    await later(120);
    expect(await marks()).not.toContainEqual(mark);
    await take(true);
    await decide(itemId, 'keep', ada);
    expect(await marks()).not.toContainEqual(mark);
  });

  it('is decided once, and the second reads who was first', async () => {
    const postId = await makePost(world.ctx, await world.member());
    await report('forum_post', postId, await world.member());
    const { itemId } = await openItemOf(world.ctx, postId);
    await decide(itemId, 'keep', ada);
    const input = { params: { itemId }, body: { decision: 'remove', reason: '' } } as const;
    const answer = await world.call('POST /staff/queue/:itemId/decide', input, ben);
    expect(answer.body).toMatchObject({ code: 'already_decided', detail: 'Ada Desk has decided this already.' });
    const imageId = await makeGalleryImage(world.ctx, await world.member(), { approved: false });
    const params = { imageId };
    await world.ok('POST /staff/gallery/:imageId/approve', { params }, ada);
    const second = await world.call('POST /staff/gallery/:imageId/reject', { params, body: { reason: 'No' } }, ben);
    expect(second.body).toMatchObject({ code: 'already_decided', detail: 'Ada Desk has decided this already.' });
  });

  it('is held out of sight until it is decided, and its author is notified', async () => {
    const author = await world.member();
    const postId = await makePost(world.ctx, author);
    await report('forum_post', postId, await world.member());
    const { itemId } = await openItemOf(world.ctx, postId);
    const hold = () => world.call('POST /staff/queue/:itemId/hold', { params: { itemId }, body: { reason: '' } }, ada);
    expect((await hold()).status).toBe(200);
    expect(codeOf(await hold())).toBe('not_reversible');
    expect((await world.call('GET /forum/posts/:postId', { params: { postId } })).status).toBe(404);
    expect(await titles(author)).toEqual(['Staff look at something of yours']);
    expect(await read(itemId)).toMatchObject({ hold: { reasons: ['held by staff'] }, reports: { count: 1 } });
    await decide(itemId, 'approve');
    expect((await world.call('GET /forum/posts/:postId', { params: { postId } })).status).toBe(200);
  });

  it('cannot be sent back to an author who cannot edit it, or who is the decider', async () => {
    const imageId = await makeGalleryImage(world.ctx, await world.member(), { approved: true });
    await report('gallery_image', imageId, await world.member());
    const own = await makePost(world.ctx, ben);
    await report('forum_post', own, await world.member());
    for (const [id, by] of [
      [imageId, ada],
      [own, ben],
    ] as const) {
      const { itemId } = await openItemOf(world.ctx, id);
      const input = { params: { itemId }, body: { reason: 'Another picture, please' } };
      expect((await world.ok('GET /staff/queue/:itemId', { params: { itemId } }, by)).can.ask).toBe(false);
      await world.refused('POST /staff/queue/:itemId/ask', input, by, 'not_reversible');
    }
  });

  it('is handed to admins, who are notified and alone decide it', async () => {
    const postId = await makePost(world.ctx, await world.member());
    await report('forum_post', postId, await world.member());
    const { itemId } = await openItemOf(world.ctx, postId);
    const input = { params: { itemId }, body: { reason: 'Over my head' } };
    await world.ok('POST /staff/queue/:itemId/escalate', input, ada);
    expect(await titles(admin)).toContain('Something waits for admins');
    expect(await read(itemId)).toMatchObject({ isEscalated: true });
    const decision = { params: { itemId }, body: { decision: 'keep' } } as const;
    await world.refused('POST /staff/queue/:itemId/decide', decision, ben, 'with_admins');
    await decide(itemId, 'keep', admin);
  });

  it('has all of its content for who asks, and can be listed with its thread', async () => {
    const author = await world.member();
    const postId = await makePost(world.ctx, author, { content: 'First line\n\nAll of the *words*.' });
    const replyId = await makeReply(world.ctx, await world.member(), postId);
    const reporter = await world.member();
    await report('forum_post', postId, reporter);
    await report('post_reply', replyId, reporter);
    const { items } = await world.ok('GET /staff/queue', { query: { thread: postId, content: 'full' } }, ada);
    expect(items.map((one) => one.subject.id).toSorted()).toEqual([postId, replyId].toSorted());
    expect(items.every((one) => one.subject.threadId === postId)).toBe(true);
    expect(items.find((one) => one.subject.id === postId)!.content).toEqual({
      text: 'First line\n\nAll of the *words*.',
      files: [],
    });
    const promotion = await makeItem(world.ctx, 'self_promotion_post', author, { url: 'https://example.org/tape' });
    const query = { subject: promotion, content: 'full' } as const;
    const [pending] = (await world.ok('GET /staff/queue', { query }, ada)).items;
    expect(pending!.content!.text).toContain('https://example.org/tape');
    expect((await world.ok('GET /staff/queue', { query: { subject: promotion } }, ada)).items[0]!.content).toBeNull();
  });
});

describe('templates, notes and warnings', () => {
  it('are each one’s own, for staff alone, and read by the warned', async () => {
    await world.ok('PUT /staff/templates', { body: { items: ['Spam is not welcome.'] } }, ada);
    await world.ok('PUT /staff/templates', { body: { items: ['Spam is not welcome.', 'Be kind.'] } }, ada);
    expect((await world.ok('GET /staff/templates', {}, ada)).items).toEqual(['Spam is not welcome.', 'Be kind.']);
    expect((await world.ok('GET /staff/templates', {}, ben)).items).toEqual([]);
    const member = await world.member();
    const params = { profileId: member.profileId };
    await world.ok('POST /staff/members/:profileId/notes', { params, body: { text: 'Asked nicely.' } }, ada);
    const notes = await world.ok('GET /staff/members/:profileId/notes', { params }, ben);
    expect(notes.items).toMatchObject([{ text: 'Asked nicely.', author: { username: ada.username } }]);
    await world.refused('GET /staff/members/:profileId/notes', { params }, member, 'forbidden');
    await world.ok('POST /staff/members/:profileId/warnings', { params, body: { reason: 'Be kind.' } }, ada);
    expect(await titles(member)).toEqual(['A warning of the staff']);
    const { items } = await world.ok('GET /staff/members/:profileId/restrictions', { params }, ada);
    expect(items).toMatchObject([{ kind: 'warning', reason: 'Be kind.', until: null }]);
    const own = { params: { profileId: admin.profileId }, body: { reason: 'No' } };
    await world.refused('POST /staff/members/:profileId/warnings', own, ada, 'staff_protected');
  });
});
