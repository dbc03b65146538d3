import { randomBytes, randomUUID } from 'node:crypto';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultTerms } from '#content/media/contract/limits.ts';
import { makeFile, makeSound } from '#content/media/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import type { Input } from '#site/contract/contract.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { duration, firstBytes, licenceOf, podcastGuid } from './rules.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2035-10-05T12:00:00Z') });
});
afterAll(() => world.close());

type Node = Record<string, unknown>;
interface Episode {
  readonly title: string;
  readonly link: string;
  readonly guid: { readonly '#text': string };
  readonly pubDate: string;
  readonly enclosure: { readonly '@url': string; readonly '@length': string; readonly '@type': string };
  readonly 'itunes:duration': string;
  readonly 'itunes:image'?: { readonly '@href': string };
  readonly 'podcast:license': { readonly '#text': string; readonly '@url': string };
}
interface Channel extends Node {
  readonly item: readonly Episode[];
  readonly 'itunes:image': { readonly '@href': string };
  readonly 'podcast:guid': string;
  readonly lastBuildDate: string;
}
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (name) => name === 'item',
});

const elder = (more: object = {}) => world.member({ createdAt: new Date('2030-01-01'), ...more });
const pathOf = (address: string): string => {
  expect(address.startsWith(`${world.ctx.siteUrl}/`), address).toBe(true);
  return address.slice(world.ctx.siteUrl.length);
};
async function read(member: { username: string }): Promise<{ xml: string; channel: Channel }> {
  const { status, body } = await world.get(`/profile/${member.username}/podcast.xml`);
  expect(status).toBe(200);
  const xml = String(body);
  const { rss } = parser.parse(xml) as { rss: { channel: Channel } };
  return { xml, channel: { ...rss.channel, item: rss.channel.item ?? [] } };
}
const titles = async (member: FixtureMember): Promise<string[]> =>
  (await read(member)).channel.item.map(({ title }) => title);

/** An upload with a sound for each name; its first track's id and its own. */
async function tracks(author: FixtureMember, names: readonly string[], more: Node = {}) {
  // Later than the window of the spam check.
  world.clock!.advance(660_000);
  const fileIds: string[] = [];
  for (const name of names) fileIds.push(await makeSound(world.ctx, author, { name }));
  const uploadId = await makeUpload(world.ctx, author, { content: `Tape ${randomUUID()}`, fileIds, ...more });
  const rows = await world.ctx.db.rows<{ id: string }>(
    sql`SELECT id FROM upload_files WHERE upload_id = ${uploadId} ORDER BY position`,
  );
  return { uploadId, fileIds, trackIds: rows.map(({ id }) => id) };
}
const save = (member: FixtureMember, body: Input<'PUT /podcast-settings'>['body']) =>
  world.ok('PUT /podcast-settings', { body }, member);

async function picture(address: string): Promise<{ bytes: Buffer; headers: Record<string, unknown>; status: number }> {
  const { rawPayload, headers, statusCode } = await world.app.inject({
    url: address,
    headers: { host: 'localhost:3999' },
  });
  return { bytes: rawPayload, headers, status: statusCode };
}
/** A picture as an avatar. */
async function wear(member: FixtureMember, sides: { width: number; height: number }, isNoise: boolean): Promise<void> {
  // Noise is the largest that a picture of its sides can be.
  const raw = { ...sides, channels: 3 } as const;
  const drawn = isNoise
    ? sharp(randomBytes(raw.width * raw.height * 3), { raw })
    : sharp({ create: { ...raw, background: '#4080c0' } });
  const content = await drawn.jpeg({ quality: 60 }).toBuffer();
  const fileId = await makeFile(world.ctx, member, content, { name: 'me.jpg', purpose: 'avatar' });
  await world.ok('PUT /profile-settings/avatar', { body: { fileId } }, member);
  await world.settle();
}

/** Processes a picture of one colour, as a file of the member. */
async function pictureFile(member: FixtureMember, side: number, purpose: 'cover' | 'sharing_preview'): Promise<string> {
  const create = { width: side + 100, height: side, channels: 3, background: '#4080c0' } as const;
  const id = await makeFile(world.ctx, member, await sharp({ create }).jpeg().toBuffer(), {
    name: 'front.jpg',
    purpose,
  });
  await world.settle();
  return id;
}

