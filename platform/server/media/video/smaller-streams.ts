import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { MediaUnreadable, NoDecoder } from '#platform/server/media/errors.ts';
import {
  type Decoder,
  fileArgument,
  findDecoder,
  guarded,
  hasFilter,
  runDecoder,
} from '#platform/server/media/ffmpeg.ts';
import { probe } from '#platform/server/media/probe.ts';
import { bare, describedBy } from '#platform/server/media/stream.ts';
import { secondsFor } from '#platform/server/media/process-limits.ts';
import { displayOf, filtersOf, fitted } from './display.ts';
import { MAX_THREADS, STREAM_WORK } from './limits.ts';

/** A version of a video for smaller screens and slower lines, beside the one to stream: H.264 and AAC in MP4. */
export interface SmallerStream {
  /** Pixels of its shorter side. */
  readonly side: number;
  readonly file: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** Shorter sides, and the most bits a second of each. */
const steps = [
  { side: 720, rate: '2500k' },
  { side: 480, rate: '1100k' },
] as const;

/** Whether a video of this size has smaller versions: none is as large as the video itself. */
export const hasSmaller = (width: number, height: number): boolean =>
  Math.min(width, height) > Math.min(...steps.map(({ side }) => side));

/**
 * Makes smaller versions of what is streamed. None is larger than that, in pixels or in bytes. All in one run: the video
 * is decoded once.
 * @param file the version to stream
 * @param folder an existing one, for this file alone; the caller removes it
 * @throws {NoDecoder} @throws {MediaUnreadable} @throws {ProcessingInterrupted} @throws the signal's reason
 */
export async function makeSmaller(
  file: string,
  folder: string,
  signal: AbortSignal,
  decoder: Decoder | null = findDecoder(),
): Promise<SmallerStream[]> {
  if (decoder === null) throw new NoDecoder();
  const { streams, format } = await probe(decoder, file, signal);
  const most = (await stat(file)).size;
  const picture = streams.find((stream) => stream.codec_type === 'video');
  if (!picture) throw new MediaUnreadable('not-media');
  const display = displayOf(picture);
  if (!(display.width > 0 && display.height > 0)) throw new MediaUnreadable('not-media');
  const wanted = steps
    .filter(({ side }) => side < Math.min(display.width, display.height))
    .map((step) => ({
      ...step,
      file: path.join(folder, `${step.side}.mp4`),
      ...fitted(display, Infinity, step.side),
    }));
  if (wanted.length === 0) return [];
  const mayConvert = display.colours !== null && (await hasFilter(decoder, 'zscale', signal));
  const threads = String(Math.min(MAX_THREADS, availableParallelism()));
  const picked = ['-map', '0:v:0', '-map', '0:a:0?', ...bare];
  const encoded = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '24', '-g', '150'];
  const played = [
    '-profile:v',
    'high',
    '-fpsmax',
    '60',
    '-threads',
    threads,
    '-c:a',
    'copy',
    '-movflags',
    '+faststart',
  ];
  const outputs = wanted.flatMap(({ rate, file: to, ...size }) => [
    ...picked,
    '-vf',
    filtersOf(picture, { ...size, pixels: 'yuv420p' }, mayConvert),
    ...encoded,
    '-maxrate',
    rate,
    '-bufsize',
    rate,
    ...played,
    '-f',
    'mp4',
    fileArgument(to),
  ]);
  const args = ['-nostdin', ...guarded, '-y', '-f', 'mov', '-i', fileArgument(file), ...outputs];
  const seconds = secondsFor({ seconds: format.duration, bytes: most }, STREAM_WORK.perSecond, STREAM_WORK.most);
  try {
    await runDecoder({ program: decoder.ffmpeg, args, signal, seconds });
  } catch (error) {
    throw describedBy(error);
  }
  const results = await Promise.all(wanted.map(async (item) => ({ ...item, bytes: (await stat(item.file)).size })));
  return results.filter(({ bytes }) => bytes < most);
}
