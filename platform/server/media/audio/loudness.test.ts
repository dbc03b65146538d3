import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AudioResult, processAudio } from './audio.ts';
import { decodeSound } from './decode-sound.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { probe } from '#platform/server/media/probe.ts';
import { makeWith } from '#platform/server/media/testing/recordings.ts';
import { reference } from '#platform/server/media/testing/reference.ts';

const decoder = findDecoder();
const never = new AbortController().signal;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-loudness-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const process = async (file: string): Promise<AudioResult> =>
  processAudio(file, await mkdtemp(path.join(folder, 'out-')), never);

describe.skipIf(!decoder)('the loudness of a sound (needs ffmpeg)', () => {
  // What begins at once overshoots, and ffmpeg mirrors the first samples instead.
  const fading = 'min(1\\,10*min(t\\,3-t))*';

  test.each([
    ['a tone', 'sine=f=1000:r=48000:d=4,volume=0.5,aformat=channel_layouts=stereo'],
    ['a tone between the samples', `aevalsrc=${fading}0.7*sin(2*PI*12000*t+PI/4)|0.1*sin(2*PI*100*t):s=48000:d=3`],
    ['the same at 44.1 kHz', `aevalsrc=${fading}0.7*sin(2*PI*11025*t+PI/4)|0.1*sin(2*PI*100*t):s=44100:d=3`],
    // Next to half of the rate the filters of true peak meters differ; music has next to nothing there.
    [
      'white noise up to 15 kHz',
      'anoisesrc=r=44100:d=3:a=0.5:seed=3,lowpass=f=15000:p=2,lowpass=f=15000:p=2,aformat=channel_layouts=stereo',
    ],
    ['pink noise at 96 kHz', 'anoisesrc=r=96000:d=3:a=0.8:c=pink:seed=4,aformat=channel_layouts=stereo'],
    ['mono at 22 kHz', 'anoisesrc=r=22050:d=3:a=0.3:c=brown:seed=5'],
    ['loud and quiet parts', "anoisesrc=r=48000:d=6:a=0.8:c=pink:seed=6,volume='if(lt(t,3),1,0.05)':eval=frame"],
    ['a clipped beat', 'aevalsrc=clip(3*sin(2*PI*55*t)*exp(-6*mod(t\\,0.5))\\,-0.99\\,0.99):s=44100:d=3'],
  ])('%s: the same loudness and true peak as by ffmpeg', async (name, source) => {
    const file = path.join(folder, `${name}.wav`);
    const theirs = await reference(['-f', 'lavfi', '-i', source], ['-c:a', 'pcm_f32le', `file:${file}`]);
    const ours = await process(file);
    // Half a tenth is their rounding.
    expect(Math.abs(ours.loudness! - theirs.loudness)).toBeLessThan(0.1 + 0.05);
    expect(Math.abs(ours.truePeak! - theirs.truePeak)).toBeLessThan(0.2 + 0.05);
  });

  const everyLayout = (
    '2.1 3.0 3.0(back) 4.0 quad quad(side) 3.1 5.0 5.0(side) 4.1 5.1 5.1(side) 6.0 ' +
    '6.0(front) hexagonal 6.1 6.1(back) 6.1(front) 7.0 7.0(front) 7.1 7.1(wide) 7.1(wide-side) octagonal'
  ).split(' ');

  /** A second in a layout, and ffmpeg's numbers of it. */
  async function around(layout: string): Promise<{ file: string; theirs: Awaited<ReturnType<typeof reference>> }> {
    // The frequency of each channel is its own, so that no two of them add up by chance; the further behind, the louder.
    const tone = '0.3*(0.4+0.6*ch/(nb_in_channels-1))*sin(2*PI*(300+170*ch)*t)';
    const source = `anullsrc=channel_layout=${layout}:sample_rate=48000:duration=1,aeval='${tone.replaceAll(',', '\\,')}':c=same`;
    const file = path.join(folder, `around ${layout}.wav`);
    return { file, theirs: await reference(['-f', 'lavfi', '-i', source], ['-c:a', 'pcm_f32le', `file:${file}`]) };
  }

  test.each(everyLayout)('%s: loudness and true peak of all channels as by ffmpeg', async (layout) => {
    const { file, theirs } = await around(layout);
    const ours = await decodeSound(decoder!, await probe(decoder!, file, never), file, never);
    expect(Math.abs(ours.loudness! - theirs.loudness)).toBeLessThan(0.1 + 0.05);
    expect(Math.abs(ours.truePeak! - theirs.truePeak)).toBeLessThan(0.2 + 0.05);
  });

  // With the fewest channels and with the most; every speaker that is mixed stands in one of them.
  test.each(['2.1', '4.1', '7.1(wide)', 'octagonal'])(
    '%s: a stereo version that clips nowhere, and what it measures as by ffmpeg',
    async (layout) => {
      const { file, theirs } = await around(layout);
      const ours = await process(file);
      expect(Math.abs(ours.loudness! - theirs.loudness)).toBeLessThan(0.1 + 0.05);
      expect(Math.abs(ours.truePeak! - theirs.truePeak)).toBeLessThan(0.2 + 0.05);
      const streamed = await reference(['-i', ours.stream.file]);
      expect((await probe(decoder!, ours.stream.file, never)).streams[0]!.channels).toBe(2);
      expect(streamed.truePeak).toBeLessThanOrEqual(-1);
      expect(Math.abs(ours.played!.loudness! - streamed.loudness)).toBeLessThan(0.1 + 0.05);
      expect(Math.abs(ours.played!.truePeak! - streamed.truePeak)).toBeLessThan(0.2 + 0.05);
    },
  );

  test.each([
    ['the center', 'FC', 2, [-3, -3]],
    ['the left surround', 'BL', 4, [-3, -Infinity]],
    ['the right surround', 'BR', 5, [-Infinity, -3]],
    ['the low-frequency effects', 'LFE', 3, [-Infinity, -Infinity]],
    ['the left front', 'FL', 0, [0, -Infinity]],
  ])('of 5.1 %s stands in the stereo version where the standard puts it', async (_name, speaker, channel, expected) => {
    const source = `anullsrc=channel_layout=5.1:sample_rate=48000:duration=1,aeval='if(eq(ch\\,${channel})\\,0.25*sin(2*PI*500*t)\\,0)':c=same`;
    const file = await makeWith(folder, `only ${speaker}.wav`, ['-f', 'lavfi', '-i', source, '-c:a', 'pcm_f32le']);
    const { stream, played } = await process(file);
    const levels = await Promise.all(
      ['c0', 'c1'].map(async (side) => {
        const filter = `pan=mono|c0=${side},ebur128=peak=true:framelog=verbose`;
        const args = ['-nostdin', '-i', stream.file, '-af', filter, '-f', 'null', '-'];
        const { stderr } = await promisify(execFile)(decoder!.ffmpeg, args);
        const peak = Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(stderr)?.[1] ?? -Infinity);
        return peak < -60 ? -Infinity : peak + 12.04;
      }),
    );
    for (const [side, level] of levels.entries())
      if (expected[side] === -Infinity) expect(level).toBe(-Infinity);
      else expect(Math.abs(level - expected[side]!)).toBeLessThan(0.3);
    expect(played === null).toBe(false);
  });

  test('of 5.1 at full scale everywhere is lowered until nothing of its stereo version clips', async () => {
    const source = `anullsrc=channel_layout=5.1:sample_rate=48000:duration=1,aeval='0.99*sin(2*PI*997*t)':c=same`;
    const file = await makeWith(folder, 'full.wav', ['-f', 'lavfi', '-i', source, '-c:a', 'pcm_s24le']);
    const result = await process(file);
    const { truePeak } = await reference(['-i', result.stream.file]);
    expect(truePeak).toBeLessThanOrEqual(-1);
    expect(truePeak).toBeGreaterThan(-2.5);
  });
});
