import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { openItemOf } from './fixtures.ts';

const NUMBER = 'call +49 170 5550123';

let world: World;
let admin: FixtureMember;
let moderator: FixtureMember;
let author: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.member({ admin: true, displayName: 'Ada' });
  moderator = await world.member({ moderator: true, displayName: 'Milo' });
  author = await world.member();
});
afterAll(() => world.close());

/** What members write, each with its endpoints. */
interface Text {
  readonly kind: string;
  make(by: FixtureMember, content?: string): Promise<string>;
  read(
    id: string,
    as: FixtureMember | null,
  ): Promise<{
    editedBy: { username: string } | null;
    visibility: string;
    notice: string | null;
  }>;
  edit(id: string, content: string, as: FixtureMember, baseVersion?: number): ReturnType<World['call']>;
  remove(id: string, as: FixtureMember, reason?: string): ReturnType<World['call']>;
  restore(id: string, as: FixtureMember): ReturnType<World['call']>;
}

const texts: readonly Text[] = [
  {
    kind: 'forum_post',
    make: (by, content) => makePost(world.ctx, by, content === undefined ? {} : { content }),
    read: (postId, as) => world.ok('GET /forum/posts/:postId', { params: { postId } }, as),
    edit: (postId, content, as, baseVersion = 1) =>
      world.call('PATCH /forum/posts/:postId', { params: { postId }, body: { content, baseVersion } }, as),
    remove: (postId, as, reason = '') =>
      world.call('DELETE /forum/posts/:postId', { params: { postId }, body: { reason } }, as),
    restore: (postId, as) => world.call('POST /forum/posts/:postId/restore', { params: { postId } }, as),
  },
  {
    kind: 'post_reply',
    make: async (by, content) =>
      await makeReply(world.ctx, by, await makePost(world.ctx, by), content === undefined ? {} : { content }),
    read: (replyId, as) => world.ok('GET /forum/replies/:replyId', { params: { replyId } }, as),
    edit: (replyId, content, as, baseVersion = 1) =>
      world.call('PATCH /forum/replies/:replyId', { params: { replyId }, body: { content, baseVersion } }, as),
    remove: (replyId, as, reason = '') =>
      world.call('DELETE /forum/replies/:replyId', { params: { replyId }, body: { reason } }, as),
    restore: (replyId, as) => world.call('POST /forum/replies/:replyId/restore', { params: { replyId } }, as),
  },
  {
    kind: 'upload',
    make: (by, content) => makeUpload(world.ctx, by, content === undefined ? {} : { content }),
    read: (uploadId, as) => world.ok('GET /uploads/:uploadId', { params: { uploadId } }, as),
    edit: (uploadId, content, as, baseVersion = 1) =>
      world.call('PATCH /uploads/:uploadId', { params: { uploadId }, body: { content, baseVersion } }, as),
    remove: (uploadId, as, reason = '') =>
      world.call('DELETE /uploads/:uploadId', { params: { uploadId }, body: { reason } }, as),
    restore: (uploadId, as) => world.call('POST /uploads/:uploadId/restore', { params: { uploadId } }, as),
  },
  {
    kind: 'upload_comment',
    make: async (by, content) =>
      await makeComment(world.ctx, by, await makeUpload(world.ctx, by), content === undefined ? {} : { content }),
    read: (commentId, as) => world.ok('GET /uploads/comments/:commentId', { params: { commentId } }, as),
    edit: (commentId, content, as, baseVersion = 1) =>
      world.call('PATCH /uploads/comments/:commentId', { params: { commentId }, body: { content, baseVersion } }, as),
    remove: (commentId, as, reason = '') =>
      world.call('DELETE /uploads/comments/:commentId', { params: { commentId }, body: { reason } }, as),
    restore: (commentId, as) => world.call('POST /uploads/comments/:commentId/restore', { params: { commentId } }, as),
  },
];

const notified = async (member: FixtureMember, kind: string) =>
  (await world.ok('GET /notifications', {}, member)).items.filter((item) => item.kind === kind);

const release = async (id: string, as: FixtureMember) => {
  const params = await openItemOf(world.ctx, id);
  return await world.call('POST /staff/queue/:itemId/decide', { params, body: { decision: 'approve' } }, as);
};

