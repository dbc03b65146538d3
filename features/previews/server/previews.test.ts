import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { changeSetVisibility } from '#features/sets/server/write.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { drawPreview, previewSize } from './draw.ts';
import { makePictureCache } from './preview-cache.ts';
import { previewFacts } from './read.ts';

let world: World;
let author: FixtureMember;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2035-10-05T12:00:00Z') });
  author = await world.member({ displayName: 'Ada & <Co>', adult: true });
});
afterAll(() => world.close());

const fetchRaw = (url: string, headers: Record<string, string> = {}) =>
  world.app.inject({ url, headers: { host: 'localhost:3999', ...headers } });

const address = (kind: string, id: string): string => `/previews/${kind}/${id}.jpg`;

describe('preview pictures', () => {
  test('are drawn of what is public: posts, tracks, profiles, and the site', async () => {
    const post = await makePost(world.ctx, author, { content: 'Which **reverb** for a small room?' });
    world.clock!.advance(660_000);
    const upload = await makeUpload(world.ctx, author, {
      content: 'A take',
      fileIds: [await makeSound(world.ctx, author)],
    });
    const all = [address('post', post), address('upload', upload), address('profile', author.username)];
    for (const path of [...all, '/previews/site.jpg']) {
      const { statusCode, rawPayload, headers } = await fetchRaw(path);
      expect(statusCode, path).toBe(200);
      expect(headers['content-type']).toBe('image/jpeg');
      const { width, height, format } = await sharp(rawPayload).metadata();
      expect({ width, height, format }).toEqual({ ...previewSize, format: 'jpeg' });
    }
  });

  test('show of an album before its hour what its countdown says, and of a party who hosts it', async () => {
    const album = await makeItem(world.ctx, 'set', author, { title: 'Spring tides', type: 'album' });
    const viewer = (await resolveViewer(world.ctx, author.cookie))!;
    await changeSetVisibility(world.ctx, viewer, album, 'public', new Date('2035-12-01T18:00:00Z'));
    const facts = (kind: string, id: string) => previewFacts(world.ctx, { kind, id });
    expect(await facts('set', album)).toEqual({
      label: 'Album · 1 December 2035',
      title: 'Spring tides',
      by: 'Ada & <Co>',
      bars: '',
    });
    const party = async (more: object = {}) => {
      const body = { name: 'Night bus', description: '', spotifyPlaylistId: '', submitId: randomUUID(), ...more };
      return (await world.ok('POST /parties', { body }, author)).id;
    };
    const open = await party();
    world.clock!.advance(660_000);
    const announced = await party({ startsAt: '2035-10-06T18:30:00.000Z' });
    world.clock!.advance(660_000);
    const adult = await party({ isAdult: true });
    const by = 'Hosted by Ada & <Co>';
    expect(await facts('party', open)).toEqual({ label: 'Listening party', title: 'Night bus', by, bars: '' });
    expect(await facts('party', announced)).toMatchObject({ label: 'Party · 6 October 2035 at 18:30 UTC' });
    expect(await facts('party', adult)).toBeNull();
    const card = (partyId: string) => ({ params: { partyId } });
    expect(await world.ok('GET /parties/:partyId/card', card(announced))).toMatchObject({ name: 'Night bus' });
    await world.refused('GET /parties/:partyId/card', card(adult), author, 'party_not_found');
    await world.ok('POST /parties/:partyId/end', card(open), author);
    expect(await facts('party', open)).toMatchObject({ label: 'Listening party · ended' });
    await world.ok('DELETE /parties/:partyId', { ...card(open), body: {} }, author);
    expect(await facts('party', open)).toBeNull();
    expect((await fetchRaw(address('party', announced))).statusCode).toBe(200);
  });

  test('have the waveform of a song of this site, and of the first sound in a set', async () => {
    world.clock!.advance(660_000);
    const fileId = await makeSound(world.ctx, author);
    const uploadId = await makeUpload(world.ctx, author, { content: 'Low tide', fileIds: [fileId] });
    const { files } = await world.ok('GET /uploads/:uploadId', { params: { uploadId } }, author);
    const track = { uploadId, trackId: files[0]!.trackId };
    const song = await makeItem(world.ctx, 'song', author, { url: '', artist: 'Ada', track });
    const set = await makeItem(world.ctx, 'set', author);
    const facts = (kind: string, id: string) => previewFacts(world.ctx, { kind, id });
    expect((await facts('set', set))!.bars).toBe('');
    await world.ok('POST /sets/:itemId/entries', { params: { itemId: set }, body: { track } }, author);
    for (const [kind, id] of [
      ['song', song],
      ['set', set],
    ] as const)
      expect((await facts(kind, id))!.bars, kind).toMatch(/^\d{96}$/);
    // What everybody hears no more is no waveform either.
    await world.ok('DELETE /uploads/:uploadId', { params: { uploadId }, body: {} }, author);
    expect((await facts('set', set))!.bars).toBe('');
  });

  test('have nothing of what a visitor may not see', async () => {
    world.clock!.advance(660_000);
    const adult = await makePost(world.ctx, author, { content: 'For adults', category: 'nsfw' });
    const gone = await makePost(world.ctx, author, { content: 'Gone soon' });
    await world.ok('DELETE /forum/posts/:postId', { params: { postId: gone }, body: {} }, author);
    world.clock!.advance(660_000);
    const hidden = await makeUpload(world.ctx, author, { content: 'Mine alone', visibility: 'private' });
    const none = [
      address('post', adult),
      address('post', gone),
      address('upload', hidden),
      address('post', randomUUID()),
      address('post', 'x'),
      address('nothing', adult),
      address('profile', 'nobody_of_that_name'),
      '/previews/post/x.png',
    ];
    // Also for the author: previews are for programs that are not signed in.
    for (const path of none) expect((await world.get(path, author)).status, path).toBe(404);
  });

  test('take any title: markup, control characters, one long word, other scripts, emoji, half a character', async () => {
    const titles = [
      '<b>&amp;</b>',
      'a\u0000b\u0007',
      'x'.repeat(500),
      'Привет 日本語 مرحبا',
      '🎛️🎚️',
      '\ud800',
      ' ',
      '',
    ];
    for (const title of titles) {
      const drawn = await drawPreview({ siteName: title, label: title, title, by: title, bars: '0129' });
      expect((await sharp(drawn).metadata()).width).toBe(previewSize.width);
    }
  });

  test('are drawn once for all who ask at the same time, and others are asked to wait when too many are wanted', async () => {
    let draws = 0;
    const drawn = makePictureCache();
    const picture = (title: string) => drawn.picture(title, async () => Buffer.from(`${title} ${++draws}`));
    const [one, other] = await Promise.all([picture('A'), picture('A')]);
    expect(one).toBe(other);
    expect(draws).toBe(1);
    const many = Array.from({ length: 40 }, (_, at) => () => picture(`Title ${at}`));
    const settled = await Promise.allSettled(many.map(async (each) => await each()));
    const refused = settled.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(16);
    expect(refused[0]!.reason).toMatchObject({ code: 'rate_limited' });
    expect(await picture('Title 39')).toBeInstanceOf(Buffer);
  });
});

