import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processAudio } from './audio/audio.ts';
import { detectType } from './detect.ts';
import { findDecoder } from './ffmpeg.ts';
import { soundShapes } from './testing/shapes.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-shapes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.skipIf(!findDecoder())('a sound of an odd shape (needs ffmpeg)', () => {
  test.each(Object.entries(soundShapes))('%s is taken, whole', async (_name, shape) => {
    const file = await shape.make(folder);
    const [kind, contentType, extension] = shape.found;
    expect(await detectType(file)).toEqual({ kind, contentType, extension });
    const out = await mkdtemp(path.join(folder, 'out-'));
    const sound = await processAudio(file, out, new AbortController().signal);
    expect(Math.abs(sound.durationMs / 1000 - (shape.seconds ?? 3))).toBeLessThan(0.15);
    expect(sound.endsEarly).toBe(shape.endsEarly ?? false);
    expect(sound.cover !== null).toBe(shape.hasCover ?? false);
    if (shape.title !== undefined) expect(sound.tags.title).toBe(shape.title);
  });
});
