import { stat } from 'node:fs/promises';
import path from 'node:path';
import { detectType } from '#platform/server/media/detect.ts';
import { MediaUnreadable, NoDecoder } from '#platform/server/media/errors.ts';
import { type Decoder, fileArgument, findDecoder } from '#platform/server/media/ffmpeg.ts';
import { type Probe, type ProbedStream, probe } from '#platform/server/media/probe.ts';
import { endsEarly } from './ends-early.ts';
import { decodeSound, soundOf } from './decode-sound.ts';
import { CEILING, ENCODER_DB, type Mix, mixFilter, mixOf } from './mix.ts';
import type { SoundMeasurements } from './sound-analysis.ts';
import { type Stream, aacOptions, bare, canStay } from '#platform/server/media/stream.ts';
import { type Tags, tagsOf } from './tags.ts';

export interface AudioResult extends Omit<SoundMeasurements, 'frames'> {
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
  /** The end of the file is missing: it plays as far as it goes. */
  readonly endsEarly: boolean;
  /** A picture that lies in the file, as it is: `processImage` makes it fit to be shown. */
  readonly cover: string | null;
  /**
   * Outline of the whole sound: at most 1,000 buckets of equal length. A signed byte each, 127 is full scale: first all
   * minima, then all maxima, then all root mean squares; a third of the bytes is the number of buckets.
   */
  readonly overview: Uint8Array;
  /** As the overview, in as many buckets as a waveform has bars (`WAVE_BARS`); 127 is the loudest sample, of at least -34 dBFS. */
  readonly bars: Uint8Array;
  /** Finer: 50 buckets a second, at most 100,000, at least as many as the overview's. All minima, then all maxima. */
  readonly zoom: Uint8Array;
  /** EBU R128 in LUFS, of all channels; null for silence and for less than 400 ms. */
  readonly loudness: number | null;
  /** dBTP; null for silence. */
  readonly truePeak: number | null;
  readonly stream: Stream;
  /** Of the stereo version that is streamed of more than two channels; null where both are the same. */
  readonly played: { readonly loudness: number | null; readonly truePeak: number | null } | null;
}

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
  const mix = await mixOf(decoder, probed, sound, file, signal);
  const plan = planStream(probed, sound, path.join(folder, 'stream'), mix);
  const cover = coverOf(probed, path.join(folder, 'cover.bin'));
  const measured = await decodeSound(decoder, probed, file, signal, {
    inputs: cover.inputs,
    outputs: [...plan.args, ...cover.args],
  });
  const played = mix && (await playedOf(decoder, probed, file, plan.file, mix, signal));
  return {
    durationMs: measured.durationMs,
    sampleRate: rate,
    channels,
    bitDepth: sound.bits_per_raw_sample || sound.bits_per_sample || null,
    codec: sound.codec_name ?? 'unknown',
    tags: tagsOf(probed),
    endsEarly: await endsEarly(file, probed, measured.durationMs),
    cover: cover.file !== null && (await isPicture(cover.file)) ? cover.file : null,
    overview: measured.overview,
    bars: measured.bars,
    zoom: measured.zoom,
    loudness: measured.loudness,
    truePeak: measured.truePeak,
    stream: { file: plan.file, contentType: plan.contentType, bytes: (await stat(plan.file)).size },
    played: played && { loudness: played.loudness, truePeak: played.truePeak },
  };
}

/** Encodings of a stereo version: an encoder seldom adds more than it may. */
const MAX_MIXES = 3;

/** Listens to a stereo version as it is streamed; one that the encoder has made too loud is encoded again. */
async function playedOf(
  decoder: Decoder,
  probed: Probe,
  file: string,
  streamed: string,
  mix: Mix,
  signal: AbortSignal,
): Promise<SoundMeasurements> {
  let { lowered } = mix;
  for (let tries = 1; ; tries++) {
    const played = await decodeSound(decoder, await probe(decoder, streamed, signal), streamed, signal);
    const over = (played.truePeak ?? CEILING) - CEILING;
    if (over <= 0 || tries === MAX_MIXES) return played;
    lowered += over + ENCODER_DB / 2;
    const sound = probed.streams.find((stream) => stream.codec_type === 'audio')!;
    const again = planStream(probed, sound, streamed.replace(/\.m4a$/, ''), { ...mix, lowered });
    await decodeSound(decoder, probed, file, signal, { outputs: again.args });
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
  mix: Mix | null,
): { file: string; contentType: Stream['contentType']; args: string[] } {
  const map = ['-map', `0:${sound.index}`, ...bare];
  const bitRate = sound.bit_rate ?? (streams.length === 1 ? format.bit_rate : undefined) ?? Infinity;
  if (found.extension === 'mp3' && canStay(sound, 'mp3', bitRate)) {
    const file = `${place}.mp3`;
    const options = ['-c', 'copy', '-id3v2_version', '0', '-f', 'mp3'];
    return { file, contentType: 'audio/mpeg', args: [...map, ...options, fileArgument(file)] };
  }
  const file = `${place}.m4a`;
  const isCopied = (found.extension === 'm4a' || found.extension === 'aac') && canStay(sound, 'aac', bitRate);
  const codec = isCopied ? ['-c', 'copy'] : [...(mix ? ['-af', mixFilter(mix)] : []), ...aacOptions(sound)];
  const options = [...codec, '-movflags', '+faststart', '-f', 'mp4'];
  return { file, contentType: 'audio/mp4', args: [...map, ...options, fileArgument(file)] };
}

/** A picture that lies in the file or in the tags in front of it, written out as it is. */
function coverOf(
  { streams, front }: Probe,
  file: string,
): { file: string | null; inputs: readonly string[]; args: string[] } {
  const picture = streams.find(
    (stream) =>
      stream.disposition?.attached_pic === 1 && ['mjpeg', 'png', 'webp', 'gif'].includes(stream.codec_name ?? ''),
  );
  if (!picture && !front?.hasPicture) return { file: null, inputs: [], args: [] };
  const map = picture ? `0:${picture.index}` : '1:v:0';
  const args = ['-map', map, '-c', 'copy', '-frames:v', '1', '-f', 'image2pipe', fileArgument(file)];
  return { file, inputs: picture ? [] : front!.input, args };
}

async function isPicture(file: string): Promise<boolean> {
  try {
    return (await detectType(file)).kind === 'image';
  } catch {
    // The picture held nothing, and nothing was written.
    return false;
  }
}
