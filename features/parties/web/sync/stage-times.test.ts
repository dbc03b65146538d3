import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Stage } from '#features/parties/contract/endpoints.ts';
import type { DeviceDelays } from './device-delays.ts';
import type { MeasuredClock } from './measured-clock.ts';
import type { RoomDecks } from './room-decks.ts';
import { makeStageTimes } from './stage-times.ts';

const START_MS = 300;
const SEEK_MS = 120;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const stageOf = (version: number, at: number, track: string | null, isPlaying = true): Stage =>
  ({ version, at, isPlaying, positionMs: 0, item: track === null ? null : { id: track } }) as unknown as Stage;

/** A room at a time of the server's clock, null while that is not known; its deck is paused until it is said to run. */
function room(time: { now: number | null } = { now: 10_000 }) {
  const audio = { paused: true };
  const shown: (string | null)[] = [];
  const prepared: string[] = [];
  const decks = {
    show: (item: { id: string } | null) => {
      const isOther = (item?.id ?? null) !== (shown.at(-1) ?? null);
      shown.push(item?.id ?? null);
      return isOther;
    },
    prepare: (item: { id: string }) => void prepared.push(item.id),
    current: () => ({ audio }),
  } as unknown as RoomDecks;
  const clock = { now: () => time.now } as unknown as MeasuredClock;
  const delays = { startMs: () => START_MS, seekMs: () => SEEK_MS } as unknown as DeviceDelays;
  const wake = vi.fn<() => void>();
  const onTrack = vi.fn<() => void>();
  return {
    times: makeStageTimes({ clock, decks, delays }, { wake, onTrack }),
    time,
    audio,
    shown,
    prepared,
    wake,
    onTrack,
  };
}

describe('a stage', () => {
  it('is in force at once where nothing plays, where its time has come, and where nothing is known of the time', () => {
    const { times, shown, onTrack, time } = room();
    expect(times.current()).toBeNull();
    expect(times.follow(stageOf(1, 12_000, 'one'))).toBe(true);
    expect(times.follow(stageOf(2, 10_000, 'two'))).toBe(true);
    time.now = null;
    expect(times.follow(stageOf(3, 99_000, 'three'))).toBe(true);
    expect([times.current()?.version, times.isWaiting(), shown]).toEqual([3, false, ['one', 'two', 'three']]);
    expect(onTrack).toHaveBeenCalledTimes(3);
  });

  it('of the track that sounds is no other track', () => {
    const { times, onTrack } = room();
    times.follow(stageOf(1, 0, 'one'));
    times.follow(stageOf(2, 0, 'one', false));
    expect(times.current()?.version).toBe(2);
    expect(onTrack).toHaveBeenCalledTimes(1);
  });

  it('is taken once, whether it is in force or waits', () => {
    const { times } = room();
    times.follow(stageOf(1, 0, 'one'));
    expect(times.follow(stageOf(1, 0, 'one'))).toBe(false);
    times.follow(stageOf(2, 12_000, 'two'));
    expect(times.follow(stageOf(2, 12_000, 'two'))).toBe(false);
    expect(times.isWaiting()).toBe(true);
  });

  it('that lies ahead waits, and its track is prepared where it is another', () => {
    const { times, prepared, shown } = room();
    times.follow(stageOf(1, 0, 'one'));
    times.follow(stageOf(2, 12_000, 'one'));
    expect([times.current()?.version, times.isWaiting(), prepared]).toEqual([1, true, []]);
    times.follow(stageOf(3, 13_000, 'two'));
    expect([times.current()?.version, times.isWaiting(), prepared]).toEqual([1, true, ['two']]);
    expect(shown).toEqual(['one']);
  });

  it('without a track is in force at once, and so is none, and neither waits on', () => {
    const { times, shown } = room();
    times.follow(stageOf(1, 0, 'one'));
    times.follow(stageOf(2, 12_000, 'two'));
    times.follow(stageOf(3, 12_000, null));
    expect([times.current()?.version, times.isWaiting(), shown.at(-1)]).toEqual([3, false, null]);
    times.follow(stageOf(4, 12_000, 'one'));
    expect(times.current()?.version).toBe(4);
    expect(times.follow(null)).toBe(true);
    expect([times.current(), times.isWaiting(), shown.at(-1)]).toEqual([null, false, null]);
  });
});

describe('what lies ahead', () => {
  /** The first millisecond of the server's clock at which it is in force. */
  const comesAt = (next: Stage, isPaused: boolean, nudge = 0): number => {
    const { times, audio } = room();
    times.follow(stageOf(1, 0, 'one'));
    audio.paused = isPaused;
    times.setNudge(nudge);
    times.follow(next);
    for (let now = 10_000; ; now++) {
      times.advance(now);
      if (!times.isWaiting()) return now;
    }
  };

  it('begins by as much before its time as the device needs, to a millisecond', () => {
    expect(comesAt(stageOf(2, 12_000, 'one'), true)).toBe(12_000 - START_MS - 1);
    expect(comesAt(stageOf(2, 12_000, 'two'), false)).toBe(12_000 - START_MS - 1);
    expect(comesAt(stageOf(2, 12_000, 'one'), false)).toBe(12_000 - SEEK_MS - 1);
    // What is paused needs no time.
    expect(comesAt(stageOf(2, 12_000, 'one', false), false)).toBe(11_999);
  });

  it('comes earlier by the nudge of the device', () => {
    expect(comesAt(stageOf(2, 12_000, 'one', false), false, 160)).toBe(11_999 - 160);
    const { times } = room();
    expect(times.nudgeMs()).toBe(0);
    times.setNudge(-20);
    expect(times.nudgeMs()).toBe(-20);
  });

  it('is nothing where nothing waits', () => {
    const { times, shown } = room();
    times.advance(99_000);
    expect(shown).toEqual([]);
  });
});

describe('the alarm', () => {
  it('wakes at the time of what waits, by one alarm however often it is set', () => {
    const { times, wake } = room();
    times.follow(stageOf(1, 0, 'one'));
    times.follow(stageOf(2, 12_000, 'one'));
    times.setNudge(100);
    times.arm();
    times.arm();
    vi.advanceTimersByTime(2000 - START_MS - 100 - 1);
    expect(wake).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(wake).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(99_000);
    expect(wake).toHaveBeenCalledTimes(1);
  });

  it('wakes for the stage in force, where its time lies ahead', () => {
    const { times, wake } = room();
    times.follow(stageOf(1, 12_000, 'one', false));
    times.arm();
    vi.advanceTimersByTime(2000);
    expect(wake).toHaveBeenCalledTimes(1);
  });

  it('does not wake for what is past, for nothing, without a clock, or once it is closed', () => {
    const { times, wake, time } = room();
    const allWait = (): void => {
      times.arm();
      vi.advanceTimersByTime(99_000);
    };
    allWait();
    times.follow(stageOf(1, 10_000, 'one', false));
    allWait();
    times.follow(stageOf(2, 12_000, 'one', false));
    time.now = null;
    allWait();
    time.now = 10_000;
    times.arm();
    times.close();
    vi.advanceTimersByTime(99_000);
    expect(wake).not.toHaveBeenCalled();
    // One that was set goes when there is nothing to wake for any more.
    times.arm();
    times.follow(null);
    allWait();
    expect(wake).not.toHaveBeenCalled();
  });
});
