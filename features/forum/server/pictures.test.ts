import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Post } from '#features/forum/contract/endpoints.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeFile, makeSound } from '#content/media/server/fixtures.ts';
import { fileById } from '#content/media/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { zipOfParts } from '#site/testing/zip.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makePost } from './fixtures.ts';
import { postKind } from './subjects.ts';
import { purgeRemoved } from '#content/core/server/maintenance/purge.ts';

let world: World;
let author: FixtureMember;
let png: Buffer;
beforeAll(async () => {
  world = await openWorld();
  png = await sharp({ create: { width: 32, height: 24, channels: 3, background: '#aa5500' } })
    .png()
    .toBuffer();
});
afterAll(() => world.close());
// A new account may post twice in ten minutes.
beforeEach(async () => {
  author = await world.member({ adult: true });
});

const picture = (by: FixtureMember = author): Promise<string> =>
  makeFile(world.ctx, by, png, { name: 'cover.png', purpose: 'forum_image' });
const at = (postId: string) => ({ params: { postId } });
const read = (id: string, as: FixtureMember | null = author): Promise<Post> =>
  world.ok('GET /forum/posts/:postId', at(id), as);
const status = async (url: string, as: FixtureMember | null = null): Promise<number> =>
  (await world.get(url, as)).status;
const body = (over: object = {}) => ({
  body: { content: `Covers ${randomUUID()}`, submitId: randomUUID(), ...over },
});

/** A post with one picture that has been processed. @returns its id, and the address that readers see it by */
async function withPicture(over: { category?: string; isLocked?: boolean; content?: string } = {}) {
  const fileId = await picture();
  const id = await makePost(world.ctx, author, { ...over, fileIds: [fileId] });
  await world.settle();
  const url = (await read(id)).files[0]!.url!;
  return { id, fileId, url };
}

const ref = (fileId: string): string => `![name](attachment:${fileId})`;
const mark = (fileId: string): string => `<div data-file="${fileId}"></div>`;

describe('places of pictures in a text', () => {
  test('hold pictures of the post alone, and only while it has them', async () => {
    const stranger = await world.member();
    const [own, taken, other, foreign] = [await picture(), await picture(), await picture(), await picture(stranger)];
    await makePost(world.ctx, author, { fileIds: [other] });
    const content = ['Covers', ...[own, taken, other, foreign, randomUUID()].map(ref), 'End'].join('\n\n');
    const made = await world.ok('POST /forum/posts', body({ content, fileIds: [taken, own] }), author);
    await world.settle();
    const post = await read(made.id, null);
    expect(post.html.trim()).toBe(`${mark(own)}\n${mark(taken)}\n<p>End</p>`);
    expect(post).toMatchObject({ title: 'Covers', summary: 'End' });
    const edit = { ...at(made.id), body: { content, fileIds: [own], baseVersion: post.version } };
    await world.ok('PATCH /forum/posts/:postId', edit, author);
    expect((await read(made.id, null)).html.trim()).toBe(`${mark(own)}\n<p>End</p>`);
    expect((await read(made.id)).source).toBe(content);
  });

  test('are not shown of a locked text, and make no lock worth paying for', async () => {
    const fileId = await picture();
    const content = `Covers\n\n${ref(fileId)}`;
    await world.refused('POST /forum/posts', body({ content, isLocked: true }), author, 'nothing_to_lock');
    const id = await makePost(world.ctx, author, { content, fileIds: [fileId], isLocked: true });
    expect(JSON.stringify(await read(id, null))).not.toContain(fileId);
    expect((await read(id)).html).toContain(mark(fileId));
  });

  test('without words are no duplicates of each other', async () => {
    for (const fileId of [await picture(), await picture()]) {
      await world.ok('POST /forum/posts', body({ content: ref(fileId), fileIds: [fileId] }), author);
    }
  });
});

