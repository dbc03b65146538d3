import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BannerSettings, Post } from '#features/forum/contract/endpoints.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { grantEntitlement, revokeEntitlement } from '#people/ledger/server/actions.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { fileById } from '#content/media/server/store.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { bannerKind } from './banner.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { purgeRemoved } from '#content/core/server/maintenance/purge.ts';

let world: World;
let png: Buffer;
beforeAll(async () => {
  world = await openWorld();
  png = await sharp({ create: { width: 64, height: 16, channels: 3, background: '#2255aa' } })
    .png()
    .toBuffer();
});
afterAll(() => world.close());

const plain: BannerSettings = {
  enabled: true,
  fileId: null,
  glowEnabled: true,
  glowColor: '#3B82F6',
  glowIntensity: 5,
};
const image = (by: FixtureMember): Promise<string> =>
  makeFile(world.ctx, by, png, { name: 'banner.png', purpose: 'forum_banner' });
const save = (member: FixtureMember, change: Partial<BannerSettings> = {}) =>
  world.ok('PUT /forum/banner', { body: { ...plain, ...change } }, member);
const read = (id: string, as: FixtureMember | null = null): Promise<Post> =>
  world.ok('GET /forum/posts/:postId', { params: { postId: id } }, as);
const status = async (url: string, as: FixtureMember | null = null): Promise<number> =>
  (await world.get(url, as)).status;

/** A member with the right to a banner. */
async function entitled(overrides: { adult?: boolean } = {}): Promise<FixtureMember> {
  const member = await world.member(overrides);
  await world.ctx.db.tx((tx) => grantEntitlement(world.ctx, tx, member.profileId, 'custom_banner', 'test', null));
  return member;
}

/** A member whose post has a banner with an image. */
async function withBanner(category = '') {
  const member = await entitled({ adult: true });
  const fileId = await image(member);
  await save(member, { fileId });
  await world.settle();
  const id = await makePost(world.ctx, member, { category });
  return { member, fileId, id, url: (await read(id, member)).customBanner!.imageUrl! };
}

describe('the banner of new posts', () => {
  test('starts as the specification says, and explains a missing entitlement', async () => {
    const member = await world.member();
    expect(await world.ok('GET /forum/banner', {}, member)).toEqual({
      settings: { enabled: false, fileId: null, glowEnabled: false, glowColor: '#3b82f6', glowIntensity: 5 },
      imageUrl: null,
      mayUse: false,
    });
    const problem = await world.refused('PUT /forum/banner', { body: plain }, member, 'banner_not_allowed');
    expect(problem.title).toBe('Locked');
    expect((await world.ok('GET /forum/banner', {}, member)).settings.enabled).toBe(false);
  });

  test('is put on posts that are written while it is on, and stays as it was on each', async () => {
    const member = await entitled();
    await save(member, { glowIntensity: 20 });
    const first = await makePost(world.ctx, member);
    await save(member, { glowIntensity: 1, glowColor: '#ff6b35' });
    const second = await makePost(world.ctx, member);
    expect((await read(first)).customBanner).toEqual({
      enabled: true,
      imageUrl: null,
      glowEnabled: true,
      glowColor: '#3b82f6',
      glowIntensity: 20,
    });
    expect((await read(second)).customBanner).toMatchObject({ glowColor: '#ff6b35', glowIntensity: 1 });
  });

  test('is on no post while it is off', async () => {
    const member = await entitled();
    await save(member, { enabled: false });
    expect((await read(await makePost(world.ctx, member))).customBanner).toBeNull();
  });

  test('is not put on posts once the right has ended; what was written keeps it, and it can be turned off', async () => {
    const { member, id } = await withBanner();
    await world.ctx.db.tx((tx) => revokeEntitlement(world.ctx, tx, member.profileId, 'custom_banner', null));
    const later = await makePost(world.ctx, member);
    expect((await read(later)).customBanner).toBeNull();
    expect((await read(id)).customBanner).not.toBeNull();
    await world.refused('PUT /forum/banner', { body: plain }, member, 'banner_not_allowed');
    expect((await save(member, { enabled: false })).settings.enabled).toBe(false);
  });

  test.each([
    { glowIntensity: 0 },
    { glowIntensity: 21 },
    { glowIntensity: 2.5 },
    { glowColor: 'red' },
    { glowColor: '#fff' },
    { glowColor: '#3b82f6;background:url(//evil.example)' },
    { fileId: '../../etc/passwd' },
    { imageUrl: undefined, enabled: 'yes' },
  ])('%o is refused', async (change) => {
    const member = await entitled();
    const answer = await world.call('PUT /forum/banner', { body: { ...plain, ...change } }, member);
    expect(answer.status).toBe(400);
  });

  test.each([
    ['another member’s image', async () => await image(await world.member())],
    [
      'an image that was not held to a banner’s size',
      async (member: FixtureMember) => makeFile(world.ctx, member, png),
    ],
    ['nothing', async () => crypto.randomUUID()],
  ])('takes own images of its purpose: %s is refused', async (_name, make) => {
    const member = await entitled();
    const fileId = await make(member);
    await world.refused('PUT /forum/banner', { body: { ...plain, fileId } }, member, 'file_not_usable');
  });
});

