import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AudioResult, processAudio } from './audio.ts';
import { MediaUnreadable, NoDecoder } from '#platform/server/media/errors.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { processImage } from '#platform/server/media/pictures/image.ts';
import { probe } from '#platform/server/media/probe.ts';
import { type BadFile, badFile, truncated, writeIn } from '#platform/server/media/testing/corpus.ts';
import { makeMedia, makeWith, type sounds } from '#platform/server/media/testing/recordings.ts';
import { reference } from '#platform/server/media/testing/reference.ts';

const decoder = findDecoder();
const never = new AbortController().signal;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-audio-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const place = (): Promise<string> => mkdtemp(path.join(folder, 'out-'));
const process = async (file: string): Promise<AudioResult> => processAudio(file, await place(), never);

test('without a decoder says so', async () => {
  const file = await badFile(folder, 'lying-long.wav');
  await expect(processAudio(file, await place(), never, null)).rejects.toThrow(NoDecoder);
});

/** What a file of `sounds` is found to be. */
const facts: Readonly<Record<keyof typeof sounds, Partial<AudioResult>>> = {
  'wav-16.wav': { codec: 'pcm_s16le', bitDepth: 16, sampleRate: 44_100 },
  'wav-24.wav': { codec: 'pcm_s24le', bitDepth: 24, sampleRate: 96_000 },
  'wav-float.wav': { codec: 'pcm_f32le', bitDepth: 32, sampleRate: 44_100 },
  'rf64.wav': { codec: 'pcm_s16le', bitDepth: 16 },
  'one.flac': { codec: 'flac', bitDepth: 24 },
  'one.aiff': { codec: 'pcm_s16be', bitDepth: 16 },
  'one.mp3': { codec: 'mp3', bitDepth: null },
  'untagged.mp3': { codec: 'mp3', bitDepth: null },
  'one.ogg': { codec: 'vorbis', bitDepth: null },
  'one.opus': { codec: 'opus', bitDepth: null, sampleRate: 48_000 },
  'one.m4a': { codec: 'aac', bitDepth: null },
  'sound-only.mp4': { codec: 'aac', bitDepth: null },
  'sound-only.webm': { codec: 'opus', bitDepth: null },
  'bare.aac': { codec: 'aac', bitDepth: null },
  'bare.ac3': { codec: 'ac3', bitDepth: null },
  'bare.eac3': { codec: 'eac3', bitDepth: null },
  'one.wma': { codec: 'wmav2', bitDepth: null },
};
const tagged = new Set(['one.flac', 'one.mp3', 'one.ogg', 'one.opus']);