/** A processed sound with a version to stream; of a video, rows alike. */
async function media(kind: 'audio' | 'video'): Promise<string> {
  const id = await makeSound(world.ctx, author);
  await world.ctx.db.rows(sql`UPDATE files SET kind = ${kind} WHERE id = ${id}`);
  return id;
}

describe.each(['audio', 'video'] as const)('a file of the kind %s', (kind) => {
  const makeWith = async (over: { category?: string; isLocked?: boolean; content?: string } = {}) => {
    const fileId = await media(kind);
    const content = `Title ${randomUUID()}\n\n${over.content ?? 'One'}\n\n${ref(fileId)}\n\nTwo`;
    const id = await makePost(world.ctx, author, { ...over, content, fileIds: [fileId] });
    const post = await read(id);
    return { id, fileId, post, url: post.files[0]!.url! };
  };

  test('stands in its place, and is no picture of the post', async () => {
    const { id, fileId } = await makeWith();
    const post = await read(id, null);
    expect(post.html.trim()).toBe(`<p>One</p>\n${mark(fileId)}\n<p>Two</p>`);
    // The original is for its author.
    expect(post.files).toMatchObject([{ id: fileId, kind, originalUrl: null }]);
    const [row] = await world.ctx.db.rows<{ image_url: string | null; image_urls: string[] }>(
      sql`SELECT image_url, image_urls FROM forum_posts WHERE id = ${id}`,
    );
    expect(row).toEqual({ image_url: null, image_urls: [] });
    const [file] = await world.ctx.db.rows<{ rights_at: Date | null }>(
      sql`SELECT rights_at FROM files WHERE id = ${fileId}`,
    );
    expect(file!.rights_at !== null).toBe(kind === 'audio');
    const edit = { ...at(id), body: { content: 'Title', fileIds: [], baseVersion: post.version } };
    expect((await world.ok('PATCH /forum/posts/:postId', edit, author)).files).toEqual([]);
  });

  test.each([
    ['published', {}, [200, 200, 200]],
    ['locked', { isLocked: true }, [404, 404, 404]],
    ['18+', { category: 'nsfw' }, [404, 404, 200]],
    ['held', { content: 'Call me: +49 170 1234567, any time' }, [404, 404, 404]],
  ])('of a post that is %s goes to who may read it', async (_name, over, [visitor, reader, adult]) => {
    const { url } = await makeWith(over);
    expect([
      await status(url),
      await status(url, await world.member()),
      await status(url, await world.member({ adult: true })),
      await status(url, author),
      await status(url, await world.member({ moderator: true, adult: true })),
    ]).toEqual([visitor, reader, adult, 200, 200]);
  });
});

