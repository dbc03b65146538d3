import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FilePurpose } from '#content/media/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { drawPicture } from '#features/gallery/server/fixtures.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { banWord } from '#content/moderation/server/words/words.ts';
import * as pictures from '#platform/server/media/pictures/image.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { sql } from '#platform/server/db/database.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';

// The real one, but it waits while a test says so.
vi.mock('#platform/server/media/pictures/image.ts', { spy: true });

vi.setConfig({ testTimeout: 60_000 });

let world: World;
let barrier: PromiseWithResolvers<void> | null = null;
beforeAll(async () => {
  const { processImage } = await vi.importActual<typeof pictures>('#platform/server/media/pictures/image.ts');
  vi.mocked(pictures.processImage).mockImplementation(async (...rest) => {
    await barrier?.promise;
    return await processImage(...rest);
  });
  world = await openWorld();
});
afterAll(() => world.close());

const upload = async (member: FixtureMember, purpose: FilePurpose, width = 400, height = 300) =>
  makeFile(world.ctx, member, await drawPicture(width, height), { purpose, name: 'my picture.png' });
const processed = async (id: string): Promise<string> => {
  await world.settle();
  return id;
};
/** Nothing is processed before the given work is done. */
const whileWaiting = async (work: () => Promise<void>): Promise<void> => {
  barrier = Promise.withResolvers();
  try {
    await work();
  } finally {
    barrier.resolve();
    barrier = null;
  }
  await world.settle();
};
const pageOf = (member: FixtureMember) =>
  world.ok('GET /profiles/:username/page', { params: { username: member.username } });
const settingsOf = (member: FixtureMember) => world.ok('GET /profile-settings', {}, member);
const stateOf = async (id: string) =>
  (await world.ctx.db.rows<{ state: string }>(sql`SELECT state FROM files WHERE id = ${id}`))[0]?.state;
const bytesOf = async (address: string): Promise<Buffer> => {
  const answer = await world.app.inject({ method: 'GET', url: address });
  expect(answer.statusCode, address).toBe(200);
  return answer.rawPayload;
};

