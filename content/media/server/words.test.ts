import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { captions as limits } from '#platform/contract/caption-limits.ts';
import { media } from '#content/media/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { banWord } from '#content/moderation/server/words/words.ts';
import { sql } from '#platform/server/db/database.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { mediaFeature } from './feature.ts';
import { makeFile } from './fixtures.ts';
import { shownTags } from './words.ts';

let world: World;
let owner: FixtureMember;
let png: Buffer;
let sounds = 0;
beforeAll(async () => {
  world = await openWorld({ work: false });
  png = await sharp({ create: { width: 32, height: 24, channels: 3, background: '#aa5500' } })
    .png()
    .toBuffer();
  await banWord(world.ctx, null, { word: 'zwobblegank', action: 'refuse' });
  await banWord(world.ctx, null, { word: 'zwibblemark', action: 'mark' });
});
afterAll(() => world.close());
beforeEach(async () => {
  owner = await world.member({ createdAt: new Date('2020-01-01') });
});

const picture = () => makeFile(world.ctx, owner, png, { name: 'cover.png' });
const describeAs = (fileId: string, altText: string, as = owner) =>
  world.call('PUT /files/:fileId/alternative-text', { params: { fileId }, body: { altText } }, as);
const shown = async (uploadId: string) =>
  (await world.ok('GET /uploads/:uploadId', { params: { uploadId } })).files.map((file) => file.altText);
/** Marked words in the open item of an upload. */
const marked = async (uploadId: string) => {
  const [row] = await world.ctx.db.rows<{ marked_words: string[] | null }>(
    sql`SELECT marked_words FROM queue_items WHERE content_id = ${uploadId} AND state = 'open'`,
  );
  return row?.marked_words ?? null;
};

describe('what a picture shows', () => {
  test('is said before it is posted and changed later, and every reader gets it', async () => {
    const fileId = await picture();
    expect(await world.ok('GET /files/:fileId', { params: { fileId } }, owner)).toMatchObject({ altText: '' });
    expect(await describeAs(fileId, '  A mixing desk at night  ')).toMatchObject({
      status: 200,
      body: { altText: 'A mixing desk at night' },
    });
    const uploadId = await makeUpload(world.ctx, owner, { fileIds: [fileId] });
    expect(await shown(uploadId)).toEqual(['A mixing desk at night']);
    await describeAs(fileId, 'A mixing desk');
    expect(await shown(uploadId)).toEqual(['A mixing desk']);
    await describeAs(fileId, '');
    expect(await shown(uploadId)).toEqual(['']);
  });

  test('is its owner’s alone to say, of a picture, within a length, and not with banned words', async () => {
    const fileId = await picture();
    const other = await world.member();
    expect(await describeAs(fileId, 'Mine now', other)).toMatchObject({ status: 404 });
    expect(await describeAs(fileId, 'a'.repeat(media.altTextMax + 1))).toMatchObject({ body: { code: 'invalid' } });
    expect(await describeAs(fileId, 'The zwobblegank')).toMatchObject({ body: { code: 'banned_words' } });
    expect(await describeAs(fileId, 'Call +49 170 1234567')).toMatchObject({ body: { code: 'private_information' } });
    const sound = await makeFile(world.ctx, owner, wavOf(3000 + sounds++ * 4), { name: 'a.wav' });
    expect(await describeAs(sound, 'A sound')).toMatchObject({ body: { code: 'not_a_picture' } });
    expect(await world.ok('GET /files/:fileId', { params: { fileId } }, owner)).toMatchObject({ altText: '' });
  });

  test('brings its post into the queue for words that staff want to see, whenever it is said', async () => {
    const before = await picture();
    await describeAs(before, 'The zwibblemark');
    const first = await makeUpload(world.ctx, owner, { fileIds: [before] });
    expect(await marked(first)).toEqual(['zwibblemark']);
    const later = await picture();
    const second = await makeUpload(world.ctx, owner, { fileIds: [later] });
    expect(await marked(second)).toBeNull();
    await describeAs(later, 'The zwibblemark');
    expect(await marked(second)).toEqual(['zwibblemark']);
  });

  test('is in the export of its owner, and goes with them', async () => {
    const fileId = await picture();
    await describeAs(fileId, 'My own studio');
    await makeUpload(world.ctx, owner, { fileIds: [fileId] });
    const { files } = (await mediaFeature.personal!.exportOf(world.ctx, owner.profileId)) as {
      files: { alt_text: string }[];
    };
    expect(files.map((file) => file.alt_text)).toEqual(['My own studio']);
    await world.ctx.db.tx((tx) => mediaFeature.personal!.erase(world.ctx, tx, owner.profileId));
    expect(await world.ctx.db.rows(sql`SELECT alt_text FROM files WHERE id = ${fileId}`)).toEqual([{ alt_text: '' }]);
  });
});

