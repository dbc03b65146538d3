import { expect, test } from 'vitest';
import { WAVE_BARS } from '#platform/server/media/audio/sound-analysis.ts';
import { makeOutline } from '#platform/server/media/audio/waveform.ts';
import { waveOf } from './wave.ts';

/** The waveform of samples, as processing makes it. */
function waveOfSamples(samples: Float32Array): string {
  const outline = makeOutline();
  outline.add([samples], 0, samples.length);
  return waveOf(outline.draw(WAVE_BARS, true, true));
}
/** A tone that swells from silence to a level in dBFS. */
const swell = (level: number, length = WAVE_BARS * 100): Float32Array =>
  Float32Array.from({ length }, (_, at) => ((10 ** (level / 20) * at) / length) * Math.sign(Math.sin(at)));

test('a waveform rises with its sound from the first digit to the last, and has the same shape however quiet the master is', () => {
  const loud = waveOfSamples(swell(0));
  expect(loud).toHaveLength(WAVE_BARS);
  expect([...loud]).toEqual([...loud].toSorted());
  expect([loud[0], loud.at(-1)]).toEqual(['0', 'z']);
  // No two bytes of a scale are less than a percent apart.
  for (const level of [-12, -24, -30, -33]) expect(waveOfSamples(swell(level)), `${level} dBFS`).toBe(loud);
  expect(new Set(loud).size).toBeGreaterThan(50);
});

test.each([1, 5, 31.7, 60, 99.9])('a click at %i percent of a sound is in the bar of that time', (percent) => {
  const samples = new Float32Array(48_000 * 7 + 13);
  const at = Math.floor((samples.length * percent) / 100);
  samples.fill(0.9, at, at + 10);
  const wave = waveOfSamples(samples);
  expect(wave[Math.floor((at / samples.length) * WAVE_BARS)]).toBe('z');
  expect([...wave].filter((digit) => digit !== '0').length).toBeLessThanOrEqual(2);
});

test('silence is flat, noise far below a master stays low, and a sound of few samples has as many bars', () => {
  expect(waveOfSamples(new Float32Array(WAVE_BARS * 10))).toBe('0'.repeat(WAVE_BARS));
  const noise = waveOfSamples(Float32Array.from({ length: 40_000 }, (_, at) => (at % 2 ? 2e-4 : -2e-4)));
  expect(Math.max(...[...noise].map((digit) => Number.parseInt(digit, 36)))).toBeLessThan(6);
  expect(waveOfSamples(Float32Array.of(0, 0.5, 1))).toHaveLength(3);
  expect(waveOf(new Uint8Array(0))).toBe('');
});