describe('pictures of a post', () => {
  test('stand under its text in the order of the form, with the sizes that were found', async () => {
    const [a, b] = [await picture(), await picture()];
    const made = await world.ok('POST /forum/posts', body({ fileIds: [b, a] }), author);
    await world.settle();
    const post = await read(made.id, null);
    expect(post.files.map((file) => file.id)).toEqual([b, a]);
    expect(post.files[0]).toMatchObject({
      kind: 'image',
      width: 32,
      height: 24,
      processing: 'done',
      originalUrl: null,
    });
    const answer = await world.get(post.files[0]!.url!);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^image\//);
    const [row] = await world.ctx.db.rows<{ image_url: string; image_urls: string[] }>(
      sql`SELECT image_url, image_urls FROM forum_posts WHERE id = ${made.id}`,
    );
    expect(row!.image_urls).toHaveLength(2);
    expect(row!.image_url).toBe(row!.image_urls[0]);
    // The original, with the metadata of its camera, is for its owner alone.
    expect(await status(row!.image_url)).toBe(404);
    expect(await status(row!.image_url, author)).toBe(200);
  });

  test('make a post without a text, twice in an hour too; nothing at all makes none', async () => {
    for (let count = 0; count < 2; count++) {
      const made = await world.ok('POST /forum/posts', body({ content: ' ', fileIds: [await picture()] }), author);
      expect(await read(made.id)).toMatchObject({ title: 'New Post', html: '' });
    }
    await world.refused('POST /forum/posts', body({ content: ' ' }), author, 'nothing_to_upload');
  });

  test.each([
    ['another member’s file', async () => await picture(await world.member())],
    ['a file that is not there', async () => randomUUID()],
    [
      'an archive',
      async () =>
        await makeFile(world.ctx, author, zipOfParts([{ name: 'a.txt', content: Buffer.from('a') }]), {
          name: 'a.zip',
          purpose: 'sharing_archive',
        }),
    ],
    ['one of another post', async () => (await withPicture()).fileId],
  ])('%s is refused, and no post is made', async (_name, make) => {
    const count = async () =>
      (await world.ctx.db.rows(sql`SELECT 1 FROM forum_posts WHERE author_id = ${author.profileId}`)).length;
    const fileIds = [await make()];
    const before = await count();
    await world.refused('POST /forum/posts', body({ fileIds }), author, 'file_not_usable');
    expect(await count()).toBe(before);
  });

  test('more than a content may have, and the same one twice, are refused', async () => {
    const many = Array.from({ length: 21 }, () => randomUUID());
    await world.refused('POST /forum/posts', body({ fileIds: many }), author, 'invalid');
    const one = await picture();
    await world.refused('POST /forum/posts', body({ fileIds: [one, one] }), author, 'file_not_usable');
    expect((await fileById(world.ctx.db, one))?.state).toBe('staged');
  });

  test('of two posts that want the same picture at once, one gets it', async () => {
    const member = await world.member();
    const fileIds = [await picture(member)];
    const answers = await Promise.all([1, 2].map(() => world.call('POST /forum/posts', body({ fileIds }), member)));
    expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const posts = await world.ctx.db.rows(sql`SELECT 1 FROM forum_posts WHERE author_id = ${member.profileId}`);
    expect(posts).toHaveLength(1);
  });

  test('the same form sent twice at once makes one post with its picture', async () => {
    const member = await world.member();
    const input = body({ fileIds: [await picture(member)] });
    const answers = await Promise.all([1, 2].map(() => world.ok('POST /forum/posts', input, member)));
    expect(answers[0]!.id).toBe(answers[1]!.id);
    expect((await read(answers[0]!.id)).files).toHaveLength(1);
  });
});

