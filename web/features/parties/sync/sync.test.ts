import { describe, expect, it } from 'vitest';
import type { ClockProbe } from '#web/lib/socket/clock-probes.ts';
import { bestOf, makeServerClock } from './clock.ts';
import { correctionFor } from './correction.ts';

/** A generator with a seed, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe('the clock of the server', () => {
  it('is taken from the shortest way there and the shortest way back', () => {
    const probes: ClockProbe[] = [
      { sentAt: 0, receivedAt: 300, serverAt: 1200 },
      { sentAt: 400, receivedAt: 420, serverAt: 1410 },
      { sentAt: 500, receivedAt: 650, serverAt: 1640 },
    ];
    expect(bestOf(probes)).toEqual({ at: 410, offset: 1000, roundTrip: 20 });
    // Each way is short once, and never both at once.
    const apart: ClockProbe[] = [
      { sentAt: 0, receivedAt: 200, serverAt: 1010 },
      { sentAt: 300, receivedAt: 500, serverAt: 1490 },
    ];
    expect(bestOf(apart)).toMatchObject({ offset: 1000, roundTrip: 20 });
    expect(bestOf([])).toBeNull();
  });

  it('is known within 10 ms through delays of 50 to 150 ms each way, with a clock that drifts', () => {
    const next = random(7);
    const clock = makeServerClock();
    const truth = (local: number): number => 1_700_000_000_000 + local * (1 + 80e-6);
    let worst = 0;
    for (let minute = 0; minute < 40; minute++) {
      const probes = Array.from({ length: 8 }, (_, number) => {
        const sentAt = minute * 15_000 + number * 60;
        const [there, back] = [50 + 100 * next(), 50 + 100 * next()];
        return { sentAt, serverAt: truth(sentAt + there), receivedAt: sentAt + there + back };
      });
      clock.add(bestOf(probes)!);
      if (minute < 4) continue;
      const now = minute * 15_000 + 7000;
      worst = Math.max(worst, Math.abs(clock.at(now)! - truth(now)));
    }
    expect(worst).toBeLessThan(10);
    expect(clock.quality()!.driftPpm).toBeGreaterThan(0);
  });

  it('follows at once when one of the two clocks jumps by an hour', () => {
    const clock = makeServerClock();
    for (let turn = 0; turn < 12; turn++) clock.add({ at: turn * 15_000, offset: 1000 + (turn % 3), roundTrip: 100 });
    clock.add({ at: 180_000, offset: 3_601_000, roundTrip: 120 });
    expect(clock.at(180_000)).toBe(3_781_000);
    // A slow answer within its round trip is no jump.
    clock.add({ at: 195_000, offset: 3_601_300, roundTrip: 700 });
    expect(Math.abs(clock.at(195_000)! - 3_796_000)).toBeLessThan(10);
  });

  it('knows nothing before the first sample', () => {
    const clock = makeServerClock();
    expect(clock.at(1)).toBeNull();
    expect(clock.quality()).toBeNull();
    clock.add({ at: 0, offset: 5, roundTrip: 1 });
    expect(clock.at(10)).toBe(15);
  });
});

describe('a difference', () => {
  it('under 15 ms is left alone, to 400 ms is caught up by at most 2 %, above is one jump', () => {
    expect(correctionFor(14, false)).toEqual({ kind: 'none' });
    expect(correctionFor(-40, false)).toEqual({ kind: 'rate', rate: 1.01 });
    expect(correctionFor(300, false)).toEqual({ kind: 'rate', rate: 0.98 });
    expect(correctionFor(-401, false)).toEqual({ kind: 'seek' });
  });

  it('is caught up to the end once begun', () => {
    expect(correctionFor(10, true).kind).toBe('rate');
    expect(correctionFor(4, true)).toEqual({ kind: 'none' });
  });
});
