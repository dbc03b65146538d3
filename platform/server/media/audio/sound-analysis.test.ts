import { describe, expect, test } from 'vitest';
import { type SoundMeasurements, makeAnalysis } from './sound-analysis.ts';
import { makeOutline } from './waveform.ts';

/** Samples of one function of time for each channel. */
function measured(rate: number, seconds: number, ...channels: ((time: number) => number)[]): SoundMeasurements {
  const samples = new Float32Array(Math.round(rate * seconds) * channels.length);
  for (let index = 0; index < samples.length; index++)
    samples[index] = channels[index % channels.length]!(Math.floor(index / channels.length) / rate);
  const bytes = new Uint8Array(samples.buffer);
  const analysis = makeAnalysis(
    rate,
    channels.map(() => 1),
  );
  // Cut where no sample ends, as pipes do.
  for (let at = 0; at < bytes.length; at += 4099) analysis.add(bytes.subarray(at, at + 4099));
  return analysis.finish();
}
const sine =
  (hertz: number, level: number, phase = 0) =>
  (time: number): number =>
    10 ** (level / 20) * Math.sin(2 * Math.PI * hertz * time + phase);
const silent = (): number => 0;

describe('loudness', () => {
  // EBU Tech 3341, cases 1 to 3; the tolerance there is 0.1 LU.
  test.each([44_100, 48_000, 96_000, 192_000])('of a tone at -23 dBFS on both sides is -23 LUFS at %i Hz', (rate) => {
    expect(measured(rate, 5, sine(1000, -23), sine(1000, -23)).loudness).toBeCloseTo(-23, 1);
  });

  test('leaves out what is 10 LU quieter than the rest', () => {
    const level = (time: number): number => (time < 10 || time >= 70 ? -36 : -23);
    const tone = (time: number): number => sine(1000, level(time))(time);
    expect(Math.abs(measured(48_000, 80, tone, tone).loudness! + 23)).toBeLessThan(0.1);
  });

  test('of one side alone is 3 LU less, and so is mono', () => {
    expect(measured(48_000, 3, sine(1000, -20), silent).loudness).toBeCloseTo(-23, 1);
    expect(measured(48_000, 3, sine(1000, -20)).loudness).toBeCloseTo(-23, 1);
  });

  test('of silence, of what is below -70 LUFS and of less than 400 ms is not there', () => {
    expect(measured(48_000, 2, silent, silent)).toMatchObject({ loudness: null, truePeak: null, frames: 96_000 });
    expect(measured(48_000, 2, sine(1000, -80)).loudness).toBeNull();
    expect(measured(48_000, 0.39, sine(1000, -10)).loudness).toBeNull();
    expect(measured(48_000, 0.41, sine(1000, -10)).loudness).not.toBeNull();
  });
});

describe('true peak', () => {
  // EBU Tech 3341, cases 15 to 19: within +0.2 and -0.4 dB.
  test.each([
    ['a quarter of the rate, between the samples', 12_000, Math.PI / 4],
    ['a quarter of the rate, on the samples', 12_000, 0],
    ['a sixth of the rate', 8000, Math.PI / 3],
    ['an eighth of the rate', 6000, Math.PI / 8],
    ['a low tone', 100, 1],
  ])('of %s is that of the curve', (_name, hertz, phase) => {
    // A tone that begins at once overshoots, and so it is measured.
    const fading = (time: number): number => sine(hertz, -6, phase)(time) * Math.min(1, time * 20, (1 - time) * 20);
    expect(Math.abs(measured(48_000, 1, fading).truePeak! + 6)).toBeLessThan(0.2);
  });

  test('is found where one sample is louder than all others, and never below a sample', () => {
    const tone = (time: number): number => (Math.abs(time - 0.7) < 1e-6 ? 0.9 : 0.1 * Math.sin(time * 2000));
    expect(measured(48_000, 1, tone, silent).truePeak).toBeGreaterThanOrEqual(20 * Math.log10(0.9) - 1e-6);
    expect(measured(48_000, 1, tone, silent).truePeak).toBeLessThan(20 * Math.log10(0.9) + 0.2);
  });

  test('is found behind the last sample but one too', () => {
    const last = (time: number): number =>
      time > 0.0999 ? 0.5 * Math.sin(2 * Math.PI * 12_000 * time + Math.PI / 4) : 0;
    const { truePeak, frames } = measured(48_000, 0.1, last);
    expect(frames).toBe(4800);
    expect(truePeak).toBeGreaterThan(20 * Math.log10(0.5 * Math.SQRT1_2) + 1);
  });

  test('may be beyond full scale', () => {
    expect(measured(48_000, 1, sine(12_000, 0, Math.PI / 4)).truePeak).toBeGreaterThan(-0.2);
    expect(measured(48_000, 1, sine(500, 6)).truePeak).toBeCloseTo(6, 1);
  });
});

