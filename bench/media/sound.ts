import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findDecoder } from '#server/platform/media/ffmpeg.ts';
import { mediaFolder, take, together } from './interleaved.ts';
import type { Taken } from './work.ts';

/** Ten minutes of sound: waveform, loudness and true peak, against ffmpeg's own loudness and true peak. */
export interface SoundResult {
  readonly site: Taken;
  /** With the version to stream, made in the same run. */
  readonly withStream: Taken;
  readonly ffmpeg: Taken;
  /** Times as long as ffmpeg's, by the clock and by CPU. */
  readonly ratio: number;
  readonly cpuRatio: number | null;
}

const ROUNDS = 3;

/** Compares by turns; null without ffmpeg. */
export async function compareSound(): Promise<SoundResult | null> {
  const decoder = findDecoder();
  if (decoder === null) return null;
  const file = path.join(mediaFolder, 'ten-minutes.wav');
  // Loud and quiet parts with a beat, 44.1 kHz, 16 bits, stereo.
  const source = "anoisesrc=r=44100:d=600:c=pink:a=0.9:seed=7,volume='0.3+0.6*exp(-6*mod(t,0.5))':eval=frame";
  const make = ['-f', 'lavfi', '-i', `${source},aformat=channel_layouts=stereo`, '-c:a', 'pcm_s16le'];
  await promisify(execFile)(decoder.ffmpeg, ['-v', 'error', '-y', '-nostdin', ...make, file]);
  const taken: { site: Taken[]; withStream: Taken[]; ffmpeg: Taken[] } = { site: [], withStream: [], ffmpeg: [] };
  for (let round = 0; round < ROUNDS; round++) {
    taken.site.push(await take({ kind: 'sound', by: 'site', file }));
    taken.ffmpeg.push(await take({ kind: 'sound', by: 'ffmpeg', file }));
    taken.withStream.push(await take({ kind: 'sound', by: 'site, with the stream', file }));
    const [site, ffmpeg] = [taken.site.at(-1)!, taken.ffmpeg.at(-1)!];
    console.log(`  ten minutes of sound: site ${site.seconds.toFixed(1)} s, ffmpeg ${ffmpeg.seconds.toFixed(1)} s`);
  }
  const [site, withStream, ffmpeg] = [together(taken.site), together(taken.withStream), together(taken.ffmpeg)];
  const cpuRatio = site.cpu === null || ffmpeg.cpu === null ? null : site.cpu / ffmpeg.cpu;
  return { site, withStream, ffmpeg, ratio: site.seconds / ffmpeg.seconds, cpuRatio };
}
