import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';

/**
 * ffmpeg's own numbers of a sound, rounded to a tenth.
 * @param source its arguments that name the sound
 * @param more what the same run makes of its source beside
 */
export async function reference(
  source: readonly string[],
  more: readonly string[] = [],
): Promise<{ loudness: number; truePeak: number }> {
  const filter = 'ebur128=peak=true:framelog=verbose';
  const args = [...source, '-af', filter, '-f', 'null', '-', ...more];
  const { stderr } = await promisify(execFile)(findDecoder()!.ffmpeg, ['-nostdin', '-y', ...args]);
  const value = (name: RegExp): number => Number(name.exec(stderr)?.[1]);
  return { loudness: value(/I:\s+(-?[\d.]+) LUFS/), truePeak: value(/Peak:\s+(-?[\d.]+|-inf) dBFS/) };
}
