import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QueueItem } from '#features/parties/contract/endpoints.ts';
import { makeRoomDecks } from './room-decks.ts';

/** An element whose loads are counted. */
class FakeAudio extends EventTarget {
  static readonly made: FakeAudio[] = [];
  readonly loads: string[] = [];
  preload = '';
  preservesPitch = false;
  volume = 1;
  paused = true;
  seeking = false;
  readyState = 4;
  currentTime = 0;
  constructor() {
    super();
    FakeAudio.made.push(this);
  }
  set src(url: string) {
    this.loads.push(url);
    this.paused = true;
  }
  pause(): void {}
  load(): void {}
  removeAttribute(): void {}
}

const track = (id: string, url = `/files/${id}`) =>
  ({ id, file: { url, loudness: null, truePeak: null } }) as never as QueueItem;

beforeEach(() => {
  FakeAudio.made.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('Audio', FakeAudio);
  vi.stubGlobal('HTMLMediaElement', { HAVE_FUTURE_DATA: 3 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a sound whose bytes were lost is loaded again by itself, later each time, until its deck has another one', () => {
  const failed = vi.fn<() => void>();
  const decks = makeRoomDecks(failed, () => {});
  decks.show(track('one'));
  const audio = FakeAudio.made.find((each) => each.loads.length > 0)!;
  audio.dispatchEvent(new Event('error'));
  expect(failed).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1000);
  expect(audio.loads).toEqual(['/files/one', '/files/one']);
  for (let turn = 0; turn < 100; turn++) {
    audio.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(1000);
  }
  expect(audio.loads.length).toBeLessThan(25);
  decks.show(null);
  const last = audio.loads.length;
  vi.advanceTimersByTime(60_000);
  expect(audio.loads).toHaveLength(last);
});

it('a sound that should play and stands still is loaded again, and one that waits for its turn is not', () => {
  const decks = makeRoomDecks(
    () => {},
    () => {},
  );
  decks.show(track('one'));
  const audio = FakeAudio.made.find((each) => each.loads.length > 0)!;
  const watchFor = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 100) {
      decks.watch();
      vi.advanceTimersByTime(100);
    }
  };
  watchFor(30_000);
  expect(audio.loads).toHaveLength(1);
  audio.seeking = true;
  watchFor(3000);
  expect(audio.loads).toHaveLength(1);
  watchFor(2000);
  expect(audio.loads).toHaveLength(2);
  audio.seeking = false;
  vi.advanceTimersByTime(60_000);
  audio.seeking = true;
  watchFor(1000);
  expect(audio.loads).toHaveLength(2);
});

it('a connection that is back loads what did not come at once', () => {
  const decks = makeRoomDecks(
    () => {},
    () => {},
  );
  decks.show(track('one'));
  const audio = FakeAudio.made.find((each) => each.loads.length > 0)!;
  decks.retry();
  expect(audio.loads).toHaveLength(1);
  audio.dispatchEvent(new Event('error'));
  decks.retry();
  expect(audio.loads).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  expect(audio.loads).toHaveLength(2);
});
