import { MediaUnreadable } from './errors.ts';
import { DecoderFailed } from './ffmpeg.ts';
import { playsEverywhere } from './plays.ts';
import type { Probe, ProbedStream } from './probe.ts';

/** A version that browsers play while it comes. */
export interface Stream {
  /** In the folder that was given. */
  readonly file: string;
  readonly contentType: 'audio/mp4' | 'audio/mpeg' | 'video/mp4';
  readonly bytes: number;
}

/** What a failed run means for people: a program's own verdict is that the file is damaged. */
export function describedBy(error: unknown): unknown {
  return error instanceof DecoderFailed ? new MediaUnreadable('truncated', { cause: error }) : error;
}

/** Without any information but the sound itself. */
export const bare: readonly string[] =
  '-map_metadata -1 -map_metadata:s -1 -map_chapters -1 -fflags +bitexact -flags +bitexact'.split(' ');

/**
 * Whether much less was there than the head says, in formats whose heads do not err. Those of WAV often do (programs that
 * write to a pipe know no length), those of MP3 are guesses.
 */
export function endIsMissing({ found, format }: Probe, durationMs: number): boolean {
  if (!['flac', 'm4a', 'aiff', 'mp4', 'mov'].includes(found.extension)) return false;
  const declaredMs = (format.duration ?? 0) * 1000;
  return declaredMs - durationMs > Math.max(1000, declaredMs * 0.02);
}

/** Rates that AAC has, up to the one that every browser plays. */
const aacRates = new Set([8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]);

/** Bits a second up to which sound that browsers play is streamed as it is. */
const MAX_COPIED = 330_000;

/** Whether this sound is streamed in this codec as it is: every browser plays it, and no more bytes come than are needed. */
export function canStay(sound: ProbedStream, codec: 'mp3' | 'aac', bitRate: number): boolean {
  return playsEverywhere(codec === 'aac' ? 'm4a' : codec, sound) && bitRate <= MAX_COPIED;
}

/** The nearest rate that every encoder takes and every browser plays. */
const heardRate = (rate: number): number => (aacRates.has(rate) ? rate : rate % 44_100 === 0 ? 44_100 : 48_000);

/** Encodes sound to AAC in stereo. The encoder's quick mode is the better one at such rates, by its own documentation. */
export function aacOptions({ sample_rate: rate = 0, channels = 0 }: ProbedStream): string[] {
  const quality = ['-aac_coder', 'fast', '-b:a', channels === 1 ? '112k' : '192k'];
  return ['-c:a', 'aac', ...quality, '-ar', String(heardRate(rate)), '-ac', String(Math.min(2, channels))];
}

/** Encodes sound to FLAC of 16 bits in stereo: nothing is lost that can be heard, and loops stay as long as they are. */
export function flacOptions({ sample_rate: rate = 0, channels = 0 }: ProbedStream): string[] {
  const shape = ['-sample_fmt', 's16', '-ar', String(heardRate(rate)), '-ac', String(Math.min(2, channels))];
  return ['-c:a', 'flac', ...shape];
}