describe('an avatar', () => {
  it('that is processed shows at once wherever its member does, as a square', async () => {
    const member = await world.member();
    const fileId = await processed(await upload(member, 'avatar'));
    const { url } = await world.ok('PUT /profile-settings/avatar', { body: { fileId } }, member);
    expect(url).toMatch(new RegExp(`^/files/profile-assets/${member.userId}/avatar_\\d+_[\\w-]{20,}/square\\.webp$`));
    const { width, height } = await sharp(await bytesOf(url!)).metadata();
    expect([width, height]).toEqual([256, 256]);
    expect((await pageOf(member)).avatarUrl).toBe(url);
    const session = await world.ok('GET /session', {}, member);
    expect(session.viewer?.avatarUrl).toBe(url);
    expect((await settingsOf(member)).files.avatar).toEqual({ url });
  });

  it('that is still processed waits, and the earlier one stays until then', async () => {
    const member = await world.member();
    const first = await processed(await upload(member, 'avatar'));
    const { url } = await world.ok('PUT /profile-settings/avatar', { body: { fileId: first } }, member);
    await whileWaiting(async () => {
      const second = await upload(member, 'avatar');
      expect(await world.ok('PUT /profile-settings/avatar', { body: { fileId: second } }, member)).toEqual({
        url: null,
      });
      expect((await pageOf(member)).avatarUrl).toBe(url);
    });
    const shown = (await pageOf(member)).avatarUrl;
    expect(shown).not.toBe(url);
    expect(shown).toMatch(/square\.webp$/);
    expect(await stateOf(first)).toBe('removed');
    expect((await world.get(url!)).status).toBe(404);
  });

  it('is the last one chosen, whichever is processed first', async () => {
    const member = await world.member();
    let [one, two] = ['', ''];
    await whileWaiting(async () => {
      [one, two] = [await upload(member, 'avatar'), await upload(member, 'avatar')];
      await world.ok('PUT /profile-settings/avatar', { body: { fileId: two } }, member);
      await world.ok('PUT /profile-settings/avatar', { body: { fileId: one } }, member);
      expect(await stateOf(two)).toBe('removed');
      expect((await pageOf(member)).avatarUrl).toBeNull();
    });
    expect((await pageOf(member)).avatarUrl).not.toBeNull();
    expect(await stateOf(one)).toBe('claimed');
    await world.ok('PUT /profile-settings/avatar', { body: { fileId: null } }, member);
    expect((await pageOf(member)).avatarUrl).toBeNull();
    expect(await stateOf(one)).toBe('removed');
  });

  it('that is damaged never shows, and takes nothing away', async () => {
    const member = await world.member();
    const good = await processed(await upload(member, 'avatar'));
    const { url } = await world.ok('PUT /profile-settings/avatar', { body: { fileId: good } }, member);
    const damaged = (await drawPicture(300, 300)).subarray(0, 200);
    let bad = '';
    await whileWaiting(async () => {
      bad = await makeFile(world.ctx, member, damaged, { purpose: 'avatar' });
      await world.ok('PUT /profile-settings/avatar', { body: { fileId: bad } }, member);
    });
    expect((await pageOf(member)).avatarUrl).toBe(url);
    expect(await stateOf(bad)).toBe('removed');
    const worse = await processed(await makeFile(world.ctx, member, damaged, { purpose: 'avatar' }));
    await world.refused('PUT /profile-settings/avatar', { body: { fileId: worse } }, member, 'file_failed');
  });

  it('is one’s own file, uploaded for this, and free', async () => {
    const [member, other] = [await world.member(), await world.member()];
    const theirs = await processed(await upload(other, 'avatar'));
    const banner = await processed(await upload(member, 'profile_banner'));
    for (const fileId of [theirs, banner, member.profileId])
      await world.refused('PUT /profile-settings/avatar', { body: { fileId } }, member, 'file_not_usable');
    expect((await pageOf(member)).avatarUrl).toBeNull();
    expect(await stateOf(theirs)).toBe('staged');
  });

  it('that two devices choose at once ends as one of them', async () => {
    const member = await world.member();
    const files = await Promise.all([1, 2, 3].map(async () => processed(await upload(member, 'avatar'))));
    await Promise.all(files.map((fileId) => world.ok('PUT /profile-settings/avatar', { body: { fileId } }, member)));
    const states = await Promise.all(files.map(stateOf));
    expect(states.filter((state) => state === 'claimed')).toHaveLength(1);
    expect(states.filter((state) => state === 'removed')).toHaveLength(2);
    const shown = (await pageOf(member)).avatarUrl;
    expect((await world.get(shown!)).status).toBe(200);
  });
});

