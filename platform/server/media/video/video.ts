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
  hasFilter,
  runDecoder,
} from '#platform/server/media/ffmpeg.ts';
import { type Mix, mixFilter, mixOf } from '#platform/server/media/audio/mix.ts';
import { displayOf, filtersOf, fitted } from './display.ts';
import { MAX_THREADS, STREAM_WORK } from './limits.ts';
import { takePoster } from './poster.ts';
import { type Probe, type ProbedStream, probe } from '#platform/server/media/probe.ts';
import { secondsFor } from '#platform/server/media/process-limits.ts';
import { type Stream, aacOptions, bare, canStay, endIsMissing, describedBy } from '#platform/server/media/stream.ts';

export interface VideoResult {
  readonly durationMs: number;
  /** As it is seen: upright, with square pixels. */
  readonly width: number;
  readonly height: number;
  readonly hasSound: boolean;
  /** A picture for `processImage`, at most 2,400 pixels wide. */
  readonly poster: string | null;
  /** H.264 and AAC in MP4, at most 1080p; null where this ffmpeg cannot make it, or was interrupted at the last try. */
  readonly stream: Stream | null;
  /** The machine ended the making of `stream`. */
  readonly isInterrupted: boolean;
  /** HDR that is not tone-mapped, because this ffmpeg has no `zscale`. */
  readonly keepsHdr: boolean;
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
  const display = displayOf(picture);
  if (Math.max(display.width, display.height) > MAX_SIDE) throw new MediaUnreadable('too-many-pixels');
  const mayConvert = display.colours !== null && (await hasFilter(decoder, 'zscale', signal));
  const poster = await takePoster(decoder, probed, picture, mayConvert, folder, signal);
  if (poster === null) throw new MediaUnreadable('truncated');
  let isInterrupted = false;
  const look = pictureOptions(picture, probed, mayConvert);
  const stream = await makeStream(decoder, probed, { picture, look }, sound, file, folder, signal).catch(
    (error: unknown) => {
      if (!isLast || !(error instanceof ProcessingInterrupted)) throw error;
      isInterrupted = true;
      return null;
    },
  );
  // What was written by us has a length that is true; a recording out of a browser may declare none.
  const duration = (stream ? (await probe(decoder, stream.file, signal)).format.duration : probed.format.duration) ?? 0;
  const durationMs = Math.round(duration * 1000);
  if (stream && endIsMissing(probed, durationMs)) throw new MediaUnreadable('truncated');
  return {
    durationMs,
    width: display.width,
    height: display.height,
    hasSound: sound !== undefined,
    poster,
    stream,
    isInterrupted,
    keepsHdr: display.colours === 'hdr' && !mayConvert,
  };
}

async function makeStream(
  decoder: Decoder,
  probed: Probe,
  { picture, look }: { readonly picture: ProbedStream; readonly look: readonly string[] },
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
  const args = [...input, ...maps, ...look, ...soundOptions(sound, mix), ...output];
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

/** As it is where every browser plays it, shows it as it is meant and phones can load it; else encoded. */
function pictureOptions(picture: ProbedStream, { format }: Probe, mayConvert: boolean): string[] {
  const { codec_name: codec, pix_fmt: pixels, profile = '' } = picture;
  const display = displayOf(picture);
  const isPlayed = codec === 'h264' && pixels === 'yuv420p' && /^(Constrained )?(Baseline|Main|High)$/.test(profile);
  const { width, height } = display;
  const isSmall = Math.max(width, height) <= LONG_SIDE && Math.min(width, height) <= SHORT_SIDE;
  if (isPlayed && display.isPlain && isSmall && (picture.bit_rate ?? format.bit_rate ?? Infinity) <= MAX_COPIED)
    return ['-c:v', 'copy'];
  const filters = filtersOf(picture, { ...fitted(display, LONG_SIDE, SHORT_SIDE), pixels: 'yuv420p' }, mayConvert);
  const quality = ['-preset', 'veryfast', '-crf', '23', '-maxrate', '8M', '-bufsize', '16M', '-g', '150'];
  const threads = String(Math.min(MAX_THREADS, availableParallelism()));
  const shape = ['-vf', filters, '-profile:v', 'high', '-fpsmax', '60', '-threads', threads];
  return ['-c:v', 'libx264', ...quality, ...shape];
}

function soundOptions(sound: ProbedStream | undefined, mix: Mix | null): string[] {
  if (!sound) return ['-an'];
  return canStay(sound, 'aac', sound.bit_rate ?? Infinity)
    ? ['-c:a', 'copy']
    : [...(mix ? ['-af', mixFilter(mix)] : []), ...aacOptions(sound)];
}
