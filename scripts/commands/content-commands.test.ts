import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { terminalOn } from './testing/terminal.ts';

let world: World;
let terminal: ReturnType<typeof terminalOn>;
beforeAll(async () => {
  world = await openWorld();
  terminal = terminalOn(world.ctx);
});
afterAll(() => world.close());

interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly next: string | null;
}

describe('forum', () => {
  test('a category is added, renamed, switched off and on', async () => {
    const made = await terminal.done('category', 'add', 'Field Recording', '--order', '5', '--description', 'Outside.');
    expect(made).toMatchObject({ slug: 'field-recording', sortOrder: 5, isActive: true });
    await terminal.done('category', 'change', 'field-recording', '--name', 'Outside');
    const shown = async () => (await world.ok('GET /forum/categories')).items.map((one) => one.name);
    expect(await shown()).toContain('Outside');
    await terminal.done('category', 'off', 'field-recording');
    expect(await shown()).not.toContain('Outside');
    await terminal.done('category', 'on', 'field-recording');
    expect(await shown()).toContain('Outside');
    expect(await terminal.type('category', 'off', 'music')).toMatchObject({ exit: 1 });
    expect(await terminal.type('category', 'change', 'field-recording')).toMatchObject({ exit: 2 });
  });

  test('a post is shown, pinned, removed and restored; its author is notified with the reason', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author);
    expect(await terminal.done('post', 'show', id)).toMatchObject({ state: 'published', author: author.username });
    expect(await terminal.done('post', 'pin', id)).toMatchObject({ isPinned: true });
    expect(await terminal.done('post', 'unpin', id)).toMatchObject({ isPinned: false });
    const generation = world.ctx.pages.generation;
    await terminal.done('post', 'remove', id, '--reason', 'Off topic.');
    expect(world.ctx.pages.generation).toBeGreaterThan(generation);
    await world.refused('GET /forum/posts/:postId', { params: { postId: id } }, null, 'post_not_found');
    expect((await terminal.type('post', 'remove', id)).out).toContain('was removed already');
    expect(await terminal.type('post', 'pin', id)).toMatchObject({ exit: 1 });
    const notices = await world.ctx.db.rows<{ message: string }>(
      sql`SELECT message FROM notifications WHERE user_id = ${author.profileId} AND kind = 'removal'`,
    );
    expect(notices).toEqual([{ message: 'Off topic.' }]);
    await terminal.done('post', 'restore', id);
    await world.ok('GET /forum/posts/:postId', { params: { postId: id } });
    expect(await terminal.type('post', 'show', crypto.randomUUID())).toMatchObject({ exit: 1 });
  });

  test('a reply is removed and restored', async () => {
    const author = await world.member();
    const reply = await makeReply(world.ctx, author, await makePost(world.ctx, author));
    expect(await terminal.done('reply', 'remove', reply)).toMatchObject({ state: 'removed' });
    expect(await terminal.done('reply', 'restore', reply)).toMatchObject({ state: 'published' });
    expect(await terminal.type('reply', 'remove', crypto.randomUUID())).toMatchObject({ exit: 1 });
  });
});

