import { expect, test } from 'vitest';
import { media } from '#content/media/contract/limits.ts';
import { waveOf } from './wave.ts';

/** Buckets that swell from silence to a level, as the analysis of a sound draws them. */
const swell = (buckets: number, level = 127): Uint8Array => {
  const rise = Array.from({ length: buckets }, (_, at) => Math.round((at / (buckets - 1)) * level));
  return new Uint8Array(Int8Array.from([...rise.map((value) => -value), ...rise, ...rise]).buffer);
};

test('a waveform rises with its sound from the first digit to the last, however quiet the sound is', () => {
  for (const level of [127, 20]) {
    const wave = waveOf(swell(1000, level));
    expect(wave).toHaveLength(media.waveBars);
    expect([...wave]).toEqual([...wave].toSorted());
    expect([wave[0], wave.at(-1)]).toEqual(['0', 'z']);
  }
});

test('silence is flat, a sound of few buckets has as many bars, and one without any none', () => {
  expect(waveOf(new Uint8Array(3000))).toBe('0'.repeat(media.waveBars));
  expect(waveOf(swell(3))).toBe('0Vz');
  expect(waveOf(new Uint8Array(0))).toBe('');
});
