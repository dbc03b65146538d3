import { stat } from 'node:fs/promises';
import path from 'node:path';
import { listen } from './analysis-thread.ts';
import { detectType } from '#server/platform/media/detect.ts';
import { MediaUnreadable, NoDecoder } from '#server/platform/media/errors.ts';
import { type Decoder, fileArgument, findDecoder, guarded } from '#server/platform/media/ffmpeg.ts';
import { type Probe, type ProbedStream, probe } from '#server/platform/media/probe.ts';
import type { Heard } from './sound-analysis.ts';
import { type Stream, aacOptions, bare, canStay, endIsMissing, describedBy } from '#server/platform/media/stream.ts';
import { type Tags, tagsOf } from './tags.ts';

export interface AudioResult extends Omit<Heard, 'frames'> {
  /** By the decoded samples. */
  readonly durationMs: number;
  /** Samples a second, and channels, of the original file. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Bits of a sample; null where the format has none (MP3, AAC, Vorbis, Opus). */
  readonly bitDepth: number | null;
  /** ffmpeg's name: `mp3`, `aac`, `flac`, `pcm_s24le`, … */
  readonly codec: string;
  readonly tags: Tags;
  /** A picture that lies in the file, as it is: `processImage` makes it fit to be shown. */
  readonly cover: string | null;
  /**
   * Outline of the whole sound: at most 1,000 buckets of equal length. A signed byte each, 127 is full scale: first all
   * minima, then all maxima, then all root mean squares; a third of the bytes is the number of buckets.
   */
  readonly overview: Uint8Array;
  /** Finer: 50 buckets a second, at most 100,000, at least as many as the overview's. All minima, then all maxima. */
  readonly zoom: Uint8Array;
  /** EBU R128 in LUFS, of all channels brought to two at most; null for silence and for less than 400 ms. */
  readonly loudness: number | null;
  /** dBTP; null for silence. */
  readonly truePeak: number | null;
  readonly stream: Stream;
}

const MAX_HOURS = 12;
const SECONDS = 1700;
/** Rates of PCM that exist; a head may declare any number. */
const RATES = { least: 1000, most: 768_000 } as const;
const MAX_CHANNELS = 64;
/** The most that is listened to at; faster ones hold nothing that can be heard. */
const MAX_HEARD_RATE = 192_000;

/**
 * Processes a recording: its streams, loudness, waveform, and a version to stream. It is decoded once.
 * @param folder an existing one, for this file alone; the caller removes it
 * @throws {NoDecoder} @throws {MediaUnreadable}
 * @throws the signal's reason
 */
export async function processAudio(
  file: string,
  folder: string,
  signal: AbortSignal,
  decoder: Decoder | null = findDecoder(),
): Promise<AudioResult> {
  if ((await stat(file)).size === 0) throw new MediaUnreadable('empty');
  if (decoder === null) throw new NoDecoder();
  const probed = await probe(decoder, file, signal);
  const sound = probed.streams.find((stream) => stream.codec_type === 'audio');
  if (!sound) throw new MediaUnreadable('not-media');
  const { rate, channels } = soundOf(sound);
  const plan = planStream(probed, sound, path.join(folder, 'stream'));
  const cover = coverOf(probed.streams, path.join(folder, 'cover.bin'));
  const heard = await hear(decoder, probed, file, [...plan.args, ...cover.args], signal);
  return {
    durationMs: heard.durationMs,
    sampleRate: rate,
    channels,
    bitDepth: sound.bits_per_raw_sample || sound.bits_per_sample || null,
    codec: sound.codec_name ?? 'unknown',
    tags: tagsOf(probed),
    cover: cover.file !== null && (await isPicture(cover.file)) ? cover.file : null,
    overview: heard.overview,
    zoom: heard.zoom,
    loudness: heard.loudness,
    truePeak: heard.truePeak,
    stream: { file: plan.file, contentType: plan.contentType, bytes: (await stat(plan.file)).size },
  };
}

