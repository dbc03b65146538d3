import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FixtureMember } from '#server/features/accounts/fixtures.ts';
import { makeUpload } from '#server/features/feed/fixtures.ts';
import { makePost } from '#server/features/forum/fixtures.ts';
import { makeSound } from '#server/features/media/fixtures.ts';
import { type World, openWorld } from '#server/testing/world.ts';
import { drawPreview, previewSize } from './draw.ts';
import { makeDrawnPreviews } from './drawn.ts';

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
    const drawn = makeDrawnPreviews(async ({ title }) => Buffer.from(`${title} ${++draws}`));
    const of = (title: string) => ({ siteName: 'S', label: '', title, by: '', bars: '' });
    const [one, other] = await Promise.all([drawn.picture(of('A')), drawn.picture(of('A'))]);
    expect(one).toBe(other);
    expect(draws).toBe(1);
    const many = Array.from({ length: 40 }, (_, at) => () => drawn.picture(of(`Title ${at}`)));
    const settled = await Promise.allSettled(many.map(async (each) => await each()));
    const refused = settled.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(16);
    expect(refused[0]!.reason).toMatchObject({ code: 'rate_limited' });
    expect(await drawn.picture(of('Title 39'))).toBeInstanceOf(Buffer);
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
