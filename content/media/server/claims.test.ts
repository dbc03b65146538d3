import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { media } from '#content/media/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { registry } from '#platform/server/monitoring/metrics.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { claimFiles, filesOf, presentFile, releaseFiles } from './actions.ts';
import { cleanFiles } from './cleaning.ts';
import { mediaFeature } from './feature.ts';
import { makeFile } from './fixtures.ts';
import { cleanName, newKey, renditionKey } from './rules.ts';
import { fileById } from './store.ts';

let world: World;
let owner: FixtureMember;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T12:00:00Z'), work: false });
});
afterAll(() => world.close());
beforeEach(async () => {
  owner = await world.member();
});

const sound = wavOf(2000);
const make = (): Promise<string> => makeFile(world.ctx, owner, sound, { name: 'a.wav' });
const claim = (
  ids: readonly string[],
  contentId: string,
  more: { by?: FixtureMember; kinds?: ('image' | 'audio')[] } = {},
) =>
  world.ctx.db.tx((tx) =>
    claimFiles(world.ctx, tx, (more.by ?? owner).profileId, ids, {
      contentKind: 'upload',
      contentId,
      guarded: true,
      ...(more.kinds && { kinds: more.kinds }),
    }),
  );
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof Refusal ? error.code : String(error);
};

describe('claiming', () => {
  test('makes files part of a content, in the order that is asked for', async () => {
    const [a, b, c] = [await make(), await make(), await make()];
    const contentId = randomUUID();
    expect((await claim([c, a, b], contentId)).map((file) => file.id)).toEqual([c, a, b]);
    const files = (await filesOf(world.ctx.db, 'upload', [contentId])).get(contentId)!;
    expect(files.map((file) => file.id)).toEqual([c, a, b]);
    expect((await world.ok('GET /files', {}, owner)).items).toEqual([]);
    expect((await world.ok('GET /files/:fileId', { params: { fileId: a } }, owner)).state).toBe('claimed');
  });

  test.each([
    ['another member’s', async (id: string) => claim([id], randomUUID(), { by: await world.member() })],
    ['one that is not there', async (id: string) => claim([id, randomUUID()], randomUUID())],
    ['the same one twice', async (id: string) => claim([id, id], randomUUID())],
    ['a kind that the content does not take', async (id: string) => claim([id], randomUUID(), { kinds: ['image'] })],
    [
      'one of another content',
      async (id: string) => {
        await claim([id], randomUUID());
        return await claim([id], randomUUID());
      },
    ],
    [
      'too many',
      async () =>
        claim(
          Array.from({ length: media.perContent + 1 }, () => randomUUID()),
          randomUUID(),
        ),
    ],
  ])('%s is refused, and nothing is claimed', async (_name, work) => {
    const [id, free] = [await make(), await make()];
    expect(await refusal(work(id))).toBe('file_not_usable');
    expect((await fileById(world.ctx.db, free))?.state).toBe('staged');
  });

  test('by two contents at once: one of them gets the file', async () => {
    const id = await make();
    const results = await Promise.all([refusal(claim([id], randomUUID())), refusal(claim([id], randomUUID()))]);
    expect(results.toSorted()).toEqual(['file_not_usable', 'null']);
  });

  test('again by the same content changes the order, adds, and drops what is left out', async () => {
    const [a, b, c] = [await make(), await make(), await make()];
    const contentId = randomUUID();
    await claim([a, b], contentId);
    await claim([c, a], contentId);
    await world.ctx.db.tx((tx) => releaseFiles(world.ctx, tx, 'upload', [contentId], [c, a]));
    const files = (await filesOf(world.ctx.db, 'upload', [contentId])).get(contentId)!;
    expect(files.map((file) => file.id)).toEqual([c, a]);
    expect(await fileById(world.ctx.db, b)).toBeNull();
  });

  test('a whole list’s files come with one query', async () => {
    const contents = [randomUUID(), randomUUID(), randomUUID()];
    for (const contentId of contents) await claim([await make(), await make()], contentId);
    const rows = vi.spyOn(world.ctx.db, 'rows');
    const found = await filesOf(world.ctx.db, 'upload', [...contents, randomUUID()]);
    expect(rows).toHaveBeenCalledTimes(1);
    expect([...found.values()].map((files) => files.length)).toEqual([2, 2, 2]);
    expect(presentFile(found.get(contents[0]!)![0]!)).toMatchObject({
      kind: 'audio',
      processing: 'waiting',
      renditions: [],
    });
  });

  test('of nothing asks for nothing', async () => {
    expect(await claim([], randomUUID())).toEqual([]);
    expect((await filesOf(world.ctx.db, 'upload', [])).size).toBe(0);
  });
});

