import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharingKinds, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
let author: FixtureMember;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2035-10-05T12:00:00Z') });
  author = await world.member({ displayName: 'Ada & Co', adult: true });
});
afterAll(() => world.close());

const feed = async (address: string): Promise<{ status: number; body: string }> => {
  const { status, body } = await world.get(address);
  return { status, body: String(body) };
};

describe('Atom feeds', () => {
  test('of every list are whole documents with their own address, named by the page of the list', async () => {
    const lists = sharingKinds.map((kind) => sharingTypes[kind].path as string);
    for (const kind of sharingKinds) await makeItem(world.ctx, kind, author, { title: `Listed & <${kind}>` });
    await makePost(world.ctx, author);
    await makeUpload(world.ctx, author);
    for (const path of [...lists, '/forum', '/uploads', '/announcements']) {
      const { status, body } = await feed(`${path}.atom`);
      expect([path, status]).toEqual([path, 200]);
      const open: string[] = [];
      for (const [tag, end, name, self] of body.matchAll(/<(\/?)([a-z:]+)(?: [^<>]*?)?(\/?)>/g)) {
        if (end === '/') expect([path, tag, open.pop()]).toEqual([path, tag, name]);
        else if (self === '') open.push(name!);
      }
      expect([path, open]).toEqual([path, []]);
      expect(body).toContain(`rel="self" href="http://localhost:3999${path}.atom"`);
      for (const entry of body.match(/<entry>.*?<\/entry>/gs) ?? [])
        for (const part of ['<id>urn:uuid:', '<title>', '<link ', '<updated>', '<author><name>'])
          expect(entry).toContain(part);
    }
  });

  test('are not sent again to who has them, by tag or by date, until something is new', async () => {
    world.clock!.advance(660_000);
    await makePost(world.ctx, author, { category: 'music' });
    for (const address of ['/forum.atom', '/forum.atom?category=music', `/profile/${author.username}/posts.atom`]) {
      const { headers } = await world.get(address);
      const [tag, date] = [String(headers.etag), String(headers['last-modified'])];
      expect(tag).toMatch(/^W\/"/);
      expect(Number.isNaN(Date.parse(date))).toBe(false);
      const again = async (asked: Record<string, string>) => (await world.get(address, { headers: asked })).status;
      expect(await again({ 'if-none-match': tag })).toBe(304);
      expect(await again({ 'if-modified-since': date })).toBe(304);
      expect(await again({ 'if-modified-since': 'Mon, 01 Jan 2035 00:00:00 GMT' })).toBe(200);
      expect(await again({ 'if-none-match': 'W/"other"', 'if-modified-since': date })).toBe(200);
      world.clock!.advance(660_000);
      await makePost(world.ctx, author, { category: 'music' });
      expect(await again({ 'if-none-match': tag })).toBe(200);
      expect(await again({ 'if-modified-since': date })).toBe(200);
    }
  });

  test('of one category have its posts alone, and there is none of an unknown category or of 18+', async () => {
    world.clock!.advance(660_000);
    const [music, other] = [`In music ${randomUUID()}`, `Elsewhere ${randomUUID()}`];
    await makePost(world.ctx, author, { content: music, category: 'music' });
    await makePost(world.ctx, author, { content: other });
    const { status, body } = await feed('/forum.atom?category=music');
    expect(status).toBe(200);
    expect(body).toContain(music);
    expect(body).not.toContain(other);
    expect(body).toContain('rel="self" href="http://localhost:3999/forum.atom?category=music"');
    for (const category of ['nowhere', 'nsfw'])
      expect((await feed(`/forum.atom?category=${category}`)).status, category).toBe(404);
  });

  test('of a thread have its replies, newest first, and nothing of removed ones or of posts for adults', async () => {
    world.clock!.advance(660_000);
    const postId = await makePost(world.ctx, author, { content: 'What do you use?' });
    const first = await makeReply(world.ctx, author, postId, { content: 'An <old> desk' });
    world.clock!.advance(60_000);
    await makeReply(world.ctx, author, postId, { content: 'And a newer one' });
    const address = `/forum/post/${postId}/replies.atom`;
    const { body } = await feed(address);
    expect(body.indexOf('And a newer one')).toBeLessThan(body.indexOf('desk'));
    expect(body).toContain(`/forum/post/${postId}?reply=${first}`);
    expect(body).not.toContain('<old>');
    await world.ok('DELETE /forum/replies/:replyId', { params: { replyId: first }, body: {} }, author);
    expect((await feed(address)).body).not.toContain('desk');
    world.clock!.advance(660_000);
    const adult = await makePost(world.ctx, author, { content: 'For adults', category: 'nsfw' });
    for (const id of [adult, randomUUID(), 'x'])
      expect((await feed(`/forum/post/${id}/replies.atom`)).status, id).toBe(404);
  });

  test('of a member have their public posts and uploads, and nothing of others', async () => {
    world.clock!.advance(660_000);
    const other = await world.member();
    const mark = randomUUID();
    await makePost(world.ctx, author, { content: `Post ${mark}` });
    await makeUpload(world.ctx, author, { content: `Upload ${mark}` });
    await makeUpload(world.ctx, author, { content: `Hidden ${mark}`, visibility: 'private' });
    await makePost(world.ctx, other, { content: `Foreign ${mark}` });
    const { body } = await feed(`/profile/${author.username}/posts.atom`);
    expect(body).toContain('Ada &amp; Co</title>');
    for (const text of ['Post', 'Upload']) expect(body).toContain(`${text} ${mark}`);
    for (const text of ['Hidden', 'Foreign', 'For adults']) expect(body).not.toContain(text);
    expect((await feed('/profile/nobody_of_that_name/posts.atom')).status).toBe(404);
  });
});
