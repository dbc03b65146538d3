import { randomUUID } from 'node:crypto';
import { settingDefaults } from '#people/site-settings/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errors } from '#platform/contract/errors.ts';
import { customization } from '#people/profiles/contract/appearance-limits.ts';
import { media } from '#content/media/contract/limits.ts';
import { notifications } from '#people/notifications/contract/limits.ts';
import { rewards } from '#people/ledger/contract/limits.ts';
import { spam } from '#people/site-settings/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { eraseJob } from '#people/accounts/server/leaving/deletion.ts';
import { createAnnouncement } from '#features/announcements/server/actions.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { distinctWords, makePost } from '#features/forum/server/fixtures.ts';
import { replies } from '#features/forum/server/replies.ts';
import { createPost } from '#features/forum/server/write-post.ts';
import { award, grantEntitlement } from '#people/ledger/server/actions.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { startTransfer } from '#content/media/server/transfers/transfers.ts';
import { sharedTypes } from '#features/sharing/server/types.ts';
import { createItem } from '#features/sharing/server/write.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { pngOf } from '#site/testing/png.ts';
import { type Answer, type World, openWorld } from '#site/testing/world.ts';

/** Limits that count what is there already hold where everything comes at the same moment. */

let world: World;
beforeAll(async () => {
  world = await openWorld({ work: false });
});
afterAll(() => world.close());

const elder = () => world.member({ createdAt: new Date('2020-01-01'), adult: true });
const times = <T>(count: number, work: (turn: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, turn) => work(turn)));
const words = (): string => `Loops and words ${randomUUID()}`;
const done = (answers: readonly Answer[]): number => answers.filter((answer) => answer.status === 200).length;
const codes = (answers: readonly Answer[]): unknown[] => [
  ...new Set(answers.filter((answer) => answer.status !== 200).map((answer) => (answer.body as { code: string }).code)),
];
const count = async (query: ReturnType<typeof sql>): Promise<number> => (await world.ctx.db.rows(query)).length;

function post(author: FixtureMember, content = words(), submitId = randomUUID()): Promise<Answer> {
  const body = { content, fileIds: [], category: '', isLocked: false, submitId };
  return world.call('POST /forum/posts', { body }, author);
}
function upload(author: FixtureMember, content = words()): Promise<Answer> {
  const body = { content, fileIds: [], isAdult: false, submitId: randomUUID() };
  return world.call('POST /uploads', { body }, author);
}