/** A cover as the author of a track chooses it. */
async function cover(member: FixtureMember, trackId: string, side: number): Promise<void> {
  const coverFileId = await pictureFile(member, side, 'cover');
  const [row] = await world.ctx.db.rows<{ upload_id: string }>(
    sql`SELECT upload_id FROM upload_files WHERE id = ${trackId}`,
  );
  const none = { tempo: null, key: null, genre: null, date: null, isrc: null };
  const params = { uploadId: row!.upload_id, trackId };
  await world.ok('PUT /uploads/:uploadId/tracks/:trackId/details', { params, body: { ...none, coverFileId } }, member);
}

describe('what Apple asks of a podcast', () => {
  let member: FixtureMember;
  let xml: string;
  let channel: Channel;
  let artwork: Awaited<ReturnType<typeof picture>>;
  beforeAll(async () => {
    member = await elder({ displayName: 'Ada & <Co> ]]> 𝄞' });
    const { trackIds } = await tracks(member, ['First take.wav', 'Second "take".wav']);
    await cover(member, trackIds[0]!, 1500);
    await tracks(member, ['single.wav']);
    await world.ctx.db.rows(sql`UPDATE profiles SET bio = ${`a ${'ü'.repeat(3000)}`} WHERE id = ${member.profileId}`);
    ({ xml, channel } = await read(member));
    artwork = await picture(pathOf(channel['itunes:image']['@href']));
  });
  const enclosures = () => channel.item.map(({ enclosure }) => enclosure);
  const served = (address: string, headers: object = {}, method: 'GET' | 'HEAD' = 'GET') =>
    world.app.inject({ method, url: pathOf(address), headers: { host: 'localhost:3999', ...headers } });

  /** https://podcasters.apple.com/support/823-podcast-requirements and the guide to RSS that it leads to. */
  const rules: readonly (readonly [string, () => unknown])[] = [
    ['the feed is well-formed XML', () => expect(XMLValidator.validate(xml)).toBe(true)],
    [
      'it is RSS 2.0 with the namespace as Apple spells it',
      () => {
        expect(xml).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?><rss version="2.0"/);
        expect(xml).toContain('xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"');
      },
    ],
    ['the show has a title', () => expect(channel['title']).toBe('Ada & <Co> ]]> 𝄞')],
    [
      'the description is text of at most 4000 bytes',
      () => {
        const bytes = Buffer.byteLength(channel['description'] as string);
        expect(bytes).toBeGreaterThan(3900);
        expect(bytes).toBeLessThanOrEqual(4000);
        expect(channel['description']).not.toContain('\ufffd');
      },
    ],
    ['the language is named by ISO 639', () => expect(channel['language']).toMatch(/^[a-z]{2}(-[a-z]{2})?$/)],
    ['the category is one of its own', () => expect(channel['itunes:category']).toEqual({ '@text': 'Music' })],
    ['the show says whether it is explicit', () => expect(channel['itunes:explicit']).toBe('false')],
    ['the type is episodic or serial', () => expect(['episodic', 'serial']).toContain(channel['itunes:type'])],
    ['the author is named', () => expect(channel['itunes:author']).toBe(channel['title'])],
    [
      'the link is that of a page of the show',
      () => expect(channel['link']).toBe(`${world.ctx.siteUrl}/profile/${member.username}`),
    ],
    ['there is an episode at least', () => expect(channel.item).toHaveLength(3)],
    [
      'each episode has a title of its own',
      () => expect(new Set(channel.item.map(({ title }) => title)).size).toBe(channel.item.length),
    ],
    [
      'each episode has a GUID of its own, which stays',
      async () => {
        const guids = channel.item.map(({ guid }) => guid['#text']);
        expect(new Set(guids).size).toBe(guids.length);
        expect((await read(member)).channel.item.map(({ guid }) => guid['#text'])).toEqual(guids);
      },
    ],
    [
      'each episode has a date by RFC 2822, the newest first',
      () => {
        const dates = channel.item.map(({ pubDate }) => pubDate);
        for (const date of dates) expect(date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
        expect(dates.map(Date.parse)).toEqual(dates.map(Date.parse).toSorted((a, b) => b - a));
        expect(new Set(dates).size).toBe(dates.length);
      },
    ],
    [
      'each episode has a duration',
      () => {
        for (const one of channel.item) expect(one['itunes:duration']).toMatch(/^\d+:\d\d:\d\d$/);
      },
    ],
    [
      'no two episodes have the same file',
      () => expect(new Set(enclosures().map((one) => one['@url'])).size).toBe(channel.item.length),
    ],
    [
      'each file is M4A or MP3, by its ending and its type',
      () => {
        for (const { '@url': url, '@type': type } of enclosures())
          expect([url.slice(-4), type]).toEqual(
            url.endsWith('.mp3') ? ['.mp3', 'audio/mpeg'] : ['.m4a', 'audio/x-m4a'],
          );
      },
    ],
    [
      'each file is as long as the feed says, for everybody, by HEAD too',
      async () => {
        for (const { '@url': url, '@length': length } of enclosures())
          for (const method of ['GET', 'HEAD'] as const) {
            const { statusCode, headers } = await served(url, {}, method);
            expect([statusCode, String(headers['content-length'])]).toEqual([200, length]);
          }
      },
    ],
    [
      'each file is served in byte ranges',
      async () => {
        for (const { '@url': url, '@length': length } of enclosures()) {
          const { statusCode, headers, rawPayload } = await served(url, { range: 'bytes=10-19' });
          expect([statusCode, rawPayload.length]).toEqual([206, 10]);
          expect(headers['content-range']).toBe(`bytes 10-19/${length}`);
        }
      },
    ],
    [
      'addresses are ASCII',
      () => {
        for (const [, address] of xml.matchAll(/(?:href|url)="([^"]+)"|<(?:link|url)>([^<]+)/g))
          expect(address ?? '').toMatch(/^[\u0021-\u007e]*$/);
      },
    ],
    [
      'the artwork is a square JPEG of 1400 to 3000 pixels in RGB, by its ending too',
      async () => {
        expect(artwork.status).toBe(200);
        expect(artwork.headers['content-type']).toBe('image/jpeg');
        expect(channel['itunes:image']['@href']).toMatch(/\.jpg$/);
        const { format, width, height, space, channels } = await sharp(artwork.bytes).metadata();
        expect({ format, space, channels }).toEqual({ format: 'jpeg', space: 'srgb', channels: 3 });
        expect(width).toBe(height);
        expect(width).toBeGreaterThanOrEqual(1400);
        expect(width).toBeLessThanOrEqual(3000);
      },
    ],
    [
      'the image of an episode is a square JPEG of 1400 to 3000 pixels in RGB, by its ending too',
      async () => {
        const images = channel.item.flatMap((one) => one['itunes:image']?.['@href'] ?? []);
        expect(images).toHaveLength(1);
        for (const image of images) {
          expect(image).toMatch(/\.jpg$/);
          const { bytes, headers, status } = await picture(pathOf(image));
          expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
          const { format, width, height, space, channels, density } = await sharp(bytes).metadata();
          expect({ format, space, channels, density }).toEqual({
            format: 'jpeg',
            space: 'srgb',
            channels: 3,
            density: 72,
          });
          expect([width, height]).toEqual([1500, 1500]);
          expect(bytes.length).toBeLessThanOrEqual(512 * 1024);
          expect((await served(image, {}, 'HEAD')).statusCode).toBe(200);
        }
      },
    ],
    ['the artwork has 72 dpi', async () => expect((await sharp(artwork.bytes).metadata()).density).toBe(72)],
    [
      'the artwork is small, and answers HEAD',
      async () => {
        expect(artwork.bytes.length).toBeLessThanOrEqual(512 * 1024);
        expect((await served(channel['itunes:image']['@href'], {}, 'HEAD')).statusCode).toBe(200);
      },
    ],
    [
      'the feed answers HEAD, and is not sent again to who has it',
      async () => {
        const address = `${world.ctx.siteUrl}/podcasts/${member.profileId}/feed.xml`;
        const { statusCode, headers } = await served(address);
        expect(statusCode).toBe(200);
        expect((await served(address, {}, 'HEAD')).statusCode).toBe(200);
        expect((await served(address, { 'if-none-match': headers['etag'] })).statusCode).toBe(304);
      },
    ],
  ];
  it.each(rules)('%s', async (_, check) => void (await check()));
});