describe('what installs the site', () => {
  test('a manifest with its name, and icons of the sizes that it names', async () => {
    const { body, headers } = await world.get('/manifest.webmanifest');
    expect(headers['content-type']).toContain('application/manifest+json');
    const manifest = (typeof body === 'string' ? JSON.parse(body) : body) as {
      name: string;
      icons: { src: string; sizes: string; type: string }[];
    };
    expect(manifest.name).toBe(world.ctx.config.siteName);
    const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
    expect(pictures).toHaveLength(3);
    for (const { src, sizes } of pictures) {
      const { width, height } = await sharp((await fetchRaw(src)).rawPayload).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });

  test('favicon.ico is an icon with a PNG in it', async () => {
    const bytes = (await fetchRaw('/favicon.ico')).rawPayload;
    expect([...bytes.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0]);
    expect(bytes.readUInt32LE(14)).toBe(bytes.length - 22);
    expect((await sharp(bytes.subarray(22)).metadata()).width).toBe(32);
  });
});

describe('documents', () => {
  test('that may be cached have an entity tag, and who has them gets 304 without their bytes', async () => {
    const first = await world.get('/forum.atom');
    const tag = first.headers['etag'] as string;
    expect(tag).toMatch(/^W\/"/);
    const again = await fetchRaw('/forum.atom', { 'if-none-match': `"x", ${tag}` });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
    world.clock!.advance(660_000);
    await makePost(world.ctx, author, { content: 'Something new' });
    expect((await fetchRaw('/forum.atom', { 'if-none-match': tag })).statusCode).toBe(200);
  });
});
