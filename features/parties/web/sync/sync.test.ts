import { describe, expect, it } from 'vitest';
import type { ClockProbe } from '#platform/web/lib/socket/clock-probes.ts';
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

  it('is taken of probes that came back after they were sent, and of the last one where a clock was set in between', () => {
    const backwards: ClockProbe = { sentAt: 100, receivedAt: 90, serverAt: 1000 };
    const good: ClockProbe = { sentAt: 400, receivedAt: 420, serverAt: 1410 };
    expect(bestOf([backwards])).toBeNull();
    expect(bestOf([good, backwards])).toEqual(bestOf([good]));
    // In no time there and back.
    expect(bestOf([{ sentAt: 5, receivedAt: 5, serverAt: 1005 }])).toEqual({ at: 5, offset: 1000, roundTrip: 0 });
    // The way there of one and the way back of another are shorter than no time.
    const wasSet: ClockProbe[] = [
      { sentAt: 0, receivedAt: 20, serverAt: 1010 },
      { sentAt: 100, receivedAt: 120, serverAt: 5110 },
      { sentAt: 200, receivedAt: 240, serverAt: 5220 },
    ];
    expect(bestOf(wasSet)).toEqual({ at: 220, offset: 5000, roundTrip: 40 });
  });

  it('goes on at the speed that its samples show, between them and after them', () => {
    const clock = makeServerClock();
    const drift = 150e-6;
    const truth = (local: number): number => 1000 + local * (1 + drift);
    for (let turn = 0; turn < 40; turn++) {
      const at = 1_000_000 + turn * 15_000;
      clock.add({ at, offset: truth(at) - at, roundTrip: 100 });
    }
    const last = 1_000_000 + 39 * 15_000;
    const { offset, driftPpm, roundTrip } = clock.quality()!;
    // The weight of no drift takes some of it away.
    expect(driftPpm).toBeGreaterThan(140);
    expect(driftPpm).toBeLessThan(150);
    expect(roundTrip).toBe(100);
    expect(offset).toBeCloseTo(truth(last) - last, 0);
    expect(clock.at(last)! - truth(last)).toBeCloseTo(0, 0);
    expect(Math.abs(clock.at(last + 100_000)! - truth(last + 100_000))).toBeLessThan(1);
    expect(Math.abs(clock.at(last - 100_000)! - truth(last - 100_000))).toBeLessThan(1);
    // After eight minutes without a sample, 75 ms of drift are no jump, though the way is short.
    const late = last + 500_000;
    clock.add({ at: late, offset: truth(late) - late, roundTrip: 4 });
    expect(clock.quality()!.driftPpm).toBeGreaterThan(50);
  });

  it('takes what comes by a short way for more than what comes by a long one', () => {
    const clock = makeServerClock();
    // Those of a long way are off by half of it, one after the other, as if the clock ran away.
    for (let turn = 0; turn < 40; turn++) {
      const isLong = turn % 2 === 1;
      clock.add({ at: turn * 15_000, offset: isLong ? 1000 + turn * 3 : 1000, roundTrip: isLong ? 300 : 20 });
    }
    expect(Math.abs(clock.quality()!.driftPpm)).toBeLessThan(10);
    expect(clock.quality()!.roundTrip).toBe(20);
  });

  it('knows no drift from a minute of samples, and none beyond what clocks have', () => {
    const young = makeServerClock();
    for (let turn = 0; turn < 5; turn++) young.add({ at: turn * 15_000, offset: 1000 + turn * 1.5, roundTrip: 20 });
    expect(Math.abs(young.quality()!.driftPpm)).toBeLessThan(100);
    for (const way of [1, -1]) {
      const wild = makeServerClock();
      for (let turn = 0; turn < 40; turn++) wild.add({ at: turn * 15_000, offset: way * turn * 15, roundTrip: 2000 });
      expect(wild.quality()!.driftPpm).toBeCloseTo(way * 200);
    }
  });

  it('forgets the shortest way after two minutes, and a sample after ten', () => {
    const clock = makeServerClock();
    clock.add({ at: 0, offset: 1020, roundTrip: 10 });
    clock.add({ at: 119_999, offset: 1000, roundTrip: 100 });
    // The ways of both are as short as they can be: between them.
    expect(clock.at(119_999)! - 119_999).toBeCloseTo(1020, 0);
    clock.add({ at: 120_000, offset: 1000, roundTrip: 100 });
    expect(clock.at(120_000)! - 120_000).toBeCloseTo(1000, 0);
    expect(clock.quality()!.roundTrip).toBe(10);
    clock.add({ at: 599_999, offset: 1000, roundTrip: 100 });
    expect(clock.quality()!.roundTrip).toBe(10);
    clock.add({ at: 600_000, offset: 1000, roundTrip: 100 });
    expect(clock.quality()!.roundTrip).toBe(100);
  });

  it('is made of the last forty samples', () => {
    const clock = makeServerClock();
    clock.add({ at: 0, offset: 1000, roundTrip: 10 });
    for (let turn = 1; turn < 40; turn++) clock.add({ at: turn * 1000, offset: 1000, roundTrip: 100 });
    expect(clock.quality()!.roundTrip).toBe(10);
    clock.add({ at: 40_000, offset: 1000, roundTrip: 100 });
    expect(clock.quality()!.roundTrip).toBe(100);
  });

  it('was set where a sample is further away than its round trip and 50 ms allow', () => {
    const after = (offset: number): number => {
      const clock = makeServerClock();
      clock.add({ at: 0, offset: 1000, roundTrip: 20 });
      clock.add({ at: 1000, offset, roundTrip: 100 });
      return clock.quality()!.roundTrip;
    };
    expect([after(1100), after(1100.5), after(900), after(899.5)]).toEqual([20, 100, 20, 100]);
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
    // On the limits themselves it is caught up.
    expect([15, 400, -400].map((ms) => correctionFor(ms, false).kind)).toEqual(['rate', 'rate', 'rate']);
    expect(correctionFor(5, true).kind).toBe('rate');
  });

  it('is caught up to the end once begun', () => {
    expect(correctionFor(10, true).kind).toBe('rate');
    expect(correctionFor(4, true)).toEqual({ kind: 'none' });
  });
});