describe('at once', () => {
  test('a member is erased and sends a form: nothing is made in the name of nobody', async () => {
    const member = await world.member({ moderator: true, createdAt: new Date('2020-01-01') });
    const postId = await makePost(world.ctx, await elder());
    // The form came before the session was gone.
    const viewer = (await resolveViewer(world.ctx, member.cookie))!;
    await world.ctx.db.rows(
      sql`UPDATE users SET deletion_at = ${new Date(Date.now() - 1)} WHERE id = ${member.userId}`,
    );
    await eraseJob.run(world.ctx, { userId: member.userId });
    const submitId = randomUUID();
    const [shared, title] = [sharedTypes.find(({ descriptor }) => descriptor.kind === 'drumkit')!, 'Dusty drums'];
    const form = { title, description: '', url: 'https://example.org/kit', tags: '', isAdult: false, rights: true };
    const announced = {
      title,
      content: 'New kit',
      type: 'general',
      priority: 1,
      expiresAt: null,
      publishAt: null,
      submitId,
    } as const;
    await expect(createItem(world.ctx, viewer, shared, { ...form, submitId })).rejects.toMatchObject({
      code: 'author_profile_missing',
    });
    await expect(createAnnouncement(world.ctx, viewer, announced)).rejects.toMatchObject({
      code: 'author_profile_missing',
    });
    const written = { content: words(), fileIds: [], category: '', isLocked: false, submitId };
    await expect(createPost(world.ctx, viewer, written)).rejects.toMatchObject({ code: 'profile_not_found' });
    await expect(
      replies.submit(world.ctx, viewer, postId, { content: words(), inReplyTo: undefined, submitId }),
    ).rejects.toMatchObject({ code: 'profile_not_found' });
    expect(errors.author_profile_missing).toMatchObject({
      title: 'Profile Error',
      text: 'Unable to find your profile',
    });
    expect(errors.profile_not_found).toMatchObject({ title: 'Error', text: 'Profile not found' });
    const author = sql`author_id = ${member.profileId}`;
    for (const table of ['drumkits', 'announcements', 'forum_posts', 'post_replies'])
      expect(await count(sql`SELECT 1 FROM ${sql.raw(table)} WHERE ${author}`), table).toBe(0);
  });

  test('a member posts no more than the window allows', async () => {
    const author = await elder();
    const answers = await times(12, () => post(author));
    expect(done(answers)).toBe(spam.posts);
    expect(codes(answers)).toEqual(['rate_limit']);
  });

  test('nor replies', async () => {
    const [author, postId] = [await elder(), await makePost(world.ctx, await elder())];
    const answers = await times(30, () =>
      world.call(
        'POST /forum/posts/:postId/replies',
        { params: { postId }, body: { content: words(), submitId: randomUUID() } },
        author,
      ),
    );
    expect(done(answers)).toBe(spam.replies);
    expect(codes(answers)).toEqual(['rate_limit']);
  });

  test('nor comments', async () => {
    const [author, uploadId] = [await elder(), await makeUpload(world.ctx, await elder())];
    const answers = await times(30, () =>
      world.call(
        'POST /uploads/:uploadId/comments',
        { params: { uploadId }, body: { content: words(), submitId: randomUUID() } },
        author,
      ),
    );
    expect(done(answers)).toBe(spam.replies);
    expect(codes(answers)).toEqual(['rate_limit']);
  });

  test('nor uploads', async () => {
    const author = await elder();
    const answers = await times(12, () => upload(author));
    expect(done(answers)).toBe(spam.uploads);
    expect(codes(answers)).toEqual(['rate_limit']);
  });

  test('nor images for the gallery', async () => {
    const owner = await elder();
    const picture = await pngOf('#a35');
    const files = await times(9, () => makeFile(world.ctx, owner, picture, { purpose: 'gallery' }));
    const answers = await times(9, (turn) =>
      world.call(
        'POST /gallery/images',
        { body: { fileId: files[turn], title: '', description: '', isAdult: false, submitId: randomUUID() } },
        owner,
      ),
    );
    expect(done(answers)).toBe(spam.uploads);
    expect(codes(answers)).toEqual(['upload_cooldown']);
  });

  test('the same text is posted once, whoever posts it, and uploaded once', async () => {
    const authors = await times(6, elder);
    const content = words();
    const posts = await Promise.all(authors.map((author) => post(author, content)));
    expect(done(posts)).toBe(1);
    expect(codes(posts)).toEqual(['duplicate_post']);
    const uploads = await times(4, () => upload(authors[0]!, content));
    expect(done(uploads)).toBe(1);
    expect(codes(uploads)).toEqual(['duplicate_upload']);
  });

  test('nearly the same text of many accounts is published so often, wherever it is written', async () => {
    let offer = distinctWords();
    const ad = (turn: number): string => `${offer}, code ${turn}`;
    const threads = await times(10, async () => await makePost(world.ctx, await elder()));
    const ways: Readonly<Record<string, (author: FixtureMember, turn: number) => Promise<Answer>>> = {
      posts: (author, turn) => post(author, ad(turn)),
      uploads: (author, turn) => upload(author, ad(turn)),
      'replies to one post': (author, turn) => reply(threads[0]!, author, turn),
      'replies to several posts': (author, turn) => reply(threads[turn]!, author, turn),
    };
    const reply = (postId: string, author: FixtureMember, turn: number) =>
      world.call(
        'POST /forum/posts/:postId/replies',
        { params: { postId }, body: { content: ad(turn), submitId: randomUUID() } },
        author,
      );
    for (const [name, write] of Object.entries(ways)) {
      offer = distinctWords();
      const authors = await times(10, elder);
      const answers = await Promise.all(authors.map((author, turn) => write(author, turn)));
      expect(done(answers), name).toBe(10);
      const shown = JSON.stringify(answers.map(({ body }) => body)).match(/"visibility":"published"/g) ?? [];
      // A reply that one statement writes may be seen by one too many.
      expect(shown.length, name).toBeGreaterThan(0);
      expect(shown.length, name).toBeLessThan(settingDefaults.sameTextAccounts + (name.startsWith('replies') ? 1 : 0));
    }
  });

  test('the same form, sent many times, makes one post and is never refused', async () => {
    const author = await elder();
    const [content, submitId] = [words(), randomUUID()];
    const answers = await times(8, () => post(author, content, submitId));
    expect(new Set(answers.map((answer) => (answer.body as { id: string }).id)).size).toBe(1);
  });

  test('a member is rewarded for so many posts a day', async () => {
    const author = await elder();
    await times(14, () =>
      world.ctx.db.tx((tx) => award(world.ctx, tx, author.profileId, 'forum_post', `forum_post:${randomUUID()}`)),
    );
    const paid = await count(
      sql`SELECT 1 FROM ledger_entries WHERE profile_id = ${author.profileId} AND currency = 'credits'`,
    );
    expect(paid).toBe(rewards.perDay);
  });

  test('a member begins so many uploads', async () => {
    const owner = await elder();
    const viewer = (await resolveViewer(world.ctx, owner.cookie))!;
    const begun = await Promise.allSettled(
      Array.from({ length: 26 }, () =>
        startTransfer(world.ctx, viewer, newId(new Date()), { length: 10, name: 'a.png', purpose: 'upload' }),
      ),
    );
    expect(begun.filter((one) => one.status === 'fulfilled')).toHaveLength(media.transfersAtOnce);
  });

  test('a member has so many browsers that get pushes', async () => {
    const member = await elder();
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
    const answers = await times(16, (turn) =>
      world.call(
        'PUT /notifications/push',
        { body: { endpoint: `https://fcm.googleapis.com/fcm/send/${turn}-${randomUUID()}`, keys } },
        member,
      ),
    );
    expect(done(answers)).toBe(16);
    expect(await count(sql`SELECT 1 FROM push_devices WHERE profile_id = ${member.profileId}`)).toBe(
      notifications.pushDevices,
    );
  });

  test('a member pins one post of their own', async () => {
    const author = await elder();
    await world.ctx.db.tx((tx) => grantEntitlement(world.ctx, tx, author.profileId, 'pin_own_post', 'test', null));
    const ids = await times(4, () => makePost(world.ctx, author));
    const answers = await Promise.all(
      ids.map((postId) =>
        world.call('PUT /forum/posts/:postId/pin', { params: { postId }, body: { on: true } }, author),
      ),
    );
    expect(done(answers)).toBe(4);
    expect(await count(sql`SELECT 1 FROM forum_posts WHERE author_id = ${author.profileId} AND is_pinned`)).toBe(1);
  });

  test('a member changes the username so often', async () => {
    const member = await elder();
    const answers = await times(7, (turn) =>
      world.call(
        'PUT /account/username',
        { body: { username: `q${turn}${randomUUID().slice(0, 8).replaceAll('-', '')}z` } },
        member,
      ),
    );
    expect(done(answers)).toBe(customization.usernameChanges);
  });

  test('a member asks for one copy of their data, and reports a thing once', async () => {
    const member = await elder();
    const exports = await times(8, () => world.call('POST /account/exports', {}, member));
    expect(new Set(exports.map((answer) => (answer.body as { id: string }).id)).size).toBe(1);
    const id = await makePost(world.ctx, await elder());
    const body = { kind: 'forum_post', id, reason: 'spam' };
    expect(done(await times(8, () => world.call('POST /reports', { body }, member)))).toBe(8);
    expect(
      await count(sql`SELECT 1 FROM queue_entries e JOIN queue_items i ON i.id = e.item_id WHERE i.content_id = ${id}`),
    ).toBe(1);
  });

  test('a member votes once in a poll', async () => {
    const poll = { question: 'Which loop?', options: ['One', 'Two'], days: 1 };
    const [uploadId, member] = [await makeUpload(world.ctx, await elder(), { poll }), await elder()];
    const options = await world.ctx.db.rows<{ id: string }>(
      sql`SELECT id FROM poll_options WHERE upload_id = ${uploadId} ORDER BY position`,
    );
    const answers = await times(8, (turn) =>
      world.call(
        'PUT /uploads/:uploadId/vote',
        { params: { uploadId }, body: { optionId: options[turn % 2]!.id } },
        member,
      ),
    );
    expect(done(answers)).toBe(1);
    expect(codes(answers)).toEqual(['poll_voted']);
    const [row] = await world.ctx.db.rows<{ total: number }>(
      sql`SELECT total FROM polls WHERE upload_id = ${uploadId}`,
    );
    expect(row!.total).toBe(1);
  });
});