describe.skipIf(!decoder)('a sound (needs ffmpeg)', () => {
  test.each(Object.entries(facts))('%s is heard, drawn, and made ready to stream', async (name, fact) => {
    const file = await makeMedia(folder, name);
    const result = await process(file);
    expect(result).toMatchObject({ channels: 2, ...fact });
    // Sound without a head of its own does not say how much silence its encoder put before it.
    const isBare = /untagged|bare|wma/.test(name);
    expect(Math.abs(result.durationMs - 3000)).toBeLessThan(isBare ? 130 : 30);
    // Encoders change both a little; the truth is what ffmpeg measures of the same file.
    const { loudness, truePeak } = await reference(['-i', file]);
    expect(Math.abs(result.loudness! - loudness)).toBeLessThan(0.15);
    expect(Math.abs(result.truePeak! - truePeak)).toBeLessThan(0.3);
    expect(result.overview).toHaveLength(3000);
    expect(result.zoom).toHaveLength(2000);
    expect(result).toMatchObject({ cover: null, endsEarly: false });
    if (tagged.has(name))
      expect(result.tags).toMatchObject({ title: 'Night drive', artist: 'Ada', album: 'Loops', bpm: '128', key: 'Am' });
    const streamed = await probe(decoder!, result.stream.file, never);
    expect(streamed.streams.map((one) => one.codec_name)).toEqual([name.endsWith('.mp3') ? 'mp3' : 'aac']);
    expect(Math.abs((streamed.format.duration ?? 0) * 1000 - result.durationMs)).toBeLessThan(isBare ? 130 : 80);
    expect(streamed.streams[0]!.sample_rate).toBeLessThanOrEqual(48_000);
    const content = await readFile(result.stream.file);
    expect(content.length).toBe(result.stream.bytes);
    expect(content.includes('Night drive')).toBe(false);
    if (result.stream.contentType === 'audio/mp4')
      expect(content.indexOf('moov')).toBeLessThan(content.indexOf('mdat'));
  });

  test('of silence has no loudness', async () => {
    const file = await makeWith(folder, 'silence.wav', ['-f', 'lavfi', '-i', 'anullsrc=r=44100', '-t', '2']);
    expect(await process(file)).toMatchObject({ loudness: null, truePeak: null, durationMs: 2000 });
  });

  test('of a tenth of a second is drawn all the same', async () => {
    const file = await makeWith(folder, 'kick.wav', ['-f', 'lavfi', '-i', 'sine=f=60:r=44100:d=0.1']);
    const result = await process(file);
    expect(result).toMatchObject({ loudness: null, durationMs: 100, channels: 1 });
    expect(result.overview).toHaveLength(3000);
    expect(result.truePeak).toBeGreaterThan(-20);
  });

  test.each(['mp3', 'flac', 'm4a'])('as %s brings its picture', async (extension) => {
    const picture = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    const sound = await makeMedia(folder, `one.${extension}`);
    const cover = ['-i', await writeIn(folder, 'cover.jpg', picture), '-map', '0:a', '-map', '1:v'];
    const disposition = ['-c', 'copy', '-disposition:v', 'attached_pic', '-id3v2_version', '3'];
    const file = await makeWith(folder, `covered.${extension}`, ['-i', sound, ...cover, ...disposition]);
    const result = await process(file);
    expect(await processImage(result.cover!, await place(), never)).toMatchObject({ width: 200, height: 200 });
    expect((await probe(decoder!, result.stream.file, never)).streams).toHaveLength(1);
  });

  test('that lies about its length has its true one', async () => {
    expect(await process(await badFile(folder, 'lying-long.wav'))).toMatchObject({ durationMs: 2000 });
    expect(await process(await badFile(folder, 'lying-short.wav'))).toMatchObject({ durationMs: 500 });
  });

  test.each<[BadFile, string]>([
    ['zero-bytes.png', 'empty'],
    ['four-gigabytes-declared.wav', 'not-media'],
    ['no-samples.wav', 'truncated'],
    ['zip-named.png', 'not-media'],
    ['playlist.mp4', 'not-media'],
    ['concat.wav', 'not-media'],
    ['html-inside.png', 'not-media'],
  ])('%s is refused: %s', async (name, reason) => {
    await expect(process(await badFile(folder, name))).rejects.toMatchObject({ name: 'MediaUnreadable', reason });
  });

  test.each<BadFile>(['mad-rate.wav', 'mad-channels.wav'])('%s is refused', async (name) => {
    await expect(process(await badFile(folder, name))).rejects.toThrow(MediaUnreadable);
  });

  test.each(['one.flac', 'one.m4a'])('%s without its second half is refused', async (name) => {
    await expect(process(await truncated(await makeMedia(folder, name)))).rejects.toMatchObject({
      reason: 'truncated',
    });
  });

  test.each(['one.mp3', 'one.ogg', 'wav-16.wav'])('%s without its end plays as far as it goes', async (name) => {
    const { durationMs, endsEarly } = await process(await truncated(await makeMedia(folder, name), 0.8));
    expect(endsEarly).toBe(true);
    expect(durationMs).toBeGreaterThan(1900);
    expect(durationMs).toBeLessThan(2600);
  });

  test('that is stopped stops', async () => {
    const file = await makeWith(folder, 'long.wav', ['-f', 'lavfi', '-i', 'anullsrc=r=44100', '-t', '900']);
    const controller = new AbortController();
    const out = await place();
    const end = processAudio(file, out, controller.signal).catch((error: unknown) => error);
    // In the middle, however fast the machine is: the program has begun to write.
    await vi.waitFor(async () => expect(await readdir(out)).toEqual(['stream.m4a']), { timeout: 30_000, interval: 10 });
    controller.abort(new Error('stopped'));
    expect(await end).toMatchObject({ message: 'stopped' });
    // The index is written at the end: the program was ended, and not waited for.
    expect((await readFile(path.join(out, 'stream.m4a'))).includes('moov')).toBe(false);
  });
});