/** What of the samples is true. @throws {MediaUnreadable} for numbers that no recording has */
function soundOf(sound: ProbedStream): { rate: number; channels: number } {
  const { sample_rate: rate = 0, channels = 0 } = sound;
  if (!(rate >= RATES.least && rate <= RATES.most && channels >= 1 && channels <= MAX_CHANNELS))
    throw new MediaUnreadable('not-media');
  return { rate, channels };
}

/**
 * Decodes the first sound of a recording and listens to it.
 * @param outputs further outputs of the same run, each ending with its file
 */
export async function hear(
  decoder: Decoder,
  probed: Probe,
  file: string,
  outputs: readonly string[],
  signal: AbortSignal,
): Promise<Heard & { durationMs: number }> {
  const sound = probed.streams.find((stream) => stream.codec_type === 'audio');
  if (!sound) throw new MediaUnreadable('not-media');
  const source = soundOf(sound);
  const rate = Math.min(source.rate, MAX_HEARD_RATE);
  const channels = Math.min(source.channels, 2);
  const samples = ['-map', `0:${sound.index}`, '-ar', String(rate), '-ac', String(channels), '-f', 'f32le', 'pipe:1'];
  const input = ['-nostdin', ...guarded, '-y', '-f', probed.demuxer, '-i', fileArgument(file)];
  try {
    const maxFrames = MAX_HOURS * 3600 * rate;
    const args = [...input, ...samples, ...outputs];
    const listening = { program: decoder.ffmpeg, args, seconds: SECONDS, rate, channels, maxFrames };
    const heard = await listen(listening, signal);
    const durationMs = Math.round((heard.frames / rate) * 1000);
    if (heard.frames === 0 || endIsMissing(probed, durationMs)) throw new MediaUnreadable('truncated');
    return { ...heard, durationMs };
  } catch (error) {
    throw describedBy(error);
  }
}

/**
 * What every browser plays, Safari too, and can jump in: AAC in MP4 with its index first. MP3 and AAC stay what they
 * are (encoding them again would only lose), without tags and pictures.
 */
function planStream(
  { found, format, streams }: Probe,
  sound: ProbedStream,
  place: string,
): { file: string; contentType: Stream['contentType']; args: string[] } {
  const map = ['-map', `0:${sound.index}`, ...bare];
  const bitRate = sound.bit_rate ?? (streams.length === 1 ? format.bit_rate : undefined) ?? Infinity;
  if (found.extension === 'mp3' && canStay(sound, 'mp3', bitRate)) {
    const file = `${place}.mp3`;
    const options = ['-c', 'copy', '-id3v2_version', '0', '-f', 'mp3'];
    return { file, contentType: 'audio/mpeg', args: [...map, ...options, fileArgument(file)] };
  }
  const file = `${place}.m4a`;
  const isCopied = found.extension === 'm4a' && canStay(sound, 'aac', bitRate);
  const options = [...(isCopied ? ['-c', 'copy'] : aacOptions(sound)), '-movflags', '+faststart', '-f', 'mp4'];
  return { file, contentType: 'audio/mp4', args: [...map, ...options, fileArgument(file)] };
}

/** A picture that lies in the file, written out as it is. */
function coverOf(streams: readonly ProbedStream[], file: string): { file: string | null; args: string[] } {
  const picture = streams.find((one) => one.disposition?.attached_pic === 1);
  if (!picture || !['mjpeg', 'png', 'webp', 'gif'].includes(picture.codec_name ?? '')) return { file: null, args: [] };
  const args = ['-map', `0:${picture.index}`, '-c', 'copy', '-frames:v', '1', '-f', 'image2pipe', fileArgument(file)];
  return { file, args };
}

async function isPicture(file: string): Promise<boolean> {
  try {
    return (await detectType(file)).kind === 'image';
  } catch {
    // The picture held nothing, and nothing was written.
    return false;
  }
}
