import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { gallery } from '#features/gallery/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { remove, restore } from '#content/core/server/lifecycle.ts';
import { blockMember } from '#people/friends/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { drawPicture } from './fixtures.ts';
import { at, idsOf, make, openGallery, other, owner, read, staff, world } from './testing/world.ts';
import { galleryImage } from './types.ts';

openGallery();

describe('the list', () => {
  test('shows featured first, then newest, in pages without gaps or doubles', async () => {
    const author = await world.member();
    const ids: string[] = [];
    for (let count = 0; count < gallery.perPage + 3; count++) {
      ids.push(await make({ title: `Row ${count}` }, author));
      world.clock!.advance(11 * 60_000);
    }
    await world.ok('PUT /staff/gallery/:imageId/featured', { ...at(ids[1]!), body: { on: true } }, staff);
    const { username } = author;
    const first = await world.ok('GET /gallery/images', { query: { author: username } });
    expect(first.items).toHaveLength(gallery.perPage);
    expect(first.items[0]).toMatchObject({ id: ids[1], isFeatured: true });
    const rest = await world.ok('GET /gallery/images', { query: { author: username, after: first.next! } });
    expect(rest.next).toBeNull();
    const shown = [...idsOf(first), ...idsOf(rest)];
    expect(shown).toEqual([ids[1], ...ids.filter((id) => id !== ids[1]).toReversed()]);
    const newest = await world.ok('GET /gallery/images', { query: { author: username, order: 'newest' } });
    const older = await world.ok('GET /gallery/images', {
      query: { author: username, order: 'newest', after: newest.next! },
    });
    expect([...idsOf(newest), ...idsOf(older)]).toEqual(ids.toReversed());
    expect((await world.ok('GET /gallery/images', { query: { author: 'nobody_at_all' } })).items).toEqual([]);
  });

  test('finds parts of title and description, whatever the case, and takes wildcards for what they are', async () => {
    const word = randomUUID().slice(0, 8);
    const titled = await make({ title: `Synth RACK ${word}` });
    const described = await make({ description: `Under the ÄRMEL: ${word} 100% tape_loop` });
    const search = async (text: string) =>
      idsOf(await world.ok('GET /gallery/images', { query: { search: text } })).toSorted();
    expect(await search(word.toUpperCase())).toEqual([titled, described].toSorted());
    expect(await search(`rack ${word}`)).toEqual([titled]);
    expect(await search('ärmel: ')).toContain(described);
    expect(await search(`${word} 100% tape_`)).toEqual([described]);
    expect(await search(`${word} 100_ tape`)).toEqual([]);
    expect(await search(`${word}%`)).toEqual([]);
    expect(await search("'\\")).toEqual([]);
    expect(await search('\u202e')).toEqual(await search(''));
  });

  test('leaves 18+ to adults', async () => {
    const adult = await world.member({ adult: true });
    const id = await make({ isAdult: true }, adult);
    for (const reader of [null, other, staff]) {
      expect(idsOf(await world.ok('GET /gallery/images', {}, reader))).not.toContain(id);
      await world.refused('GET /gallery/images/:imageId', at(id), reader, 'adults_only');
    }
    expect(idsOf(await world.ok('GET /gallery/images', {}, adult))).toContain(id);
  });

  test('refuses a cursor that is not its own', async () => {
    for (const after of ['x', '1~2', '2~1~0', `1~99999999999999999~${randomUUID()}`, '0~12~nobody'])
      await world.refused('GET /gallery/images', { query: { after } }, null, 'invalid');
  });
});

