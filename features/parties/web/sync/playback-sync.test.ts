import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deck } from '#features/player/web/engine/deck/deck.ts';
import { makeDeviceDelays } from './device-delays.ts';
import type { RoomDecks } from './room-decks.ts';
import { makePlaybackSync } from './playback-sync.ts';
import { makeStarting } from './starting.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  vi.stubGlobal('HTMLMediaElement', { HAVE_FUTURE_DATA: 3 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An element that takes a while to begin and to seek, as devices and slow lines do. */
class Element {
  paused = true;
  seeking = false;
  readyState = 4;
  playbackRate = 1;
  onReady = (): void => {};
  seeks = 0;
  readonly startMs: number;
  private readonly seekMs: () => number;
  private base = 0;
  private since = 0;
  constructor(startMs: number, seekMs: () => number) {
    this.startMs = startMs;
    this.seekMs = seekMs;
  }
  get currentTime(): number {
    const runs = !this.paused && !this.seeking;
    return (this.base + (runs ? Math.max(0, performance.now() - this.since) : 0)) / 1000;
  }
  set currentTime(seconds: number) {
    this.seeks++;
    this.base = seconds * 1000;
    this.seeking = true;
    setTimeout(() => {
      this.seeking = false;
      this.since = performance.now();
      this.onReady();
    }, this.seekMs());
  }
  play(): void {
    this.paused = false;
    this.since = performance.now() + this.startMs;
  }
  pause(): void {
    this.base = this.currentTime * 1000;
    this.paused = true;
  }
}

/** A room at `positionMs`, followed ten times a second. @returns differences of what sounds, by the time since the beginning */
async function follow(element: Element, positionMs: number, ms: number) {
  const deck = { audio: element, outputMs: () => 0, pause: () => element.pause() } as unknown as Deck;
  const decks = { current: () => deck } as unknown as RoomDecks;
  const delays = makeDeviceDelays();
  const began = performance.now();
  const room = (): number => positionMs + performance.now() - began;
  const starting = makeStarting(
    { decks, delays },
    () => element.play(),
    () => void playback.follow(room()),
  );
  const playback = makePlaybackSync(decks, delays, starting);
  element.onReady = () => void playback.follow(room());
  const heard: { at: number; ms: number }[] = [];
  const timer = setInterval(() => {
    playback.follow(room());
    if (!element.paused && !element.seeking)
      heard.push({ at: performance.now() - began, ms: element.currentTime * 1000 - room() });
  }, 100);
  await vi.advanceTimersByTimeAsync(ms);
  clearInterval(timer);
  starting.close();
  return { heard, seeks: playback.seeks() };
}

describe('a sound that follows a room', () => {
  it('of a late listener begins within a second, in step, and is not moved again', async () => {
    const { heard, seeks } = await follow(new Element(70, () => 90), 61_000, 5000);
    expect(heard[0]!.at).toBeLessThan(1000);
    expect(Math.abs(heard[0]!.ms)).toBeLessThan(60);
    expect(seeks).toBe(0);
  });

  it('of a late listener whose device begins slowly is in step within two seconds, not after many of a changed rate', async () => {
    const { heard, seeks } = await follow(new Element(260, () => 90), 61_000, 8000);
    for (const { at, ms } of heard) if (at >= 2000) expect(Math.abs(ms), `after ${at} ms`).toBeLessThan(40);
    expect(seeks).toBe(1);
  });

  it('comes in step over a line on which a seek takes seconds at first', async () => {
    const times = [1800, 900];
    const { heard } = await follow(new Element(40, () => times.shift() ?? 120), 61_000, 12_000);
    expect(Math.abs(heard.at(-1)!.ms)).toBeLessThan(60);
    expect(heard.filter(({ ms }) => Math.abs(ms) > 400)).toEqual([]);
  });

  it('is moved once, and in step at once, after it has lost a second', async () => {
    const element = new Element(40, () => 100);
    const lost = setTimeout(() => {
      element.pause();
      element.play();
      // As after a wait for bytes.
      Object.assign(element, { since: performance.now() + 1000 });
    }, 3000);
    const { heard, seeks } = await follow(element, 61_000, 8000);
    clearTimeout(lost);
    expect(seeks).toBe(1);
    expect(heard.filter(({ at, ms }) => at > 6000 && Math.abs(ms) > 60)).toEqual([]);
  });
});
