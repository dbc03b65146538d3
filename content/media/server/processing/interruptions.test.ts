import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { zipOfParts } from '#site/testing/zip.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { analyseArchive } from '#content/media/server/archives/analyse.ts';
import { claimFiles } from '#content/media/server/actions.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { analyseSounds } from '#content/media/server/sounds/analyse.ts';
import { fileById } from '#content/media/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { makeMedia, makeWith } from '#platform/server/media/testing/recordings.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { wavOf } from '#site/testing/wav.ts';
import { processFile } from './process.ts';

const decoder = findDecoder();
const search = process.env['PATH'];
let world: World;
let folder: string;
let owner: FixtureMember;
beforeAll(async () => {
  world = await openWorld({ work: false });
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-interruptions-'));
  if (!decoder) return;
  // A decoder that the kernel ends, at every run or when it encodes, beside a probe that works.
  for (const [name, script] of [
    [
      'ffmpeg',
      `[ -e ${folder}/encodes ] && case "$*" in *libx264*) ;; *) exec ${decoder.ffmpeg} "$@" ;; esac\nkill -9 $$`,
    ],
    ['ffprobe', `exec ${decoder.ffprobe} "$@"`],
  ] as const) {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(folder, name), 0o755);
  }
  owner = await world.member();
});
afterEach(() => {
  process.env['PATH'] = search;
});
afterAll(async () => {
  process.env['PATH'] = search;
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const own = (fileId: string) => world.ok('GET /files/:fileId', { params: { fileId } }, owner);
const again = (fileId: string, as = owner) => world.call('POST /files/:fileId/process', { params: { fileId } }, as);
/** Jobs of a file that wait, in seconds from now, soonest first. */
const waits = async (fileId: string): Promise<number[]> =>
  (
    await world.ctx.db.rows<{ seconds: number }>(sql`
      SELECT round(extract(epoch FROM start_after - now()))::int AS seconds FROM pgboss.job
      WHERE data ->> 'fileId' = ${fileId} AND start_after > now() ORDER BY 1`)
  ).map(({ seconds }) => seconds);
const analysisOf = async (id: string) => (await fileById(world.ctx.db, id))!.analysis;

/** Files, each with how its step is done and how far it is then. */
interface Step {
  readonly make: () => Promise<string>;
  readonly run: (id: string) => Promise<void>;
  readonly state: (id: string) => Promise<unknown>;
  readonly begun: unknown;
  readonly done: unknown;
}
const recording = async (name: string): Promise<string> =>
  await makeFile(world.ctx, owner, await readFile(await makeMedia(folder, name)), { name });
const stateOf = async (id: string) => (await own(id)).processing;
const steps: Readonly<Record<string, Step>> = {
  'a sound': {
    make: () => makeFile(world.ctx, owner, wavOf(40_000), { name: 'loop.wav' }),
    run: (id) => processFile(world.ctx, id),
    state: stateOf,
    begun: 'waiting',
    done: 'done',
  },
  'a video': {
    make: () => recording('silent.mp4'),
    run: (id) => processFile(world.ctx, id),
    state: stateOf,
    begun: 'waiting',
    done: 'done',
  },
  'tempo and key of a sound': {
    async make() {
      const id = await recording('untagged.mp3');
      await processFile(world.ctx, id);
      return id;
    },
    run: (id) => processFile(world.ctx, id),
    state: analysisOf,
    begun: 'later',
    done: 'done',
  },
  'the smaller versions of a video': {
    async make() {
      const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=854x482:rate=5', '-t', '0.4', '-c:v', 'libx264'];
      const file = await makeWith(folder, 'film.mp4', [
        ...picture,
        '-preset',
        'ultrafast',
        '-crf',
        '18',
        '-pix_fmt',
        'yuv420p',
      ]);
      const id = await makeFile(world.ctx, owner, await readFile(file), { name: 'film.mp4' });
      await processFile(world.ctx, id);
      return id;
    },
    run: (id) => processFile(world.ctx, id),
    state: async (id) => (await own(id)).renditions.some(({ name }) => name === 'stream-480'),
    begun: false,
    done: true,
  },
  'the sounds of an archive': {
    async make() {
      const content = await readFile(await makeMedia(folder, 'one.flac'));
      const zip = zipOfParts([
        { name: 'a.flac', content },
        { name: 'b.wav', content: wavOf(44_144) },
      ]);
      const id = await makeFile(world.ctx, owner, zip, { name: 'kit.zip', purpose: 'sharing_archive' });
      await processFile(world.ctx, id);
      return id;
    },
    run: (id) => analyseArchive(world.ctx, id),
    // The sound that needs no decoder does not wait for the other one.
    state: async (id) =>
      (
        await world.ctx.db.rows(sql`SELECT path, analysis FROM archive_entries WHERE file_id = ${id} ORDER BY path`)
      ).map((row) => Object.values(row).join(' ')),
    begun: ['a.flac waiting', 'b.wav done'],
    done: ['a.flac done', 'b.wav done'],
  },
};

describe.skipIf(!decoder)('a decoder that the machine ends (needs ffmpeg)', () => {
  test.each(Object.keys(steps))('at %s, is tried again with backoff, and then by its author', async (name) => {
    const { make, run, state, begun, done } = steps[name]!;
    const id = await make();
    process.env['PATH'] = folder;
    for (const [at, wait] of [30, 60, 120].entries()) {
      await run(id);
      expect(await state(id)).toEqual(begun);
      expect((await own(id)).mayProcessAgain).toBe(false);
      const planned = await waits(id);
      expect(planned).toHaveLength(at + 1);
      expect(Math.abs(planned.at(-1)! - wait)).toBeLessThanOrEqual(5);
    }
    await run(id);
    expect(await own(id)).toMatchObject({ mayProcessAgain: true });
    expect((await own(id)).processing).not.toBe('failed');
    expect(await waits(id)).toHaveLength(3);
    // A late job changes nothing.
    await run(id);
    expect(await own(id)).toMatchObject({ mayProcessAgain: true });

    process.env['PATH'] = search;
    expect(await again(id)).toMatchObject({ status: 200, body: { id, mayProcessAgain: false } });
    await processFile(world.ctx, id);
    expect(await state(id)).toEqual(done);
    expect(await own(id)).toMatchObject({ processing: 'done', mayProcessAgain: false });
  });

  test('while it encodes a video, leaves the video as it is after the last try, and tries again when asked', async () => {
    const id = await recording('one.webm');
    process.env['PATH'] = folder;
    await writeFile(path.join(folder, 'encodes'), '');
    try {
      for (let tries = 0; tries < 4; tries++) {
        expect((await own(id)).processing).toBe('waiting');
        await processFile(world.ctx, id);
      }
    } finally {
      await rm(path.join(folder, 'encodes'));
    }
    const file = await own(id);
    expect(file).toMatchObject({ processing: 'done', url: file.originalUrl, mayProcessAgain: true });
    process.env['PATH'] = search;
    await again(id);
    await processFile(world.ctx, id);
    expect(await own(id)).toMatchObject({ processing: 'done', mayProcessAgain: false });
    expect((await own(id)).url).toMatch(/stream\.mp4$/);
  });

  test('holds up no other sound that waits for tempo and key', async () => {
    const [hanging, behind] = [await recording('untagged.mp3'), await recording('bare.aac')];
    for (const id of [hanging, behind]) await processFile(world.ctx, id);
    process.env['PATH'] = folder;
    const file = await fileById(world.ctx.db, hanging);
    await world.ctx.db.rows(sql`UPDATE files SET analysis = 'done' WHERE analysis = 'waiting' AND id <> ${hanging}`);
    await analyseSounds(world.ctx);
    expect(await analysisOf(file!.id)).toBe('later');
    process.env['PATH'] = search;
    await world.ctx.db.rows(sql`UPDATE files SET analysis = 'waiting', tries = 0 WHERE id = ${behind}`);
    await analyseSounds(world.ctx);
    expect(await analysisOf(behind)).toBe('done');
  });

  test('is tried again by staff, with an entry in the audit log, and by nobody else', async () => {
    const id = await makeFile(world.ctx, owner, wavOf(60_000), { name: 'shared.wav' });
    process.env['PATH'] = folder;
    for (let tries = 0; tries < 4; tries++) await processFile(world.ctx, id);
    expect((await own(id)).processing).toBe('interrupted');
    const staff = await world.member({ admin: true });
    // Staged, it is its owner's alone.
    expect((await again(id, staff)).status).toBe(404);
    const contentId = newId(new Date());
    await world.ctx.db.tx((tx) =>
      claimFiles(world.ctx, tx, owner.profileId, [id], { contentKind: 'trial', contentId, guarded: true }),
    );
    expect((await again(id, await world.member())).status).toBe(404);
    expect(await again(id, staff)).toMatchObject({ status: 200, body: { processing: 'waiting' } });
    const entries = await world.ctx.db.rows(
      sql`SELECT action, actor_id FROM audit_log WHERE target_id = ${contentId}::text`,
    );
    expect(entries).toEqual([{ action: 'file.process', actor_id: staff.profileId }]);
    // Nothing of it is open any more: no second entry.
    await again(id, staff);
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM audit_log WHERE target_id = ${contentId}::text`)).toHaveLength(1);
  });
});