describe('what the podcast namespace asks', () => {
  it('the identity is the UUIDv5 of the address, without scheme and slashes at the end', () => {
    // The example of the namespace's own document.
    for (const address of ['https://podnews.net/rss', 'http://podnews.net/rss/', 'podnews.net/rss//'])
      expect(podcastGuid(address)).toBe('9b024349-ccf0-5f69-a609-6b82873eab3c');
  });

  it('licence of each track, medium, lock, funding, and the address of the feed', async () => {
    const member = await elder();
    const { fileIds, uploadId } = await tracks(member, ['free.wav', 'closed.wav']);
    await world.ctx.db.rows(sql`UPDATE files SET licence = 'cc-by-nc-sa' WHERE id = ${fileIds[0]}`);
    const { channel } = await read(member);
    expect(channel).toMatchObject({
      'podcast:medium': 'music',
      'podcast:locked': 'yes',
      'podcast:funding': { '@url': `${world.ctx.siteUrl}/profile/${member.username}` },
      'atom:link': { '@href': `${world.ctx.siteUrl}/podcasts/${member.profileId}/feed.xml`, '@rel': 'self' },
    });
    expect(channel.item.map((one) => one['podcast:license'])).toEqual([
      { '#text': 'cc-by-nc-sa-4.0', '@url': 'https://creativecommons.org/licenses/by-nc-sa/4.0/' },
      { '#text': 'all-rights-reserved', '@url': `${world.ctx.siteUrl}/uploads/${uploadId}` },
    ]);
    expect(licenceOf('cc0').name).toBe('cc0-1.0');
  });

  it('the identity and the address stay when the username changes', async () => {
    const member = await elder();
    const before = await read(member);
    const username = `renamed_${randomUUID().slice(0, 8)}`;
    await world.ok('PUT /account/username', { body: { username } }, member);
    const { channel, xml } = await read({ username });
    expect(channel['podcast:guid']).toBe(before.channel['podcast:guid']);
    expect(channel['podcast:guid']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const { body } = await world.get(`/podcasts/${member.profileId}/feed.xml`);
    expect(body).toBe(xml);
  });

  it('lastBuildDate follows a track, an edit, a new version and the choice', async () => {
    const member = await elder();
    const built = async () => Date.parse((await read(member)).channel.lastBuildDate);
    const { uploadId, trackIds } = await tracks(member, ['one.wav']);
    expect(await built()).toBe(Math.floor(world.clock!.now().getTime() / 1000) * 1000);
    const changes: readonly (() => Promise<unknown>)[] = [
      () => save(member, { choice: 'all', trackIds: [], showsMail: false }),
      async () => {
        const body = { content: 'Edited words', baseVersion: 1 };
        await world.ok('PATCH /uploads/:uploadId', { params: { uploadId }, body }, member);
      },
      async () => {
        const body = { fileId: await makeSound(world.ctx, member) };
        const params = { uploadId, trackId: trackIds[0]! };
        await world.ok('POST /uploads/:uploadId/tracks/:trackId/versions', { params, body }, member);
      },
    ];
    for (const change of changes) {
      world.clock!.advance(60_000);
      const before = await built();
      await change();
      expect(await built()).toBeGreaterThan(before);
    }
  });
});

describe('the choice of a member', () => {
  it('is every public track that may be downloaded, those that they chose, or no podcast', async () => {
    const member = await elder();
    const { trackIds } = await tracks(member, ['one.wav', 'two.wav', 'three.wav']);
    const settings = await world.ok('GET /podcast-settings', {}, member);
    expect(settings).toMatchObject({
      choice: 'all',
      showsMail: false,
      feedUrl: `${world.ctx.siteUrl}/podcasts/${member.profileId}/feed.xml`,
      tracks: [{ title: 'one' }, { title: 'two' }, { title: 'three' }],
    });
    expect(await titles(member)).toEqual(['one', 'two', 'three']);
    const chosen = await save(member, { choice: 'chosen', trackIds: [trackIds[1]!, trackIds[1]!], showsMail: false });
    expect(chosen.trackIds).toEqual([trackIds[1]]);
    expect(await titles(member)).toEqual(['two']);
    await save(member, { choice: 'chosen', trackIds: [], showsMail: false });
    expect(await titles(member)).toEqual([]);
    const artwork = pathOf((await read(member)).channel['itunes:image']['@href']);
    await save(member, { choice: 'off', trackIds: [], showsMail: false });
    for (const address of [
      `/profile/${member.username}/podcast.xml`,
      `/podcasts/${member.profileId}/feed.xml`,
      artwork,
    ])
      expect((await world.get(address, member)).status, address).toBe(404);
  });

  it('names no track of others, and never makes public what is not', async () => {
    const [member, other] = [await elder({ adult: true }), await elder()];
    const theirs = await tracks(other, ['theirs.wav']);
    const body = { choice: 'chosen' as const, showsMail: false, trackIds: theirs.trackIds };
    await world.refused('PUT /podcast-settings', { body }, member, 'track_not_found');
    await world.refused(
      'PUT /podcast-settings',
      { body: { ...body, trackIds: [randomUUID()] } },
      member,
      'track_not_found',
    );
    const many = Array.from({ length: 101 }, () => randomUUID());
    await world.refused('PUT /podcast-settings', { body: { ...body, trackIds: many } }, member, 'invalid');
    const hidden = [
      await tracks(member, ['private.wav'], { visibility: 'private' }),
      await tracks(member, ['adult.wav'], { isAdult: true }),
      await tracks(member, ['gone.wav']),
      await tracks(member, ['off.wav']),
    ];
    await world.ok('DELETE /uploads/:uploadId', { params: { uploadId: hidden[2]!.uploadId }, body: {} }, member);
    await world.ctx.db.rows(sql`UPDATE files SET download = 'off' WHERE id = ANY(${hidden[3]!.fileIds}::uuid[])`);
    expect(await titles(member)).toEqual([]);
    await save(member, { ...body, trackIds: hidden.flatMap(({ trackIds }) => trackIds) });
    expect(await titles(member)).toEqual([]);
    expect((await world.ok('GET /podcast-settings', {}, member)).tracks).toEqual([]);
  });

  it('leaves out what is in no format of podcasts, and takes an original that is', async () => {
    const member = await elder();
    const { fileIds } = await tracks(member, ['a.wav', 'b.mp3', 'c.m4a']);
    await world.ctx.db.rows(
      sql`DELETE FROM file_renditions WHERE file_id = ANY(${fileIds}::uuid[]) AND name = 'stream'`,
    );
    await world.ctx.db.rows(sql`UPDATE files SET content_type = 'audio/mpeg' WHERE id = ${fileIds[1]}`);
    await world.ctx.db.rows(sql`UPDATE files SET content_type = 'audio/mp4' WHERE id = ${fileIds[2]}`);
    expect((await read(member)).channel.item.map(({ title, enclosure }) => [title, enclosure['@type']])).toEqual([
      ['b', 'audio/mpeg'],
      ['c', 'audio/x-m4a'],
    ]);
  });

  it('shows the mail address where it was asked for and is verified, and nowhere else', async () => {
    const member = await elder();
    const [{ email }] = (await world.ctx.db.rows<{ email: string }>(
      sql`SELECT email FROM users WHERE id = ${member.userId}`,
    )) as [{ email: string }];
    const verify = (on: boolean) =>
      world.ctx.db.rows(sql`UPDATE users SET email_verified = ${on} WHERE id = ${member.userId}`);
    expect((await read(member)).xml).not.toContain(email);
    await save(member, { choice: 'all', trackIds: [], showsMail: true });
    const { channel } = await read(member);
    expect(channel['itunes:owner']).toMatchObject({ 'itunes:email': email });
    expect(channel['podcast:locked']).toEqual({ '#text': 'yes', '@owner': email });
    await verify(false);
    expect((await read(member)).xml).not.toContain(email);
    await verify(true);
    await save(member, { choice: 'all', trackIds: [], showsMail: false });
    expect((await read(member)).xml).not.toContain(email);
  });

  it('is in the data export, and goes with the account', async () => {
    const member = await elder();
    const { trackIds } = await tracks(member, ['mine.wav']);
    await save(member, { choice: 'chosen', trackIds, showsMail: true });
    const personal = world.ctx.personal;
    const exported = await Promise.all(personal.map((data) => data.exportOf(world.ctx, member.profileId)));
    expect(Object.assign({}, ...exported)).toMatchObject({
      podcast: [{ choice: 'chosen', track_ids: trackIds, shows_mail: true }],
    });
    await world.ctx.db.tx(async (tx) => {
      for (const data of personal) await data.erase(world.ctx, tx, member.profileId);
    });
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM podcasts WHERE profile_id = ${member.profileId}`)).toEqual([]);
  });
});

describe('the artwork', () => {
  it.each([
    ['is drawn without an avatar', null, false, 1400],
    ['is drawn beside an avatar that is too small', { width: 1399, height: 2000 }, false, 1400],
    ['is the smallest avatar that is large enough', { width: 1400, height: 1400 }, false, 1400],
    ['is the middle of a wide avatar', { width: 2000, height: 1500 }, false, 1500],
    ['is smaller and coarser where the avatar has too many bytes', { width: 1500, height: 1500 }, true, 1400],
  ] as const)('%s', async (_, avatar, isNoise, expected) => {
    const member = await elder();
    const plain = (await read(member)).channel['itunes:image']['@href'];
    if (avatar) await wear(member, avatar, isNoise);
    const address = (await read(member)).channel['itunes:image']['@href'];
    // A drawn one is the same as before; a picture has an address of its own.
    expect(address === plain).toBe(avatar === null || avatar.width < 1400);
    const { bytes } = await picture(pathOf(address));
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([expected, expected]);
    expect(bytes.length).toBeLessThanOrEqual(512 * 1024);
  });

  it('has another address with another name, and the former one shows the picture of now', async () => {
    const member = await elder();
    const address = async () => (await read(member)).channel['itunes:image']['@href'];
    const before = await address();
    await world.ctx.db.rows(sql`UPDATE profiles SET display_name = 'Another name' WHERE id = ${member.profileId}`);
    const after = await address();
    expect(after).not.toBe(before);
    expect((await picture(pathOf(before))).bytes).toEqual((await picture(pathOf(after))).bytes);
  });

  it('is there under no other name, and for nobody who is not there', async () => {
    const member = await elder();
    const base = `/podcasts/${member.profileId}`;
    const none = [
      `${base}/artwork.jpg`,
      `${base}/artwork-0123456789ab.png`,
      `${base}/artwork-${'0'.repeat(300)}.jpg`,
      `/podcasts/${randomUUID()}/artwork-0123456789ab.jpg`,
      '/podcasts/x/artwork-0123456789ab.jpg',
      '/podcasts/x/feed.xml',
      '/profile/nobody_here/podcast.xml',
    ];
    for (const address of none) expect((await picture(address)).status, address).toBe(404);
  });
});

describe('the image of an episode', () => {
  const of = async (member: FixtureMember) => (await read(member)).channel.item[0]?.['itunes:image']?.['@href'];
  async function found(fileId: string, side: number): Promise<void> {
    await world.ctx.db.rows(sql`
      INSERT INTO file_renditions (file_id, name, key, content_type, bytes, width, height)
      VALUES (${fileId}, 'cover-original', ${`audio/${fileId}/cover.webp`}, 'image/webp', 3, ${side}, ${side})`);
  }
  /** A set with the track and a cover of its own. */
  async function inSet(member: FixtureMember, place: { uploadId: string; trackIds: string[] }, more: object = {}) {
    const previewFileId = await pictureFile(member, 1400, 'sharing_preview');
    const form = { title: `Set ${randomUUID()}`, previewFileId, submitId: randomUUID(), ...more };
    const { id: itemId } = await world.ok('POST /sets', { body: form }, member);
    const track = { uploadId: place.uploadId, trackId: place.trackIds[0]! };
    await world.ok('POST /sets/:itemId/entries', { params: { itemId }, body: { track } }, member);
    return itemId;
  }
  type Track = Awaited<ReturnType<typeof tracks>>;
  it.each<[string, boolean, (member: FixtureMember, track: Track) => Promise<unknown>]>([
    ['is not there without a cover', false, async () => {}],
    ['is the cover that its author chose', true, (member, { trackIds }) => cover(member, trackIds[0]!, 1400)],
    ['is not a cover that is too small', false, (member, { trackIds }) => cover(member, trackIds[0]!, 1399)],
    ['is the cover in the sound', true, (_, { fileIds }) => found(fileIds[0]!, 1400)],
    ['is not a cover in the sound that is too small', false, (_, { fileIds }) => found(fileIds[0]!, 1399)],
    [
      'is not a cover in the sound that its author hides',
      false,
      async (_, { fileIds, trackIds }) => {
        await found(fileIds[0]!, 1400);
        await world.ctx.db.rows(sql`UPDATE upload_files SET hides_found_cover = true WHERE id = ${trackIds[0]}`);
      },
    ],
    [
      'is not a cover in the sound that another one replaces',
      false,
      async (member, { fileIds, trackIds }) => {
        await found(fileIds[0]!, 1400);
        await cover(member, trackIds[0]!, 1000);
      },
    ],
    ['is the cover of a set', true, (member, track) => inSet(member, track)],
    ['is not the cover of an 18+ set', false, (member, track) => inSet(member, track, { isAdult: true })],
    [
      'is not the cover of a private set',
      false,
      async (member, track) => {
        const id = await inSet(member, track);
        await world.ctx.db.rows(sql`UPDATE sets SET state = 'private' WHERE id = ${id}`);
      },
    ],
    [
      'is not the cover of a held set',
      false,
      async (member, track) => {
        const id = await inSet(member, track);
        await world.ctx.db.rows(sql`UPDATE sets SET state = 'held' WHERE id = ${id}`);
      },
    ],
    ['is not the cover of a set of somebody else', false, async (_, track) => inSet(await elder(), track)],
  ])('%s', async (_, isThere, change) => {
    const member = await elder({ adult: true });
    const track = await tracks(member, ['one.wav']);
    await change(member, track);
    expect((await of(member)) !== undefined).toBe(isThere);
  });

  it('is there while its track is in the podcast, and no longer', async () => {
    const member = await elder();
    const { uploadId, trackIds } = await tracks(member, ['one.wav', 'two.wav']);
    await cover(member, trackIds[0]!, 1400);
    const address = pathOf((await of(member))!);
    const status = async (path = address) => (await picture(path)).status;
    expect(await status()).toBe(200);
    expect(await status(address.replace(/-[0-9a-f]{12}\.jpg/, '-0123456789ab.jpg'))).toBe(200);
    expect(await status(address.replace(trackIds[0]!, trackIds[1]!))).toBe(404);
    expect(await status(address.replace(trackIds[0]!, randomUUID()))).toBe(404);
    expect(await status(address.replace(member.profileId, (await elder()).profileId))).toBe(404);
    await save(member, { choice: 'chosen', trackIds: [trackIds[1]!], showsMail: false });
    expect(await status()).toBe(404);
    await save(member, { choice: 'all', trackIds: [], showsMail: false });
    expect(await status()).toBe(200);
    for (const change of [sql`is_adult = true`, sql`state = 'held'`, sql`state = 'private'`]) {
      await world.ctx.db.rows(sql`UPDATE uploads SET is_adult = false, state = 'published' WHERE id = ${uploadId}`);
      await world.ctx.db.rows(sql`UPDATE uploads SET ${change} WHERE id = ${uploadId}`);
      expect(await status()).toBe(404);
    }
  });
});

it('bytes, durations and terms are written as podcasts have them', () => {
  expect([0, 59_400, 3_725_000].map(duration)).toEqual(['0:00:00', '0:00:59', '1:02:05']);
  expect(firstBytes('aé', 2)).toBe('a');
  expect(firstBytes('a𝄞b', 5)).toBe('a𝄞');
  expect(licenceOf(defaultTerms.licence)).toEqual({ name: 'all-rights-reserved', url: null });
});