describe('captions of a video', () => {
  const file = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;
  const store = (fileId: string, content: string, language = 'en', as = owner) =>
    world.call('PUT /files/:fileId/captions/:language', { params: { fileId, language }, body: { content } }, as);
  async function video(): Promise<{ fileId: string; uploadId: string }> {
    const fileId = await makeFile(world.ctx, owner, wavOf(5000 + sounds++ * 4), { name: 'take.wav' });
    await world.ctx.db.rows(sql`UPDATE files SET kind = 'video', processing = 'done' WHERE id = ${fileId}`);
    return { fileId, uploadId: await makeUpload(world.ctx, owner, { fileIds: [fileId] }) };
  }
  const urls = async (uploadId: string) =>
    (await world.ok('GET /uploads/:uploadId', { params: { uploadId } })).files[0]!.renditions.filter((one) =>
      one.name.startsWith('captions-'),
    ).map(({ name, url }) => ({ name, url }));

  test('are served as times and text alone, replaced, and removed', async () => {
    const { fileId, uploadId } = await video();
    expect((await store(fileId, file('<v Milo>Hello & welcome'))).status).toBe(200);
    const [first] = await urls(uploadId);
    expect(first!.name).toBe('captions-en');
    expect(await world.get(first!.url)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/vtt' },
      body: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello &amp; welcome\n',
    });
    await store(fileId, file('Again'));
    await store(fileId, file('Hallo'), 'de');
    const both = await urls(uploadId);
    expect(both.map((one) => one.name)).toEqual(['captions-de', 'captions-en']);
    expect((await world.get(both[1]!.url)).body).toContain('Again');
    // Nobody gets those before from a cache: they had another address.
    expect((await world.get(first!.url)).status).toBe(404);
    await world.ok('DELETE /files/:fileId/captions/:language', { params: { fileId, language: 'en' } }, owner);
    expect((await urls(uploadId)).map((one) => one.name)).toEqual(['captions-de']);
    expect((await world.get(both[1]!.url)).status).toBe(404);
    await world.refused(
      'DELETE /files/:fileId/captions/:language',
      { params: { fileId, language: 'en' } },
      owner,
      'not_found',
    );
  });

  test('are refused from others, for other files, of a form that is no WebVTT, and with banned words', async () => {
    const { fileId, uploadId } = await video();
    const other = await world.member();
    expect(await store(fileId, file('Hello'), 'en', other)).toMatchObject({ status: 404 });
    expect(await store(fileId, file('Hello'), 'xx')).toMatchObject({ body: { code: 'invalid' } });
    expect(await store(fileId, 'a'.repeat(limits.maxChars + 1))).toMatchObject({ body: { code: 'invalid' } });
    expect(await store(fileId, '1\n00:00:01,000 --> 00:00:02,000\nHello')).toMatchObject({
      body: {
        code: 'captions_refused',
        detail: 'The file does not begin with WEBVTT. Save the captions as WebVTT (.vtt) and upload them again.',
      },
    });
    expect(await store(fileId, file('The zwobblegank'))).toMatchObject({ body: { code: 'banned_words' } });
    expect(await store(await picture(), file('Hello'))).toMatchObject({ body: { code: 'not_a_video' } });
    const staged = await makeFile(world.ctx, owner, wavOf(7000 + sounds++ * 4), { name: 'b.wav' });
    await world.ctx.db.rows(sql`UPDATE files SET kind = 'video' WHERE id = ${staged}`);
    expect(await store(staged, file('Hello'))).toMatchObject({ body: { code: 'captions_too_early' } });
    expect(await urls(uploadId)).toEqual([]);
    const languages = limits.languages.slice(0, limits.perVideo + 1);
    const answers = await Promise.all(languages.map((language) => store(fileId, file('Hello'), language)));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(limits.perVideo);
    expect(await urls(uploadId)).toHaveLength(limits.perVideo);
  });

  test('are for those alone who may see the video, and staff see words that they asked for', async () => {
    const { fileId, uploadId } = await video();
    await store(fileId, file('A zwibblemark'));
    expect(await marked(uploadId)).toEqual(['zwibblemark']);
    const [one] = await urls(uploadId);
    await world.ok('DELETE /uploads/:uploadId', { params: { uploadId }, body: { reason: '' } }, owner);
    expect((await world.get(one!.url)).status).toBe(404);
    expect((await world.get(one!.url, owner)).status).toBe(200);
  });
});

describe('the name of a file and the tags of a recording', () => {
  test('are replaced and left out where they say what nobody may publish', async () => {
    for (const [name, shownName] of [
      ['zwobblegank loop.wav', 'file.wav'],
      ['call +49 170 5550123.wav', 'file.wav'],
      ['Take 3 (2024-11-26 12-30), 128 BPM.wav', 'Take 3 (2024-11-26 12-30), 128 BPM.wav'],
    ] as const) {
      const fileId = await makeFile(world.ctx, owner, wavOf(2000), { name });
      expect((await world.ok('GET /files/:fileId', { params: { fileId } }, owner)).name).toBe(shownName);
    }
    const tags = { title: 'Night drive', artist: 'Call +49 170 5550123', comment: 'pure zwobblegank' };
    expect(await shownTags(world.ctx, tags)).toEqual({ title: 'Night drive' });
  });
});