describe('a like', () => {
  const like = (id: string, on: boolean, as: FixtureMember) =>
    world.ok('PUT /gallery/images/:imageId/like', { ...at(id), body: { on } }, as);

  test('counts once for each member, and is taken back', async () => {
    const id = await make();
    expect(await like(id, true, other)).toEqual({ on: true, likeCount: 1 });
    expect(await like(id, true, other)).toEqual({ on: true, likeCount: 1 });
    expect(await like(id, true, staff)).toEqual({ on: true, likeCount: 2 });
    expect(await read(id, other)).toMatchObject({ liked: true, likeCount: 2 });
    expect(await read(id, null)).toMatchObject({ liked: false, likeCount: 2 });
    expect(await like(id, false, other)).toEqual({ on: false, likeCount: 1 });
    expect(await like(id, false, other)).toEqual({ on: false, likeCount: 1 });
  });

  test('of many at once is counted right', async () => {
    const id = await make();
    const members = await Promise.all(Array.from({ length: 6 }, () => world.member()));
    await Promise.all(members.flatMap((member) => [like(id, true, member), like(id, true, member)]));
    await Promise.all(members.slice(0, 2).map((member) => like(id, false, member)));
    expect((await read(id, null)).likeCount).toBe(4);
    const [row] = await world.ctx.db.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM gallery_likes WHERE image_id = ${id}`,
    );
    expect(row!.count).toBe(4);
  });

  const likeNotifications = () =>
    world.ctx.db.rows<{ title: string; message: string; others: number; is_hidden: boolean; actor_id: string }>(sql`
      SELECT title, message, others, is_hidden, actor_id FROM notifications WHERE user_id = ${owner.profileId} AND kind = 'like'`);

  test('notifies the uploader in one notification that grows, and not of their own', async () => {
    const id = await make();
    await like(id, true, owner);
    await world.settle();
    expect(await likeNotifications()).toEqual([]);
    await like(id, true, other);
    world.clock!.advance(60_000);
    await like(id, true, staff);
    await like(id, true, staff);
    await world.settle();
    const [notified, ...more] = await likeNotifications();
    expect(more).toEqual([]);
    expect(notified).toMatchObject({ others: 1, is_hidden: false, actor_id: staff.profileId });
    expect(notified!.title).toContain('liked your image');
    for (const member of [staff, other]) await like(id, false, member);
    await world.settle();
    expect(await likeNotifications()).toMatchObject([{ is_hidden: true }]);
  });

  test('is notified only while the image is in the gallery, and only of members without a block', async () => {
    const id = await make();
    await like(id, true, other);
    // Staff are the last, and named: of two at the same time it would be either.
    world.clock!.advance(60_000);
    await like(id, true, staff);
    await world.settle();
    await world.ctx.db.tx((tx) => remove(world.ctx, tx, galleryImage, id, { profileId: staff.profileId, reason: '' }));
    await world.settle();
    expect(await likeNotifications()).toMatchObject([{ is_hidden: true }]);
    await world.ctx.db.tx((tx) => restore(world.ctx, tx, galleryImage, id, null));
    await world.settle();
    expect(await likeNotifications()).toMatchObject([{ is_hidden: false, others: 1 }]);
    await blockMember(world.ctx, owner.profileId, staff.profileId);
    await world.settle();
    expect(await likeNotifications()).toMatchObject([{ actor_id: other.profileId, others: 0 }]);
  });

  test('asks a visitor to sign in, in the specification’s words', async () => {
    const id = await make();
    const refused = await world.refused(
      'PUT /gallery/images/:imageId/like',
      { ...at(id), body: { on: true } },
      null,
      'like_sign_in',
    );
    expect(refused).toMatchObject({ title: 'Authentication Required', detail: 'Please sign in to like images' });
    const gone = await world.refused(
      'PUT /gallery/images/:imageId/like',
      { ...at(randomUUID()), body: { on: true } },
      other,
      'image_not_found',
    );
    expect(gone.title).toBe('Error');
  });
});

test('the sitemap and the feed name approved images alone, and no 18+ ones', async () => {
  const shown = await make({ title: 'Feed & <frame>' });
  const adults = await make({ isAdult: true }, await world.member({ adult: true }));
  const removed = await make();
  await world.ctx.db.tx((tx) => remove(world.ctx, tx, galleryImage, removed, { profileId: null, reason: '' }));
  const pending = await make({ approved: false });
  const { body, status } = await world.get('/sitemap-gallery.xml');
  expect(status).toBe(200);
  expect(body).toContain(`/gallery?image=${shown}<`);
  const feed = await world.get('/gallery.atom');
  expect(feed.headers['content-type']).toContain('application/atom+xml');
  expect(feed.body).toContain('<title>Feed &amp; &lt;frame&gt;</title>');
  expect(feed.body).toContain(`/gallery?image=${shown}"`);
  expect(feed.body).toMatch(/<link rel="enclosure" href="[^"]+\/files\/[^"]+" type="image\/\w+" length="[1-9]\d*"\/>/);
  for (const hidden of [adults, removed, pending])
    for (const text of [body, feed.body]) expect(text).not.toContain(hidden);
  expect((await world.get('/robots.txt')).body).toContain('/sitemap-gallery.xml');
});

test('the feed offers each picture as everybody may have it, never as it was uploaded', async () => {
  await make({ title: 'Framed', picture: await drawPicture(640, 480) });
  const { body } = await world.get('/gallery.atom');
  const [, entry = ''] = String(body).split('<title>Framed</title>');
  const [, url, type, length] = /<link rel="enclosure" href="([^"]+)" type="([^"]+)" length="(\d+)"\/>/.exec(entry)!;
  const { pathname, origin } = new URL(url!);
  expect(origin).toBe(new URL(world.ctx.siteUrl).origin);
  const picture = await world.get(pathname);
  expect(picture.status).toBe(200);
  expect(picture.headers).toMatchObject({ 'content-type': type, 'content-length': length });
});
