import { stat } from 'node:fs/promises';
import { analyse } from './analysis-thread.ts';
import { rolesOf } from './layouts.ts';
import type { SoundMeasurements } from './sound-analysis.ts';
import { MediaUnreadable } from '#platform/server/media/errors.ts';
import { type Decoder, guarded } from '#platform/server/media/ffmpeg.ts';
import type { Probe, ProbedStream } from '#platform/server/media/probe.ts';
import { secondsFor } from '#platform/server/media/process-limits.ts';
import { describedBy, endIsMissing } from '#platform/server/media/stream.ts';

const MAX_HOURS = 12;
/** Seconds of work for a second of sound, at most: twenty times what a slow machine takes; and for all of it. */
const WORK = { perSecond: 0.5, most: 1700 } as const;
/** Rates of PCM that exist; a head may declare any number. */
const RATES = { least: 1000, most: 768_000 } as const;
const MAX_CHANNELS = 64;
/** The highest rate that is decoded; faster ones hold nothing that can be heard. */
const MAX_HEARD_RATE = 192_000;

/** What of the samples is true. @throws {MediaUnreadable} for numbers that no recording has */
export function soundOf(sound: ProbedStream): { rate: number; channels: number } {
  const { sample_rate: rate = 0, channels = 0 } = sound;
  if (!(rate >= RATES.least && rate <= RATES.most && channels >= 1 && channels <= MAX_CHANNELS))
    throw new MediaUnreadable('not-media');
  return { rate, channels };
}

/**
 * Decodes the first sound of a recording and measures it.
 * @param options.inputs further ones, for them
 * @param options.outputs further outputs of the same run, each ending with its file
 * @param options.filter what makes two channels of it first
 */
export async function decodeSound(
  decoder: Decoder,
  probed: Probe,
  file: string,
  signal: AbortSignal,
  {
    inputs = [],
    outputs = [],
    filter,
  }: { inputs?: readonly string[]; outputs?: readonly string[]; filter?: string } = {},
): Promise<SoundMeasurements & { durationMs: number }> {
  const sound = probed.streams.find((stream) => stream.codec_type === 'audio');
  if (!sound) throw new MediaUnreadable('not-media');
  const source = soundOf(sound);
  const rate = Math.min(source.rate, MAX_HEARD_RATE);
  const roles = filter === undefined ? rolesOf(sound) : null;
  const weights = roles?.map(({ weight }) => weight) ?? Array.from({ length: Math.min(source.channels, 2) }, () => 1);
  // With a number of channels ffmpeg would bring any layout to the usual one of so many.
  const width = roles && roles.length > 2 ? [] : ['-ac', String(weights.length)];
  const shape = [...(filter === undefined ? [] : ['-af', filter]), '-ar', String(rate), ...width];
  const samples = ['-map', `0:${sound.index}`, ...shape, '-f', 'f32le', 'pipe:1'];
  const input = ['-nostdin', ...guarded, '-y', ...probed.input, ...inputs];
  try {
    const maxFrames = MAX_HOURS * 3600 * rate;
    const args = [...input, ...samples, ...outputs];
    const { size: bytes } = await stat(file);
    const seconds = secondsFor({ seconds: probed.format.duration, bytes }, WORK.perSecond, WORK.most);
    const task = { program: decoder.ffmpeg, args, seconds, rate, weights, maxFrames };
    const measured = await analyse(task, signal);
    const durationMs = Math.round((measured.frames / rate) * 1000);
    if (measured.frames === 0 || endIsMissing(probed, durationMs)) throw new MediaUnreadable('truncated');
    return { ...measured, durationMs };
  } catch (error) {
    throw describedBy(error);
  }
}