describe('a profile', () => {
  it('has a banner that its owner describes; another banner begins without a description', async () => {
    await banWord(world.ctx, null, { word: 'zwibblemark', action: 'mark' });
    const member = await world.member();
    const first = await processed(await upload(member, 'profile_banner', 900, 300));
    await world.ok('PUT /profile-settings/banner', { body: { fileId: first } }, member);
    expect((await settingsOf(member)).files.banner).toMatchObject({ fileId: first, altText: '' });
    const describeAs = (fileId: string, altText: string) =>
      world.ok('PUT /files/:fileId/alternative-text', { params: { fileId }, body: { altText } }, member);
    await describeAs(first, 'A harbor at night, zwibblemark');
    expect((await pageOf(member)).bannerAlt).toBe('A harbor at night, zwibblemark');
    expect((await settingsOf(member)).files.banner).toMatchObject({ altText: 'A harbor at night, zwibblemark' });
    // A word that staff want to see is one of the profile's.
    expect(
      await world.ctx.db.rows(
        sql`SELECT content_kind, content_id FROM queue_items WHERE 'zwibblemark' = ANY(marked_words)`,
      ),
    ).toEqual([{ content_kind: 'profile', content_id: member.profileId }]);
    // What waits to take its place does not speak for it.
    let second = '';
    await whileWaiting(async () => {
      second = await upload(member, 'profile_banner', 900, 301);
      await world.ok('PUT /profile-settings/banner', { body: { fileId: second } }, member);
      expect((await pageOf(member)).bannerAlt).toBe('A harbor at night, zwibblemark');
    });
    await processed(second);
    expect((await settingsOf(member)).files.banner).toMatchObject({ fileId: second, altText: '' });
    expect((await pageOf(member)).bannerAlt).toBe('');
  });

  it('has a banner, a cursor and a background at addresses of their own', async () => {
    const member = await world.member();
    const banner = await processed(await upload(member, 'profile_banner', 2000, 500));
    const cursor = await processed(await upload(member, 'cursor', 200, 100));
    const image = await processed(await upload(member, 'background', 900, 600));
    const shown = await world.ok('PUT /profile-settings/banner', { body: { fileId: banner } }, member);
    expect(shown.url).toMatch(new RegExp(`^/files/profile-assets/${member.userId}/banner_\\d+_[\\w-]+/w1600\\.webp$`));
    const pointer = await world.ok('PUT /profile-settings/cursor', { body: { fileId: cursor } }, member);
    expect(pointer.url).toMatch(/\/cursor_\d+_[\w-]+\/cursor\.png$/);
    const { width, height } = await sharp(await bytesOf(pointer.url!)).metadata();
    expect([width, height]).toEqual([64, 32]);
    const behind = await world.ok(
      'PUT /profile-settings/backgrounds/:kind',
      { params: { kind: 'image' }, body: { fileId: image } },
      member,
    );
    expect(behind.url).toMatch(new RegExp(`^/files/images/${member.userId}/background_image_\\d+_`));
    const page = await pageOf(member);
    expect(page).toMatchObject({ bannerUrl: shown.url, appearance: { cursorUrl: pointer.url } });
    expect(page.appearance.backgroundImage).toEqual({
      url: behind.url,
      placeholder: expect.stringMatching(/^data:image\/webp/),
    });
    // Of another kind than the place.
    await world.refused(
      'PUT /profile-settings/backgrounds/:kind',
      { params: { kind: 'video' }, body: { fileId: image } },
      member,
      'file_not_usable',
    );
    await world.ok(
      'PUT /profile-settings/backgrounds/:kind',
      { params: { kind: 'image' }, body: { fileId: null } },
      member,
    );
    expect((await pageOf(member)).appearance.backgroundImage).toBeNull();
    const [row] = await world.ctx.db.rows<{ appearance: object }>(
      sql`SELECT appearance_settings AS appearance FROM profiles WHERE id = ${member.profileId}`,
    );
    expect(Object.keys(row!.appearance)).toEqual(['custom_cursor']);
  });

  it.runIf(findDecoder() !== null)('plays the version of a sound that is made for playing', async () => {
    const member = await world.member();
    const fileId = await makeFile(world.ctx, member, wavOf(2000), { purpose: 'background', name: 'Rain.wav' });
    const kind = { params: { kind: 'audio' as const } };
    expect(await world.ok('PUT /profile-settings/backgrounds/:kind', { ...kind, body: { fileId } }, member)).toEqual({
      url: null,
    });
    expect((await settingsOf(member)).files.audio).toMatchObject({ fileId, url: null, name: 'Rain.wav' });
    await processed(fileId);
    expect((await pageOf(member)).appearance.backgroundAudio).toEqual({
      url: expect.stringMatching(new RegExp(`^/files/audio/${member.userId}/background_audio_\\d+_[\\w-]+/stream\\.`)),
      title: 'Rain.wav',
    });
  });

  it('is gone with its files when its member leaves, and is exported before', async () => {
    const member = await world.member();
    const fileId = await processed(await upload(member, 'avatar'));
    const { url } = await world.ok('PUT /profile-settings/avatar', { body: { fileId } }, member);
    const { links } = await settingsOf(member);
    const link = { title: 'Mine', url: 'https://example.org/mina', isActive: true };
    await world.ok('PUT /profile-settings/links', { body: { ...links, links: [link] } }, member);
    const sections = await Promise.all(world.ctx.personal.map((one) => one.exportOf(world.ctx, member.profileId)));
    const exported: Record<string, unknown[]> = Object.assign({}, ...sections);
    expect(exported['profile_links']).toMatchObject([{ title: 'Mine' }]);
    expect(exported['profile_appearance']).toMatchObject([{ avatar_url: url }]);
    await world.ctx.db.tx(async (tx) => {
      for (const feature of world.ctx.personal) await feature.erase(world.ctx, tx, member.profileId);
    });
    expect(await stateOf(fileId)).toBe('removed');
    expect((await world.get(url!)).status).toBe(404);
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM profile_links WHERE profile_id = ${member.profileId}`)).toEqual(
      [],
    );
  });
});
