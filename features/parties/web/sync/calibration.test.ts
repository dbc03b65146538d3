import { describe, expect, it } from 'vitest';
import { type Clicker, PERIOD_MS, PHASE_MS, delayOf, makeClick } from './calibration.ts';

const RATE = 16_000;
const SECONDS = 12;

/** Noise that is the same in each run, between -1 and 1. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

interface Source {
  readonly of: Clicker;
  /** Milliseconds from the server's time of a click until it is heard. */
  readonly delayMs: number;
  readonly loudness?: number;
  /** Clicks that nobody hears. */
  readonly lost?: readonly number[];
}

/** What a microphone hears that was opened in the middle of a period. */
function heard(
  sources: readonly Source[],
  { noiseLevel = 0, drift = 0, beginMs = 700, echo = 0, seed = 1 } = {},
): Float32Array {
  const samples = new Float32Array(SECONDS * RATE);
  const put = (click: Float32Array, atMs: number, loudness: number) => {
    const start = Math.round((atMs / 1000) * RATE * (1 + drift));
    for (let index = 0; index < click.length; index++)
      if (start + index >= 0 && start + index < samples.length) samples[start + index]! += loudness * click[index]!;
  };
  for (const { of, delayMs, loudness = 0.3, lost = [] } of sources) {
    const click = makeClick(of, RATE);
    for (let number = -1; number <= SECONDS; number++) {
      if (lost.includes(number)) continue;
      const at = number * PERIOD_MS + PHASE_MS[of] + delayMs - beginMs;
      put(click, at, loudness);
      for (const [later, share] of [
        [7, 0.7],
        [19, 0.5],
        [43, 0.3],
      ] as const)
        put(click, at + later, loudness * echo * share);
    }
  }
  const random = noise(seed);
  return samples.map((sample) => sample + noiseLevel * random());
}

const device = (delayMs: number, more: Partial<Source> = {}): Source => ({ of: 'device', delayMs, ...more });
const reference = (delayMs: number, more: Partial<Source> = {}): Source => ({ of: 'reference', delayMs, ...more });

describe('the difference of a device to a reference', () => {
  it.each([
    [180, 20, 160],
    [20, 20, 0],
    [5, 260, -255],
    [510, 30, 480],
    [950, 700, 250],
  ])('that is heard after %i and %i ms is %i ms', (own, other, difference) => {
    for (const beginMs of [0, 1333]) {
      const found = delayOf(heard([device(own), reference(other)], { beginMs }), RATE);
      expect(found.kind === 'found' && found.ms).toBeCloseTo(difference, 0);
    }
  });

  it('is found within a millisecond in noise as loud as the clicks, of a device ten times quieter', () => {
    for (let seed = 1; seed <= 3; seed++) {
      const sources = [device(212, { loudness: 0.04 }), reference(30, { loudness: 0.4 })];
      const found = delayOf(heard(sources, { noiseLevel: 0.04, seed }), RATE);
      expect(found.kind === 'found' && Math.abs(found.ms - 182)).toBeLessThan(1);
    }
  });

  it('is found in a room with echoes, with a clock of the microphone that is off, and wired the other way', () => {
    const sources = [device(140, { loudness: -0.3 }), reference(15)];
    const found = delayOf(heard(sources, { echo: 0.8, drift: 80e-6, noiseLevel: 0.02 }), RATE);
    expect(found.kind === 'found' && Math.abs(found.ms - 125)).toBeLessThan(1.5);
  });

  it('is found where one click in four was lost, and not from a few', () => {
    const found = delayOf(heard([device(90, { lost: [2] }), reference(10, { lost: [3] })], { noiseLevel: 0.02 }), RATE);
    expect(found.kind === 'found' && found.ms).toBeCloseTo(80, 0);
    const few = heard([device(90, { lost: [1, 2, 4] }), reference(10)], { noiseLevel: 0.02 });
    expect(delayOf(few, RATE)).toEqual({ kind: 'unheard', missing: 'device' });
  });

  it('is not made up: what was not heard is named', () => {
    const rest = { noiseLevel: 0.05 };
    expect(delayOf(heard([device(40)], rest), RATE)).toEqual({ kind: 'unheard', missing: 'reference' });
    expect(delayOf(heard([reference(40)], rest), RATE)).toEqual({ kind: 'unheard', missing: 'device' });
    expect(delayOf(heard([], rest), RATE)).toEqual({ kind: 'unheard', missing: 'both' });
    expect(delayOf(new Float32Array(SECONDS * RATE), RATE)).toEqual({ kind: 'unheard', missing: 'both' });
    expect(delayOf(new Float32Array(100), RATE)).toEqual({ kind: 'unheard', missing: 'both' });
    // A hum that is the same in every period is no click.
    const hum = new Float32Array(SECONDS * RATE).map((_, at) => 0.5 * Math.sin((2 * Math.PI * 2500 * at) / RATE));
    expect(delayOf(hum, RATE)).toEqual({ kind: 'unheard', missing: 'both' });
  });
});