describe('cleaning', () => {
  test('takes a file that nothing used for a day, and no other', async () => {
    const [unused, used] = [await make(), await make()];
    await claim([used], randomUUID());
    const key = (await fileById(world.ctx.db, unused))!.key;
    world.clock!.advance(media.stagedHours * 3_600_000 - 1000);
    const fresh = await make();
    await cleanFiles(world.ctx);
    expect(await fileById(world.ctx.db, unused)).not.toBeNull();
    world.clock!.advance(2000);
    await cleanFiles(world.ctx);
    expect(await fileById(world.ctx.db, unused)).toBeNull();
    expect(await world.ctx.storage.stat(key)).toBeNull();
    expect(await fileById(world.ctx.db, used)).not.toBeNull();
    expect(await fileById(world.ctx.db, fresh)).not.toBeNull();
  });

  test('that is cut off goes on with the next run', async () => {
    const id = await make();
    const { key } = (await fileById(world.ctx.db, id))!;
    await world.ok('DELETE /files/:fileId', { params: { fileId: id } }, owner);
    vi.spyOn(world.ctx.storage, 'remove').mockRejectedValueOnce(new Error('cut off'));
    await expect(cleanFiles(world.ctx)).rejects.toThrow('cut off');
    await cleanFiles(world.ctx);
    expect(await world.ctx.storage.stat(key)).toBeNull();
  });
});

describe('a member', () => {
  test('finds all files in their export', async () => {
    const id = await make();
    const { files } = await mediaFeature.personal!.exportOf(world.ctx, owner.profileId);
    expect(files).toMatchObject([{ id, name: 'a.wav', bytes: 2000, content_type: 'audio/wav' }]);
  });

  test('who is erased leaves no unused file, no transfer, and no name', async () => {
    const [unused, used] = [await make(), await make()];
    const contentId = randomUUID();
    await claim([used], contentId);
    await world.ctx.db.tx((tx) => mediaFeature.personal!.erase(world.ctx, tx, owner.profileId));
    expect(await fileById(world.ctx.db, unused)).toBeNull();
    expect(await fileById(world.ctx.db, used)).toMatchObject({ name: 'file', tags: {} });
  });
});

test('metrics report the bytes of each bucket and the free space', async () => {
  await make();
  const text = await registry.metrics();
  expect(Number(/looproom_files_bytes\{bucket="audio"\} (\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(2000);
  expect(text).toMatch(/looproom_files_bytes\{bucket="gallery"\} 0/);
  expect(Number(/^looproom_files_free_bytes (\S+)/m.exec(text)?.[1])).toBeGreaterThan(0);
});

describe('names and keys', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\beat.wav', 'beat.wav'],
    ['.htaccess', 'htaccess'],
    ['', 'file'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['a\r\nset-cookie: x', 'aset-cookie x'],
    ['  two   spaces .mp3 ', 'two spaces .mp3'],
    ['über 🎵.flac', 'über 🎵.flac'],
  ])('the name %j becomes %j', (name, clean) => {
    expect(cleanName(name)).toBe(clean);
  });

  test('a long name keeps its ending', () => {
    const clean = cleanName(`${'a'.repeat(400)}.flac`);
    expect(clean.length).toBeLessThanOrEqual(media.nameMax);
    expect(clean).toMatch(/^a+\.flac$/);
  });

  test('keys follow the specification’s layouts, and none can be guessed from another', () => {
    const file = { userId: '0190aaaa-bbbb', extension: 'png', kind: 'image' as const, at: new Date(1_700_000_000_000) };
    const random = '[\\w-]{22}';
    for (const [purpose, pattern] of [
      ['upload', `^gallery/f_${random}\\.png$`],
      ['gallery', `^gallery/f_${random}\\.png$`],
      ['forum_banner', `^images/0190aaaa-bbbb/forum_banner_1700000000000_${random}\\.png$`],
      ['avatar', `^profile-assets/0190aaaa-bbbb/avatar_1700000000000_${random}\\.png$`],
      ['profile_banner', `^profile-assets/0190aaaa-bbbb/banner_1700000000000_${random}\\.png$`],
      ['background', `^images/0190aaaa-bbbb/background_image_1700000000000_${random}\\.png$`],
    ] as const) {
      const [one, two] = [newKey({ ...file, purpose }), newKey({ ...file, purpose })];
      expect(one.key).toMatch(new RegExp(pattern));
      expect(one.bucket).toBe(one.key.split('/')[0]);
      expect(one.key).not.toBe(two.key);
    }
    expect(newKey({ ...file, purpose: 'upload', kind: 'video' }).bucket).toBe('videos');
    expect(newKey({ ...file, purpose: 'background', kind: 'audio' }).bucket).toBe('audio');
    expect(renditionKey('gallery/f_x.png', 'w640', 'webp')).toBe('gallery/f_x/w640.webp');
  });
});
