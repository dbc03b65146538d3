import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { detectType } from '#platform/server/media/detect.ts';
import { findDecoder, hasFilter } from '#platform/server/media/ffmpeg.ts';
import { probe } from '#platform/server/media/probe.ts';
import {
  type Frame,
  combed,
  discShapes,
  frameOf,
  hdrShapes,
  interlacedShapes,
  makeShape,
  shapeOfDisc,
} from '#platform/server/media/testing/video-shapes.ts';
import { makeSmaller } from './smaller-streams.ts';
import { type VideoResult, processVideo } from './video.ts';

const decoder = findDecoder();
const never = new AbortController().signal;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-display-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Shape = (typeof discShapes)[string];
const place = (): Promise<string> => mkdtemp(path.join(folder, 'out-'));

/** Everything that is made of a video: its frames, by name. Each is of the shape that the page gives it. */
async function renditionsOf(shape: Shape): Promise<{ file: string; result: VideoResult; frames: [string, Frame][] }> {
  const file = await makeShape(folder, shape);
  const [contentType, extension] = shape.found;
  expect(await detectType(file)).toEqual({ kind: 'video', contentType, extension });
  const result = await processVideo(file, await place(), never);
  expect(result).toMatchObject({ width: shape.width, height: shape.height });
  const stream = result.stream!.file;
  const smaller = await makeSmaller(stream, await place(), never);
  // The smallest videos have no smaller ones; a made one may have more bytes than what it is made of.
  const videos = [{ name: 'stream', file: stream }, ...smaller.map((one) => ({ name: `${one.side}`, file: one.file }))];
  const frames: [string, Frame][] = [['poster', await frameOf(result.poster!)]];
  for (const one of videos) {
    const [picture] = (await probe(decoder!, one.file, never)).streams;
    expect(picture).toMatchObject({ pix_fmt: 'yuv420p', sample_aspect_ratio: '1:1' });
    frames.push([one.name, await frameOf(one.file)]);
  }
  for (const [name, { width, height }] of frames)
    expect(Math.abs((width / height) * (shape.height / shape.width) - 1), name).toBeLessThan(0.01);
  return { file, result, frames };
}

describe.skipIf(!decoder)('every version of a video (needs ffmpeg)', () => {
  test.each(Object.entries(discShapes))('%s: a disc is round', async (_name, shape) => {
    const { frames } = await renditionsOf(shape);
    for (const [name, frame] of frames) expect(Math.abs(shapeOfDisc(frame) - 1), name).toBeLessThan(0.02);
  });

  test.each(Object.entries(interlacedShapes))('%s, interlaced: nothing is combed', async (_name, shape) => {
    const { file, frames } = await renditionsOf(shape);
    expect(combed(await frameOf(file, 3))).toBeGreaterThan(0.01);
    for (const [name, frame] of frames) expect(combed(frame), name).toBeLessThan(0.001);
  });

  test.each(Object.entries(hdrShapes))('%s: white, grey and red are those of SDR', async (_name, shape) => {
    if (!(await hasFilter(decoder!, 'zscale', never))) return;
    const { frames, result } = await renditionsOf(shape);
    expect(result.keepsHdr).toBe(false);
    for (const [name, { width, height, at }] of frames) {
      const [white, grey, red] = [1, 3, 5].map((sixth) => at(Math.round((width * sixth) / 6), height >> 1));
      for (const channel of white!) expect(Math.abs(channel - 220), name).toBeLessThan(20);
      for (const channel of grey!) expect(Math.abs(channel - 110), name).toBeLessThan(20);
      expect(red![0], name).toBeGreaterThan(170);
      expect(Math.max(red![1], red![2]), name).toBeLessThan(red![0] / 3);
    }
  });

  test.skipIf(process.platform === 'win32')('HDR is taken where ffmpeg has no zscale, marked as HDR', async () => {
    const ffmpeg = path.join(folder, 'ffmpeg');
    const script = `#!/bin/sh\ncase "$*" in *-filters*) ${decoder!.ffmpeg} "$@" | grep -v zscale; exit;; *zscale*) exit 1;; esac\nexec ${decoder!.ffmpeg} "$@"\n`;
    await writeFile(ffmpeg, script, { mode: 0o755 });
    const file = await makeShape(folder, hdrShapes['PQ']!);
    const result = await processVideo(file, await place(), never, { ...decoder!, ffmpeg });
    expect(result).toMatchObject({ keepsHdr: true, width: 960, height: 540 });
    const [picture] = (await probe(decoder!, result.stream!.file, never)).streams;
    expect(picture).toMatchObject({ codec_name: 'h264', color_transfer: 'smpte2084', color_primaries: 'bt2020' });
  });
});
