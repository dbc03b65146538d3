import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { playSamples } from '#features/player/web/engine/deck/deck.ts';
import { PERIOD_MS, PHASE_MS } from './calibration.ts';
import { startClicks } from './click-track.ts';

vi.mock('#features/player/web/engine/deck/deck.ts', () => ({ playSamples: vi.fn<typeof playSamples>() }));

/** The server's clock is so far ahead of the page's. */
const AHEAD_MS = 12_345;
const serverNow = () => performance.now() + AHEAD_MS;
/** When clicks are to sound, by the server's clock. */
const heard = () => vi.mocked(playSamples).mock.calls.map(([, , at]) => at + AHEAD_MS);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  vi.mocked(playSamples).mockClear();
});
afterEach(() => vi.useRealTimers());

it.each(['device', 'reference'] as const)(
  'the %s clicks once in every period of the server’s clock, at its place',
  (of) => {
    const stop = startClicks(of, serverNow, 0);
    vi.advanceTimersByTime(10 * PERIOD_MS);
    const clicks = heard();
    expect(clicks.length).toBeGreaterThanOrEqual(10);
    for (const [index, at] of clicks.entries()) {
      expect(at % PERIOD_MS).toBeCloseTo(PHASE_MS[of]);
      expect(at - clicks[0]!).toBeCloseTo(index * PERIOD_MS);
    }
    stop();
    vi.advanceTimersByTime(3 * PERIOD_MS);
    expect(heard()).toHaveLength(clicks.length);
  },
);

it('clicks come earlier by the delay of the device', () => {
  const stop = startClicks('device', serverNow, 160);
  vi.advanceTimersByTime(3 * PERIOD_MS);
  for (const at of heard()) expect((at + 160) % PERIOD_MS).toBeCloseTo(0);
  stop();
});

it('each click is given to the sound card before it is to sound, and none before the server’s clock is known', () => {
  let isKnown = false;
  const early: number[] = [];
  vi.mocked(playSamples).mockImplementation((_samples, _rate, at) => void early.push(at - performance.now()));
  const stop = startClicks('device', () => (isKnown ? serverNow() : null), 0);
  vi.advanceTimersByTime(2 * PERIOD_MS);
  expect(early).toEqual([]);
  isKnown = true;
  vi.advanceTimersByTime(4 * PERIOD_MS);
  expect(early).not.toEqual([]);
  expect(Math.min(...early)).toBeGreaterThanOrEqual(500);
  stop();
});