describe('who gets a picture', () => {
  test('everybody that of a published post, cached', async () => {
    const { url } = await withPicture();
    const answer = await world.get(url);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toContain('public');
  });

  test('of a locked post: its author, staff and who paid, and no cache', async () => {
    const { id, url } = await withPicture({ isLocked: true, content: `Short ${randomUUID()}` });
    const reader = await world.member();
    expect((await read(id, reader)).files).toEqual([]);
    expect(JSON.stringify(await read(id, reader))).not.toContain('/files/');
    expect([await status(url), await status(url, reader)]).toEqual([404, 404]);
    expect(await status(url, await world.member({ moderator: true }))).toBe(200);
    await world.ctx.db.rows(
      sql`INSERT INTO post_unlocks (post_id, profile_id, created_at) VALUES (${id}, ${reader.profileId}, now())`,
    );
    const paid = await world.get(url, reader);
    expect(paid.status).toBe(200);
    expect(paid.headers['cache-control']).toBe('private, no-store');
    expect(await status(url)).toBe(404);
  });

  test('of an 18+ post: members who are adults', async () => {
    const { url } = await withPicture({ category: 'nsfw' });
    expect([await status(url), await status(url, await world.member())]).toEqual([404, 404]);
    expect(await status(url, await world.member({ adult: true }))).toBe(200);
  });

  test('of a held post: its author and staff, until it is released', async () => {
    const { id, url } = await withPicture({ content: `Call me ${randomUUID()}\n\n+49 170 1234567, any time` });
    expect((await read(id)).visibility).toBe('held');
    const member = await world.member();
    expect([await status(url), await status(url, member), await status(url, author)]).toEqual([404, 404, 200]);
    await world.ctx.db.tx((tx) => postKind.release(world.ctx, tx, id));
    expect(await status(url)).toBe(200);
  });

  test('of a removed post: its author and staff; restored it is everybody’s, purged it is gone', async () => {
    const { id, url, fileId } = await withPicture();
    expect(await status(url)).toBe(200);
    await world.ok('DELETE /forum/posts/:postId', { ...at(id), body: {} }, author);
    expect([await status(url), await status(url, author)]).toEqual([404, 200]);
    await world.ok('POST /forum/posts/:postId/restore', at(id), author);
    expect(await status(url)).toBe(200);
    await world.ok('DELETE /forum/posts/:postId', { ...at(id), body: {} }, author);
    await purgeRemoved(world.ctx, new Date(Date.now() + 86_400_000));
    expect([await status(url), await status(url, author)]).toEqual([404, 404]);
    expect(await fileById(world.ctx.db, fileId)).toBeNull();
  });

  test('nobody who is blocked, whoever asked before', async () => {
    const other = await world.member();
    const owner = await world.member();
    const id = await makePost(world.ctx, owner, { fileIds: [await picture(owner)] });
    await world.settle();
    const url = (await read(id)).files[0]!.url!;
    expect([await status(url), await status(url, other)]).toEqual([200, 200]);
    await world.ok('PUT /blocks/:profileId', { params: { profileId: other.profileId } }, owner);
    const open = await world.get(url);
    expect([open.status, open.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(await status(url, other)).toBe(404);
  });
});

describe('an edit', () => {
  test('keeps, adds, orders and takes out; what is taken out nobody gets any more', async () => {
    const { id, fileId, url } = await withPicture();
    const added = await picture();
    const edit = (fileIds: string[] | undefined, baseVersion: number, as = author) => ({
      ...at(id),
      body: { content: 'New words\n\nUnder them', baseVersion, ...(fileIds && { fileIds }) },
      as,
    });
    const stored = await world.ok('PATCH /forum/posts/:postId', edit(undefined, 1), author);
    expect(stored.files.map((file) => file.id)).toEqual([fileId]);
    const both = await world.ok('PATCH /forum/posts/:postId', edit([added, fileId], 2), author);
    expect(both.files.map((file) => file.id)).toEqual([added, fileId]);
    const one = await world.ok('PATCH /forum/posts/:postId', edit([added], 3), author);
    expect(one.files.map((file) => file.id)).toEqual([added]);
    expect([await status(url), await status(url, author)]).toEqual([404, 404]);
    await world.refused('PATCH /forum/posts/:postId', edit([fileId], 4), author, 'file_not_usable');
    expect((await read(id)).files.map((file) => file.id)).toEqual([added]);
  });

  test('by staff takes pictures away and puts none there', async () => {
    const { id, fileId } = await withPicture();
    const staff = await world.member({ moderator: true });
    const edit = (fileIds: string[]) => ({ ...at(id), body: { content: 'By staff', baseVersion: 1, fileIds } });
    for (const foreign of [await picture(staff), await picture()])
      await world.refused('PATCH /forum/posts/:postId', edit([fileId, foreign]), staff, 'forbidden');
    expect((await world.ok('PATCH /forum/posts/:postId', edit([]), staff)).files).toEqual([]);
  });

  test('leaves something: neither text nor picture is refused; two at once keep one', async () => {
    const { id, fileId } = await withPicture();
    const edit = (content: string, fileIds: string[]) => ({ ...at(id), body: { content, baseVersion: 1, fileIds } });
    await world.refused('PATCH /forum/posts/:postId', edit('', []), author, 'nothing_to_upload');
    const answers = await Promise.all([
      world.call('PATCH /forum/posts/:postId', edit('', [fileId]), author),
      world.call('PATCH /forum/posts/:postId', edit('Only words', []), author),
    ]);
    expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const after = await read(id);
    expect(after.source === '' ? after.files.length : after.files.length + 1).toBe(1);
  });
});