describe.for(texts.map((text) => [text.kind, text] as const))('a %s', ([, text]) => {
  it('that staff have edited shows the editor to every reader until its author edits it, and its author is notified once', async () => {
    const member = await world.member();
    const id = await text.make(member);
    expect((await text.read(id, null)).editedBy).toBeNull();
    expect((await text.edit(id, `Words of staff ${randomUUID()}`, moderator)).status).toBe(200);
    for (const reader of [null, author, member, moderator])
      expect((await text.read(id, reader)).editedBy).toMatchObject({ username: moderator.username });
    expect((await text.edit(id, `Second words of staff ${randomUUID()}`, moderator, 2)).status).toBe(200);
    const lines = (await notified(member, 'edit')).filter((item) => !item.isRead);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      title: expect.stringMatching(/^Staff edited your /),
      message: 'Milo (Moderator) changed it. Its history shows what is different.',
    });
    expect(lines[0]!.url).toContain(id);
    expect((await text.edit(id, `My own words ${randomUUID()}`, member, 3)).status).toBe(200);
    expect((await text.read(id, null)).editedBy).toBeNull();
    expect(await notified(member, 'edit')).toHaveLength(1);
    await world.ok('POST /notifications/read', { body: { until: new Date().toISOString() } }, member);
  });

  it.for([
    ['published', 'Words that somebody reports'],
    ['held', 'call +49 170 5550123'],
  ] as const)('that is %s waits for its author who is asked to change it, then for staff', async ([, words]) => {
    const member = await world.member();
    const id = await text.make(member, `${words} ${randomUUID()}`);
    if (words.startsWith('Words')) {
      const body = { kind: text.kind as 'forum_post', id, reason: 'other' } as const;
      await world.ok('POST /reports', { body }, await world.member());
    }
    const params = await openItemOf(world.ctx, id);
    const read = () => world.ok('GET /staff/queue/:itemId', { params }, moderator);
    const ask = (as: FixtureMember) =>
      world.call('POST /staff/queue/:itemId/ask', { params, body: { reason: 'Leave the name out.' } }, as);
    expect((await read()).can.ask).toBe(true);
    expect((await ask(member)).status).toBe(403);
    expect((await ask(moderator)).status).toBe(200);
    expect(await read()).toMatchObject({
      priority: 5,
      request: { isAnswered: false },
      subject: { visibility: 'held' },
      hold: { reasons: expect.arrayContaining(['a change that staff asked for']) },
    });
    expect((await read()).history.map((line) => line.kind)).toContain('request');
    const [notice] = await notified(member, 'staff');
    expect(notice).toMatchObject({
      title: expect.stringMatching(/^Staff ask you to change /),
      message: 'Leave the name out. Only you and staff see it until they have looked at your change.',
    });
    expect(notice!.url).toContain(id);
    expect((await text.read(id, member)).notice).toContain('staff have asked for a change');
    // By staff, it is no answer of the author.
    expect((await text.edit(id, `By staff ${randomUUID()}`, moderator)).status).toBe(200);
    expect((await read()).request).toEqual({ isAnswered: false });
    expect((await text.edit(id, `Without the name ${randomUUID()}`, member, 2)).status).toBe(200);
    // Staff who asked look at the change before anybody else reads it.
    expect(await read()).toMatchObject({ priority: 4, request: { isAnswered: true }, subject: { visibility: 'held' } });
    expect((await release(id, moderator)).status).toBe(200);
    expect((await text.read(id, null)).visibility).toBe('published');
  });

  it('of an admin is not edited, removed or restored by a moderator', async () => {
    const id = await text.make(admin);
    for (const answer of [await text.edit(id, 'Not mine', moderator), await text.remove(id, moderator)])
      expect(answer).toMatchObject({ status: 403, body: { code: 'staff_protected' } });
    expect(await text.read(id, moderator)).toMatchObject({
      visibility: 'published',
      can: { edit: false, delete: false },
    });
    expect((await text.remove(id, admin)).status).toBe(200);
    expect(await text.restore(id, moderator)).toMatchObject({ body: { code: 'staff_protected' } });
    const second = await world.member({ admin: true });
    expect((await text.restore(id, second)).status).toBe(200);
    expect((await text.edit(id, `Among admins ${randomUUID()}`, second)).status).toBe(200);
  });

  it('into which staff write private information waits for review, and its editor does not release it', async () => {
    const member = await world.member();
    const id = await text.make(member);
    expect((await text.edit(id, `Mail him ${randomUUID()}, ${NUMBER}`, moderator)).status).toBe(200);
    expect(await text.read(id, moderator)).toMatchObject({ visibility: 'held' });
    expect((await notified(member, 'edit'))[0]!.message).toContain('It waits for review now');
    expect(await release(id, moderator)).toMatchObject({ status: 403, body: { code: 'own_content' } });
    expect(await text.read(id, moderator)).toMatchObject({ visibility: 'held' });
    expect((await release(id, admin)).status).toBe(200);
  });

  it('that is held is released by who took the private information out of it', async () => {
    const member = await world.member();
    const id = await text.make(member, `Write to me ${randomUUID()}, ${NUMBER}`);
    expect((await text.edit(id, `Without a number ${randomUUID()}`, moderator)).status).toBe(200);
    expect((await release(id, moderator)).status).toBe(200);
  });

  it('of staff is released by another of staff, of an admin too', async () => {
    for (const [own, other] of [
      [await world.member({ admin: true }), moderator],
      [await world.member({ moderator: true }), admin],
    ] as const) {
      const id = await text.make(own, `Call me ${randomUUID()}, ${NUMBER}`);
      expect(await text.read(id, own)).toMatchObject({ visibility: 'held' });
      expect(await release(id, own)).toMatchObject({ body: { code: 'own_content' } });
      expect((await release(id, other)).status).toBe(200);
    }
  });

  it('of an admin is neither rejected nor removed for a report by a moderator', async () => {
    const boss = await world.member({ admin: true });
    const held = await text.make(boss, `Call me ${randomUUID()}, ${NUMBER}`);
    const body = { decision: 'remove', reason: 'No.' } as const;
    const reject = { params: await openItemOf(world.ctx, held), body };
    await world.refused('POST /staff/queue/:itemId/decide', reject, moderator, 'staff_protected');
    expect(await text.read(held, boss)).toMatchObject({ visibility: 'held' });
    const id = await text.make(boss);
    await world.ok('POST /reports', { body: { kind: text.kind as 'upload', id, reason: 'spam' } }, author);
    const remove = { params: await openItemOf(world.ctx, id), body };
    await world.refused('POST /staff/queue/:itemId/decide', remove, moderator, 'staff_protected');
    expect(await text.read(id, null)).toMatchObject({ visibility: 'published' });
    await world.ok('POST /staff/queue/:itemId/decide', remove, admin);
  });
});