describe('the outline', () => {
  test('has minima, maxima and means of buckets of equal length', () => {
    const { overview, zoom } = measured(48_000, 10, (time) => (time < 5 ? 0.5 : -0.25));
    const drawn = new Int8Array(overview.buffer);
    expect(drawn).toHaveLength(3000);
    expect([drawn[100], drawn[1100], drawn[2100]]).toEqual([64, 64, 64]);
    expect([drawn[900], drawn[1900], drawn[2900]]).toEqual([-32, -32, 32]);
    expect(drawn.subarray(0, 499).every((value) => value === 64)).toBe(true);
    expect(drawn.subarray(501, 1000).every((value) => value === -32)).toBe(true);
    expect(zoom).toHaveLength(2 * 1000);
    expect([zoom[1100], new Int8Array(zoom.buffer)[900]]).toEqual([127, -63]);
  });

  test('holds 50 values a second, of both channels together', () => {
    const { zoom } = measured(8000, 60, (time) => (Math.floor(time) === 30 ? 1 : 0), silent);
    const drawn = new Int8Array(zoom.buffer);
    expect(drawn).toHaveLength(2 * 3000);
    const loud = [...drawn.subarray(3000).entries()].filter(([, value]) => value === 127).map(([index]) => index);
    expect([loud[0], loud.at(-1)]).toEqual([1500, 1549]);
  });

  test.each([1, 7, 999, 1000, 5000, 65_537, 300_001])(
    'of %i samples loses none, in memory that is bounded',
    (count) => {
      const outline = makeOutline(1024);
      const samples = Float32Array.from(
        { length: count },
        (_, index) => Math.sin(index * 0.37) * Math.sin(index * 1e-4),
      );
      for (let at = 0; at < count; at += 911) outline.add([samples], at, Math.min(911, count - at));
      const drawn = new Int8Array(outline.draw(200, false, true).buffer);
      const size = drawn.length / 2;
      const scale =
        127 /
        Math.max(
          0.02,
          samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
        );
      expect(size).toBe(Math.min(200, count));
      for (let bucket = 0; bucket < size; bucket++) {
        const inside = samples.subarray(Math.floor((bucket * count) / size), Math.ceil(((bucket + 1) * count) / size));
        expect(drawn[bucket]).toBeLessThanOrEqual(Math.round(Math.min(...inside) * scale));
        expect(drawn[size + bucket]).toBeGreaterThanOrEqual(Math.round(Math.max(...inside) * scale));
      }
      expect(Math.max(...drawn)).toBe(Math.round(samples.reduce((most, value) => Math.max(most, value), -1) * scale));
    },
  );

  test.each([0, -12, -30, -33])('of a master of %i dBFS has the shape of a loud one', (level) => {
    const fade = (gain: number): number[] => {
      const outline = makeOutline();
      outline.add([Float32Array.from({ length: 1000 }, (_, index) => (gain * (index + 1)) / 1000)], 0, 1000);
      return [...outline.draw(100, true, true)];
    };
    expect(fade(10 ** (level / 20))).toEqual(fade(1));
  });

  test('of nothing is empty', () => {
    expect(makeOutline().draw(1000, true)).toHaveLength(0);
    expect(measured(48_000, 0, silent)).toMatchObject({ frames: 0, loudness: null, truePeak: null });
  });
});

test('what is not a number does no harm', () => {
  const strange = [Number.NaN, Infinity, -Infinity, 1e30, 0.1];
  const { loudness, truePeak } = measured(48_000, 2, (time) => strange[Math.floor(time * 10) % 5]!);
  expect(Number.isFinite(loudness)).toBe(true);
  expect(Number.isFinite(truePeak)).toBe(true);
});
