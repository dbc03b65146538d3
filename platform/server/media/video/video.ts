import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { MediaUnreadable, NoDecoder, ProcessingInterrupted } from '#platform/server/media/errors.ts';
import {
  type Decoder,
  DecoderFailed,
  fileArgument,
  findDecoder,
  guarded,
  runDecoder,
} from '#platform/server/media/ffmpeg.ts';
import { type Mix, mixFilter, mixOf } from '#platform/server/media/audio/mix.ts';
import { MAX_THREADS, STREAM_WORK } from './limits.ts';
import { takePoster } from './poster.ts';
import { type Probe, type ProbedStream, probe } from '#platform/server/media/probe.ts';
import { secondsFor } from '#platform/server/media/process-limits.ts';
import { type Stream, aacOptions, bare, canStay, endIsMissing, describedBy } from '#platform/server/media/stream.ts';

export interface VideoResult {
  readonly durationMs: number;
  /** Turned upright. */
  readonly width: number;
  readonly height: number;
  readonly hasSound: boolean;
  /** A picture for `processImage`, at most 2,400 pixels wide. */
  readonly poster: string | null;
  /** H.264 and AAC in MP4, at most 1080p; null where this ffmpeg cannot make it, or was interrupted at the last try. */
  readonly stream: Stream | null;
  /** The machine ended the making of `stream`. */
  readonly isInterrupted: boolean;
}

const MAX_SIDE = 16_384;
/** Bits a second up to which a video that browsers play is streamed as it is. */
const MAX_COPIED = 12_000_000;
/** Full HD, lying or standing. */
const LONG_SIDE = 1920;
const SHORT_SIDE = 1080;

/**
 * Processes a video: its dimensions, a frame to show before it plays, and a version to stream, without information such
 * as the place where it was taken.
 * @param folder an existing one, for this file alone; the caller removes it
 * @param isLast no further try comes: a video that cannot be encoded here in time is played as it is
 * @throws {NoDecoder} @throws {MediaUnreadable} @throws {ProcessingInterrupted}
 * @throws the signal's reason
 */
export async function processVideo(
  file: string,
  folder: string,
  signal: AbortSignal,
  decoder: Decoder | null = findDecoder(),
  isLast = false,
): Promise<VideoResult> {
  if ((await stat(file)).size === 0) throw new MediaUnreadable('empty');
  if (decoder === null) throw new NoDecoder();
  const probed = await probe(decoder, file, signal);
  const picture = probed.streams.find((track) => track.codec_type === 'video' && track.disposition?.attached_pic !== 1);
  const sound = probed.streams.find((track) => track.codec_type === 'audio');
  if (!picture) throw new MediaUnreadable('not-media');
  const { width = 0, height = 0 } = picture;
  if (!(width > 0 && height > 0)) throw new MediaUnreadable('truncated');
  if (Math.max(width, height) > MAX_SIDE) throw new MediaUnreadable('too-many-pixels');
  const poster = await takePoster(decoder, probed, picture, file, folder, signal);
  if (poster === null) throw new MediaUnreadable('truncated');
  let isInterrupted = false;
  const stream = await makeStream(decoder, probed, picture, sound, file, folder, signal).catch((error: unknown) => {
    if (!isLast || !(error instanceof ProcessingInterrupted)) throw error;
    isInterrupted = true;
    return null;
  });
  // What was written by us has a length that is true; a recording out of a browser may declare none.
  const duration = (stream ? (await probe(decoder, stream.file, signal)).format.duration : probed.format.duration) ?? 0;
  const durationMs = Math.round(duration * 1000);
  if (stream && endIsMissing(probed, durationMs)) throw new MediaUnreadable('truncated');
  const isTurned = Math.abs((picture.side_data_list ?? []).find((data) => data.rotation)?.rotation ?? 0) % 180 === 90;
  const upright = isTurned ? { width: height, height: width } : { width, height };
  return { durationMs, ...upright, hasSound: sound !== undefined, poster, stream, isInterrupted };
}

async function makeStream(
  decoder: Decoder,
  probed: Probe,
  picture: ProbedStream,
  sound: ProbedStream | undefined,
  file: string,
  folder: string,
  signal: AbortSignal,
): Promise<Stream | null> {
  const to = path.join(folder, 'stream.mp4');
  const mix = sound ? await mixOf(decoder, probed, sound, file, signal) : null;
  const input = ['-nostdin', ...guarded, '-y', ...probed.input];
  const maps = ['-map', `0:${picture.index}`, ...(sound ? ['-map', `0:${sound.index}`] : []), ...bare];
  const output = ['-movflags', '+faststart', '-f', 'mp4', fileArgument(to)];
  const args = [...input, ...maps, ...pictureOptions(picture, probed), ...soundOptions(sound, mix), ...output];
  const length = { seconds: probed.format.duration, bytes: (await stat(file)).size };
  const seconds = secondsFor(length, STREAM_WORK.perSecond, STREAM_WORK.most);
  try {
    await runDecoder({ program: decoder.ffmpeg, args, signal, seconds });
  } catch (error) {
    // The file itself can be played and fetched; a stream would only be lighter.
    if (error instanceof DecoderFailed && error.message.includes('Unknown encoder')) return null;
    throw describedBy(error);
  }
  return { file: to, contentType: 'video/mp4', bytes: (await stat(to)).size };
}

/** As it is where every browser plays it and phones can load it; else encoded. */
function pictureOptions(picture: ProbedStream, { format }: Probe): string[] {
  const { codec_name: codec, pix_fmt: pixels, profile = '', width = 0, height = 0 } = picture;
  const isPlayed = codec === 'h264' && pixels === 'yuv420p' && /^(Constrained )?(Baseline|Main|High)$/.test(profile);
  const isSmall = Math.max(width, height) <= LONG_SIDE && Math.min(width, height) <= SHORT_SIDE;
  if (isPlayed && isSmall && (picture.bit_rate ?? format.bit_rate ?? Infinity) <= MAX_COPIED) return ['-c:v', 'copy'];
  const [across, down] = [
    `if(gt(iw,ih),min(${LONG_SIDE},iw),min(${SHORT_SIDE},iw))`,
    `if(gt(iw,ih),min(${SHORT_SIDE},ih),min(${LONG_SIDE},ih))`,
  ];
  const scale = `scale='${across}':'${down}':force_original_aspect_ratio=decrease:force_divisible_by=2`;
  const quality = ['-preset', 'veryfast', '-crf', '23', '-maxrate', '8M', '-bufsize', '16M', '-g', '150'];
  const threads = String(Math.min(MAX_THREADS, availableParallelism()));
  const shape = ['-vf', scale, '-pix_fmt', 'yuv420p', '-profile:v', 'high', '-fpsmax', '60', '-threads', threads];
  return ['-c:v', 'libx264', ...quality, ...shape];
}

function soundOptions(sound: ProbedStream | undefined, mix: Mix | null): string[] {
  if (!sound) return ['-an'];
  return canStay(sound, 'aac', sound.bit_rate ?? Infinity)
    ? ['-c:a', 'copy']
    : [...(mix ? ['-af', mixFilter(mix)] : []), ...aacOptions(sound)];
}
