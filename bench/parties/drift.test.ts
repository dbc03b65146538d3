import { expect, it } from 'vitest';
import { type Command, type Track, differencesOf, summaryOf } from './drift.ts';

/** A browser that sounds from a time to another one, `ms` ahead of the room. */
function track(name: string, from: number, to: number, ms = 0): Track {
  const samples = [];
  for (let at = from; at <= to; at += 100)
    samples.push({ at, src: 'a', positionMs: at + ms, rate: 1, isSilent: false, seeks: 0 });
  return { name, samples };
}

const commands: readonly Command[] = [
  { kind: 'play', at: 0 },
  { kind: 'late join', at: 20_000 },
];
const roles = { late: 'late', sleeper: 'guest' };

it('a measurement of pages that sound compares all that can be compared', () => {
  const tracks = [track('host', 0, 60_000), track('guest', 0, 60_000, 12), track('late', 21_000, 60_000, -4)];
  const summary = summaryOf(tracks, differencesOf(tracks), commands, roles);
  expect(summary.heardShare).toBeGreaterThan(0.98);
  expect(summary.medianMs).toBeCloseTo(12);
});

it('a measurement of pages that were silent says so, however close the few seconds were', () => {
  const tracks = [track('host', 0, 60_000), track('guest', 0, 9000), track('late', 59_000, 60_000)];
  const summary = summaryOf(tracks, differencesOf(tracks), commands, roles);
  expect(summary.medianMs).toBe(0);
  expect(summary.heardShare).toBeLessThan(0.2);
});