describe('its image', () => {
  test('is everybody’s with a published post, and nobody’s before', async () => {
    const member = await entitled();
    const fileId = await image(member);
    const own = await save(member, { fileId });
    expect(await status(own.imageUrl!, member)).toBe(200);
    await world.settle();
    const id = await makePost(world.ctx, member);
    const { imageUrl } = (await read(id)).customBanner!;
    expect(await status(imageUrl!)).toBe(200);
    expect(await status(own.imageUrl!)).toBe(404);
    const { items } = await world.ok('GET /forum/posts', { query: { author: member.username } });
    expect(items[0]!.customBanner!.imageUrl).toBe(imageUrl);
    await world.ok('DELETE /forum/posts/:postId', { params: { postId: id }, body: {} }, member);
    expect([await status(imageUrl!), await status(imageUrl!, member)]).toEqual([404, 200]);
  });

  test('of 18+ posts alone is for adults, and blocked members get none', async () => {
    const { member, url } = await withBanner('nsfw');
    const [grown, young] = [await world.member({ adult: true }), await world.member()];
    expect([await status(url), await status(url, young), await status(url, grown)]).toEqual([404, 404, 200]);
    await world.ok('PUT /blocks/:profileId', { params: { profileId: grown.profileId } }, member);
    expect(await status(url, grown)).toBe(404);
  });

  test('that is exchanged stays as long as a post shows it, then it is gone', async () => {
    const { member, fileId, id, url } = await withBanner();
    const next = await image(member);
    await save(member, { fileId: next });
    expect(await status(url)).toBe(200);
    // One that no post shows goes at once.
    await save(member, { fileId: null });
    expect(await fileById(world.ctx.db, next)).toBeNull();
    await world.ok('DELETE /forum/posts/:postId', { params: { postId: id }, body: {} }, member);
    await purgeRemoved(world.ctx, new Date(Date.now() + 86_400_000));
    expect(await fileById(world.ctx.db, fileId)).toBeNull();
    expect(await status(url, member)).toBe(404);
  });

  test('is on the post or gone when a post is written while it is exchanged', async () => {
    for (let round = 0; round < 4; round++) {
      const member = await entitled();
      const fileId = await image(member);
      await save(member, { fileId });
      const [id] = await Promise.all([makePost(world.ctx, member), save(member, { fileId: null })]);
      await world.settle();
      const shown = (await read(id)).customBanner!.imageUrl;
      const stands = (await fileById(world.ctx.db, fileId)) !== null;
      expect(shown !== null).toBe(stands);
      if (shown !== null) expect(await status(shown)).toBe(200);
    }
  });

  test('is taken off everywhere by staff’s removal, and goes with its member', async () => {
    const { member, fileId, id, url } = await withBanner();
    expect(await bannerKind.load(world.ctx, [fileId])).toMatchObject([
      { id: fileId, authorId: member.profileId, url: `/profile/${member.username}` },
    ]);
    expect(
      await world.ctx.db.tx((tx) => bannerKind.remove(world.ctx, tx, fileId, { profileId: null, reason: '' })),
    ).toBe(true);
    expect((await read(id)).customBanner).toMatchObject({ imageUrl: null, glowEnabled: true });
    expect((await world.ok('GET /forum/banner', {}, member)).settings.fileId).toBeNull();
    expect(await status(url, member)).toBe(404);
    const leaving = await entitled();
    const stored = await image(leaving);
    await save(leaving, { fileId: stored });
    expect(await bannerKind.exportOf(world.ctx, leaving.profileId)).toMatchObject({
      forum_banner: [{ file_id: stored }],
    });
    await world.ctx.db.tx((tx) => bannerKind.erase(world.ctx, tx, leaving.profileId));
    expect(await fileById(world.ctx.db, stored)).toBeNull();
  });
});
