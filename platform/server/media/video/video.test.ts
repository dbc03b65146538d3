import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MediaUnreadable, NoDecoder } from '#platform/server/media/errors.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { lightOf, processImage } from '#platform/server/media/pictures/image.ts';
import { decodeSound } from '#platform/server/media/audio/decode-sound.ts';
import { probe } from '#platform/server/media/probe.ts';
import { badFile, truncated } from '#platform/server/media/testing/corpus.ts';
import { makeMedia, makeWith, videos } from '#platform/server/media/testing/recordings.ts';
import { processVideo } from './video.ts';

const decoder = findDecoder();
const never = new AbortController().signal;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-video-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const place = (): Promise<string> => mkdtemp(path.join(folder, 'out-'));

test('without a decoder says so', async () => {
  const file = await badFile(folder, 'lying-long.wav');
  await expect(processVideo(file, folder, never, null)).rejects.toThrow(NoDecoder);
});

describe.skipIf(!decoder)('a video (needs ffmpeg)', () => {
  test.each(Object.keys(videos))('%s has measures, a poster and a stream that every browser plays', async (name) => {
    const result = await processVideo(await makeMedia(folder, name), await place(), never);
    expect(result).toMatchObject({ width: 320, height: 180, hasSound: name !== 'silent.mp4' });
    expect(Math.abs(result.durationMs - 4000)).toBeLessThan(150);
    expect(await processImage(result.poster!, await place(), never)).toMatchObject({ width: 320, height: 180 });
    const { streams } = await probe(decoder!, result.stream!.file, never);
    expect(streams.map((one) => one.codec_name)).toEqual(name === 'silent.mp4' ? ['h264'] : ['h264', 'aac']);
    const content = await readFile(result.stream!.file);
    expect(content.length).toBe(result.stream!.bytes);
    expect(content.indexOf('moov')).toBeLessThan(content.indexOf('mdat'));
    expect(content.includes('+52.5')).toBe(false);
  });

  test('that browsers play already is not encoded again', async () => {
    const file = await makeMedia(folder, 'one.mp4');
    expect((await readFile(file)).includes('+52.5')).toBe(true);
    const { stream } = await processVideo(file, await place(), never);
    const [before, after] = [await probe(decoder!, file, never), await probe(decoder!, stream!.file, never)];
    expect(after.streams[0]!.bit_rate).toBe(before.streams[0]!.bit_rate);
  });

  test('with sound of 5.1 plays it on two sides, and clips nowhere', async () => {
    const around = "anullsrc=channel_layout=5.1:sample_rate=48000:duration=2,aeval='0.9*sin(2*PI*997*t)':c=same";
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=5:d=2', '-f', 'lavfi', '-i', around];
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'flac'];
    const { stream } = await processVideo(
      await makeWith(folder, 'around.mkv', [...picture, ...codecs]),
      await place(),
      never,
    );
    const streamed = await probe(decoder!, stream!.file, never);
    expect(streamed.streams.find((one) => one.codec_type === 'audio')!.channels).toBe(2);
    const { truePeak } = await decodeSound(decoder!, streamed, stream!.file, never);
    expect(truePeak).toBeLessThanOrEqual(-1);
    expect(truePeak).toBeGreaterThan(-2.5);
  });

  test('larger than full HD is made smaller, and sizes that are odd even', async () => {
    const large = [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=1202x2402:r=5:d=1,format=yuv444p,crop=1201:2401',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
    ];
    const file = await makeWith(folder, 'large.mkv', [...large, '-pix_fmt', 'yuv444p']);
    const result = await processVideo(file, await place(), never);
    expect(result).toMatchObject({ width: 1201, height: 2401 });
    const [picture] = (await probe(decoder!, result.stream!.file, never)).streams;
    expect(picture).toMatchObject({ width: 960, height: 1920, pix_fmt: 'yuv420p' });
  });

  test('taken with a phone on its side stands upright', async () => {
    const flat = await makeMedia(folder, 'one.mp4');
    const file = await makeWith(folder, 'turned.mp4', ['-i', flat, '-c', 'copy', '-metadata:s:v', 'rotate=90']);
    const result = await processVideo(file, await place(), never);
    expect(result).toMatchObject({ width: 180, height: 320 });
    // Not encoded again: the stream has a rotation flag for players.
    const [before, after] = [await probe(decoder!, file, never), await probe(decoder!, result.stream!.file, never)];
    expect(Math.abs(before.streams[0]!.side_data_list![0]!.rotation!)).toBe(90);
    expect(after.streams[0]).toMatchObject({ width: 320, side_data_list: before.streams[0]!.side_data_list });
    expect(await processImage(result.poster!, await place(), never)).toMatchObject({ width: 180, height: 320 });
  });

  test('that begins in the dark shows a frame that is not', async () => {
    const dark = "testsrc2=s=320x180:r=10:d=6,drawbox=t=fill:c=black:enable='lt(t,1.5)'";
    const file = await makeWith(folder, 'dark.mp4', ['-f', 'lavfi', '-i', dark, '-pix_fmt', 'yuv420p']);
    const out = await place();
    const { poster } = await processVideo(file, out, never);
    expect(await lightOf(poster!)).toBeGreaterThan(60);
    expect((await readdir(out)).filter((name) => name.endsWith('.png'))).toHaveLength(1);
  });

  test('of a browser, which declares no length, has its true one', async () => {
    const whole = await makeMedia(folder, 'one.webm');
    const file = await makeWith(folder, 'live.webm', ['-i', whole, '-c', 'copy', '-live', '1', '-f', 'webm']);
    expect((await probe(decoder!, file, never)).format.duration).toBeUndefined();
    expect(Math.abs((await processVideo(file, await place(), never)).durationMs - 4000)).toBeLessThan(150);
  });

  test.each(['one.mp4', 'one.mov', 'one.mkv'])(
    '%s without its second half is refused or played as far as it goes',
    async (name) => {
      const file = await truncated(await makeMedia(folder, name));
      const result = await processVideo(file, await place(), never).catch((error: unknown) => error);
      if (result instanceof MediaUnreadable) expect(result.reason).toBe('truncated');
      else expect((result as { durationMs: number }).durationMs).toBeLessThan(3500);
      if (name !== 'one.mkv') expect(result).toBeInstanceOf(MediaUnreadable);
    },
  );

  test.each([
    ['zero-bytes.png', 'empty'],
    ['zip-named.png', 'not-media'],
    ['playlist.mp4', 'not-media'],
    ['concat.wav', 'not-media'],
    ['lying-long.wav', 'not-media'],
  ] as const)('%s is refused: %s', async (name, reason) => {
    const file = await badFile(folder, name);
    await expect(processVideo(file, await place(), never)).rejects.toMatchObject({ reason });
  });

  test('that is stopped stops', async () => {
    const file = await makeMedia(folder, 'one.webm');
    const controller = new AbortController();
    const out = await place();
    const end = processVideo(file, out, controller.signal).catch((error: unknown) => error);
    // In the middle: the program has begun to write.
    await vi.waitFor(async () => expect(await readdir(out)).not.toEqual([]), { timeout: 30_000, interval: 5 });
    controller.abort(new Error('stopped'));
    expect(await end).toMatchObject({ message: 'stopped' });
  });
});