describe('a member of staff who is silenced', () => {
  it('does no work of staff, because others read what staff write', async () => {
    const until = new Date(Date.now() + 3_600_000);
    const silenced = await world.member({ moderator: true, silencedUntil: until });
    const id = await makePost(world.ctx, author);
    const params = { postId: id };
    await world.refused(
      'DELETE /forum/posts/:postId',
      { params, body: { reason: 'Read this' } },
      silenced,
      'forbidden',
    );
    const body = { name: 'Read this', description: '', sortOrder: 1 };
    await world.refused('POST /staff/forum-categories', { body }, silenced, 'silenced');
    await world.refused(
      'POST /announcements',
      { body: { title: 'Read', content: 'this', submitId: randomUUID() } },
      silenced,
      'silenced',
    );
  });
});

describe('an announcement', () => {
  it('of an admin is not changed or deleted by a moderator, and an edit by another shows their name', async () => {
    const body = { title: 'News', content: 'Words', submitId: randomUUID() };
    const { id } = await world.ok('POST /announcements', { body }, admin);
    const at = { params: { announcementId: id } };
    const edit = { ...at, body: { content: 'Other words', baseVersion: 1 } };
    await world.refused('PATCH /announcements/:announcementId', edit, moderator, 'staff_protected');
    await world.refused('DELETE /announcements/:announcementId', at, moderator, 'staff_protected');
    const second = await world.member({ admin: true });
    await world.ok('PATCH /announcements/:announcementId', edit, second);
    const seen = (await world.ok('GET /announcements', {})).items.find((item) => item.id === id)!;
    expect(seen.editedBy).toMatchObject({ username: second.username });
    expect((await notified(admin, 'edit'))[0]!.title).toBe('Staff edited your announcement "News"');
  });
});