describe('moderation', () => {
  test('a banned word is refused as soon as it is added, and allowed once it is removed', async () => {
    const member = await world.member();
    await terminal.done('banned-word', 'add', 'Grungleflop');
    const post = () => ({
      body: { content: `A grungleflop\n\nfor ${crypto.randomUUID()}`, submitId: crypto.randomUUID() },
    });
    await world.refused('POST /forum/posts', post(), member, 'banned_words');
    expect(await terminal.done('banned-word', 'list')).toMatchObject({ items: [{ word: 'grungleflop' }] });
    await terminal.done('banned-word', 'remove', 'GRUNGLEFLOP');
    await world.ok('POST /forum/posts', post(), member);
    expect(await terminal.type('banned-word', 'remove', 'grungleflop')).toMatchObject({ exit: 1 });
    expect(await terminal.type('banned-word', 'add', 'x')).toMatchObject({ exit: 2 });
  });

  /** The queue item of a post. */
  const queued = async (post: string): Promise<string> => {
    const { items } = (await terminal.done('queue', 'list')) as unknown as {
      items: { id: string; subject: { id: string } }[];
    };
    return items.find((item) => item.subject.id === post)!.id;
  };

  test('held posts are listed, approved and removed once', async () => {
    const author = await world.member();
    const held = async (): Promise<{ post: string; item: string }> => {
      const content = `Call me ${crypto.randomUUID()}\n\n+49 170 5550123`;
      const post = await makePost(world.ctx, author, { content });
      return { post, item: await queued(post) };
    };
    const good = await held();
    expect((await terminal.type('queue', 'list', '--cause', 'hold')).out).toContain('held: phone number');
    expect(await terminal.type('queue', 'keep', good.item)).toMatchObject({ exit: 1 });
    await terminal.done('queue', 'approve', good.item);
    await world.ok('GET /forum/posts/:postId', { params: { postId: good.post } });
    const bad = await held();
    expect(await terminal.type('queue', 'remove', bad.item)).toMatchObject({ exit: 1 });
    await terminal.done('queue', 'remove', bad.item, '--reason', 'A telephone number.');
    expect(await terminal.done('post', 'show', bad.post)).toMatchObject({ state: 'removed' });
    expect(await terminal.type('queue', 'approve', bad.item)).toMatchObject({
      exit: 1,
      error: 'That has been decided already.',
    });
  });

  test('what was reported is kept or removed', async () => {
    const [author, reader] = [await world.member(), await world.member()];
    const reported = async (): Promise<{ post: string; item: string }> => {
      const post = await makePost(world.ctx, author);
      await world.ok('POST /reports', { body: { kind: 'forum_post', id: post, reason: 'spam', note: 'Look' } }, reader);
      return { post, item: await queued(post) };
    };
    const fine = await reported();
    expect(await terminal.type('queue', 'approve', fine.item)).toMatchObject({ exit: 1 });
    await terminal.done('queue', 'keep', fine.item);
    expect(await terminal.done('post', 'show', fine.post)).toMatchObject({ state: 'published' });
    const spam = await reported();
    await terminal.done('queue', 'remove', spam.item, '--reason', 'Spam.');
    expect(await terminal.done('post', 'show', spam.post)).toMatchObject({ state: 'removed' });
    expect(await terminal.type('queue', 'remove', spam.item)).toMatchObject({ exit: 1 });
    expect(await terminal.type('queue', 'keep', crypto.randomUUID())).toMatchObject({ exit: 1 });
    expect((await terminal.type('queue', 'list', '--decided')).out).toContain('1 x spam');
    const shown = (await terminal.type('queue', 'show', spam.item)).out;
    expect(shown).toMatch(/report +\S+ +spam +Look/);
    expect(shown).toMatch(/decision +- +remove +Spam\./);
  });

  test('the audit log can be read for one target', async () => {
    const member = await world.member();
    await terminal.done('account', 'silence', member.username, '--reason', 'Alone in the log.');
    const page = (await terminal.done('audit', 'list', '--target', member.profileId)) as unknown as Page;
    expect(page.items).toMatchObject([{ action: 'member.silence', reason: 'Alone in the log.' }]);
    expect((await terminal.type('audit', 'list')).out).toContain('command line');
  });
});

describe('gallery', () => {
  test('lists what waits, and approves, features, removes and restores it', async () => {
    const [owner, reader] = [await world.member(), await world.member()];
    const id = await makeGalleryImage(world.ctx, owner, { title: 'Tape wall', approved: false });
    expect(await terminal.done('gallery', 'list')).toMatchObject({ items: [{ id, title: 'Tape wall' }] });
    expect((await terminal.type('gallery', 'list')).out).toMatch(/64 x 48 +no +Tape wall/);
    const early = await terminal.type('gallery', 'feature', id);
    expect(early).toMatchObject({ exit: 1, error: 'Only an approved image can be featured.' });
    expect(await terminal.done('gallery', 'approve', id)).toEqual({ id, state: 'approved', isFeatured: false });
    expect(await terminal.lastAudit()).toMatchObject({ actor: null, action: 'gallery_image.approve', targetId: id });
    expect((await terminal.type('gallery', 'approve', id)).exit).toBe(1);
    expect(await terminal.done('gallery', 'feature', id)).toMatchObject({ isFeatured: true });
    expect(await terminal.done('gallery', 'unfeature', id)).toMatchObject({ isFeatured: false });
    await terminal.done('gallery', 'remove', id, '--reason', 'Asked for.');
    await world.refused('GET /gallery/images/:imageId', { params: { imageId: id } }, reader, 'image_not_found');
    expect(await terminal.done('gallery', 'restore', id)).toMatchObject({ state: 'approved' });
    expect(await world.ok('GET /gallery/images/:imageId', { params: { imageId: id } }, reader)).toMatchObject({ id });
    await world.ctx.db.rows(sql`UPDATE gallery_images SET like_count = 7 WHERE id = ${id}`);
    expect(await terminal.done('recount')).toMatchObject({
      differences: [{ what: 'image likes', id, name: 'Tape wall', stored: 7, counted: 0 }],
    });
  });

  test('rejects with a reason, and says so where there is nothing', async () => {
    const owner = await world.member();
    const id = await makeGalleryImage(world.ctx, owner, { approved: false });
    expect((await terminal.type('gallery', 'reject', id)).exit).toBe(2);
    expect(await terminal.done('gallery', 'reject', id, '--reason', 'Blurred.')).toMatchObject({ state: 'rejected' });
    expect(await terminal.done('gallery', 'list')).toMatchObject({ items: [] });
    const nobody = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect(await terminal.type('gallery', 'approve', nobody)).toMatchObject({
      exit: 1,
      error: `There is no image ${nobody}.`,
    });
  });
});
