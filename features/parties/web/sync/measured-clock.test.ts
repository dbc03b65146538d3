import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClockProbe } from '#platform/web/lib/socket/clock-probes.ts';
import { makeMeasuredClock } from './measured-clock.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** A line that takes 100 ms each way to a server whose clock is `ahead`; null while it is cut. */
function lineTo(server: { ahead: number; isCut: boolean; asked: number }) {
  return async (): Promise<ClockProbe | null> => {
    server.asked++;
    if (server.isCut) return null;
    const sentAt = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { sentAt, receivedAt: performance.now(), serverAt: (sentAt + performance.now()) / 2 + server.ahead };
  };
}

describe('the measured clock of the server', () => {
  it('is known half a second after the socket has opened, however late that is', async () => {
    const server = { ahead: 5000, isCut: true, asked: 0 };
    const clock = makeMeasuredClock(lineTo(server), () => {});
    await vi.advanceTimersByTimeAsync(4000);
    expect(clock.now()).toBeNull();
    server.isCut = false;
    await vi.advanceTimersByTimeAsync(900);
    expect(clock.now()).toBe(performance.now() + 5000);
    clock.close();
  });

  it('stays known while the page wakes up without a connection, and is right with the first answer', async () => {
    const server = { ahead: 5000, isCut: false, asked: 0 };
    const clock = makeMeasuredClock(lineTo(server), () => {});
    await vi.advanceTimersByTimeAsync(2000);
    // The page's own clock stood still for half a minute.
    server.ahead = 35_000;
    server.isCut = true;
    clock.measureFresh();
    await vi.advanceTimersByTimeAsync(3000);
    expect(clock.now()).toBe(performance.now() + 5000);
    server.isCut = false;
    await vi.advanceTimersByTimeAsync(900);
    expect(clock.now()).toBe(performance.now() + 35_000);
    clock.close();
  });

  it('asks often at first, then eight times in a quarter of a minute, and no more once closed', async () => {
    const server = { ahead: 0, isCut: false, asked: 0 };
    const clock = makeMeasuredClock(lineTo(server), () => {});
    await vi.advanceTimersByTimeAsync(60_000);
    const before = server.asked;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.asked - before).toBeLessThanOrEqual(32);
    clock.close();
    const last = server.asked;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.asked).toBe(last);
  });
});
