import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '#site/server/app.ts';
import type { Context } from '#platform/server/context.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import type { OwnsFiles } from '#platform/server/content-kind.ts';
import { sql } from '#platform/server/db/database.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { probe } from '#platform/server/media/probe.ts';
import { makeWith } from '#platform/server/media/testing/recordings.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { claimFiles, releaseFiles } from '#content/media/server/actions.ts';
import { cleanFiles } from '#content/media/server/cleaning.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { processFile } from './process.ts';
import { addSmallerStreams } from './smaller-streams.ts';
import { type FileRow, fileById } from '#content/media/server/store.ts';

const decoder = findDecoder();
/** Contents that their owner alone may see, or who has their link. */
const ownerOf = new Map<string, string>();
const privateKind: OwnsFiles<Context> = {
  kind: 'private_trial',
  mayReadFile: async (_ctx, viewer, id, link) =>
    viewer?.profileId === ownerOf.get(id) || link === 'the-link' ? 'reader' : 'nobody',
};

let world: World;
let folder: string;
let owner: FixtureMember;
beforeAll(async () => {
  world = await openWorld({ features: [...features, { name: 'private_trial', kinds: [privateKind] }] });
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-smaller-'));
  owner = await world.member();
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** Two frames of a moving picture with much in it, and a tone. */
async function film(width: number, height: number): Promise<Buffer> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=5`];
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=330'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  return await readFile(await makeWith(folder, `${randomUUID()}.mp4`, [...picture, ...tone, '-t', '0.4', ...codecs]));
}

/** Pixels and codecs of what is stored. */
async function measuresOf(key: string) {
  const file = path.join(folder, `${randomUUID()}.mp4`);
  await writeFile(file, await buffer((await world.ctx.storage.read(key))!.body));
  const { streams } = await probe(decoder!, file, new AbortController().signal);
  const picture = streams.find((one) => one.codec_type === 'video');
  return { width: picture!.width, height: picture!.height, codecs: streams.map((one) => one.codec_name) };
}
const playable = (file: FileRow | null) => file!.renditions.filter(({ name }) => name.startsWith('stream'));

describe.skipIf(!decoder)('smaller versions of a video (need ffmpeg)', () => {
  test('are made after it plays, none as large as it is, lying and standing', async () => {
    for (const [width, height, expected] of [
      [1282, 722, { 'stream-480': [852, 480], 'stream-720': [1278, 720] }],
      [540, 960, { 'stream-480': [480, 854] }],
      [640, 480, {}],
    ] as const) {
      const id = await makeFile(world.ctx, owner, await film(width, height), { name: 'film.mp4' });
      await world.settle();
      const file = await fileById(world.ctx.db, id);
      const smaller = playable(file).filter(({ name }) => name !== 'stream');
      expect(Object.fromEntries(smaller.map((one) => [one.name, [one.width, one.height]]))).toEqual(expected);
      const whole = playable(file).find(({ name }) => name === 'stream')!;
      for (const one of smaller) {
        const measures = await measuresOf(one.key);
        expect(measures).toEqual({ width: one.width, height: one.height, codecs: ['h264', 'aac'] });
        expect(one.bytes).toBeLessThan(whole.bytes);
      }
    }
  });

  test('are for those who may see the video, go with it, and are made once', async () => {
    const id = await makeFile(world.ctx, owner, await film(854, 482), { name: 'secret.mp4' });
    await world.settle();
    const contentId = randomUUID();
    ownerOf.set(contentId, owner.profileId);
    await world.ctx.db.tx((tx) =>
      claimFiles(world.ctx, tx, owner.profileId, [id], { contentKind: 'private_trial', contentId, guarded: true }),
    );
    const files = playable(await fileById(world.ctx.db, id));
    expect(files.map(({ name }) => name).toSorted()).toEqual(['stream', 'stream-480']);
    const other = await world.member();
    for (const { key } of files) {
      const address = `/files/${key}`;
      expect((await world.get(address, owner)).status).toBe(200);
      expect((await world.get(`${address}?link=the-link`, null)).status).toBe(200);
      const hidden = await Promise.all([other, null].map((as) => world.get(address, as)));
      expect(hidden.map(({ status }) => status)).toEqual([404, 404]);
    }
    await addSmallerStreams(world.ctx, id);
    expect(playable(await fileById(world.ctx.db, id))).toEqual(files);

    await world.ctx.db.tx((tx) => releaseFiles(world.ctx, tx, 'private_trial', [contentId]));
    await cleanFiles(world.ctx);
    for (const { key } of files) expect(await world.ctx.storage.stat(key)).toBeNull();
  });

  test('leave nothing behind where the video is removed meanwhile', async () => {
    const withoutJobs = { ...world.ctx, jobs: { ...world.ctx.jobs, enqueue: async () => {} } };
    const id = await makeFile(withoutJobs, owner, await film(854, 482), { name: 'gone.mp4' });
    await processFile(withoutJobs, id);
    const [stream] = playable(await fileById(world.ctx.db, id));
    const kept: string[] = [];
    const storage = {
      ...world.ctx.storage,
      localFile: world.ctx.storage.localFile.bind(world.ctx.storage),
      remove: world.ctx.storage.remove.bind(world.ctx.storage),
      put: async (...[key, content, meta]: Parameters<Context['storage']['put']>) => {
        await world.ctx.db.rows(sql`UPDATE files SET state = 'removed', removed_at = now() WHERE id = ${id}`);
        kept.push(key);
        return await world.ctx.storage.put(key, content, meta);
      },
    };
    await addSmallerStreams({ ...world.ctx, storage }, id);
    expect(kept).toEqual([stream!.key.replace('stream.mp4', 'stream-480.mp4')]);
    expect(await world.ctx.storage.stat(kept[0]!)).toBeNull();
  });
});
