import type { QueueItem, Stage } from '#features/parties/contract/endpoints.ts';
import { sitePlayer } from '#features/player/web/engine/use-player.ts';
import type { ClockProbe } from '#platform/web/lib/socket/clock-probes.ts';
import { makeDeviceDelays } from './device-delays.ts';
import { type ClockQuality, type MeasuredClock, makeMeasuredClock } from './measured-clock.ts';
import { type RoomDecks, makeRoomDecks } from './room-decks.ts';
import { makePlaybackSync } from './playback-sync.ts';
import { makeStarting } from './starting.ts';
import { makeStageTimes } from './stage-times.ts';

/** How a page follows the room, as the panel "Sync" shows it. */
export interface SyncState {
  /** `blocked`: the browser wants a press before it lets anything sound. */
  readonly status: 'silent' | 'waiting' | 'playing' | 'blocked' | 'failed';
  readonly positionMs: number;
  /** The sound's position minus the room's; null while nothing plays. */
  readonly errorMs: number | null;
  readonly rate: number;
  readonly seeks: number;
  readonly clock: ClockQuality | null;
}

/** The sound of a room on this page. */
export interface RoomSound {
  state(): SyncState;
  subscribe(listener: () => void): () => void;
  /** What plays from the stage's time on; null for nothing. */
  follow(stage: Stage | null): void;
  /** The track after it, to be loaded ahead. */
  prepare(item: QueueItem | null): void;
  /** Call it while a press is handled, where the state is `blocked` or sound is wanted for the first time. */
  allow(): void;
  setVolume(volume: number): void;
  /** Silences the room on this page, which goes on in step. */
  setMuted(isMuted: boolean): void;
  /** Milliseconds by which this device is heard later than it says; positive plays earlier. */
  setNudge(ms: number): void;
  /** Milliseconds of the server's clock; null before it is known. */
  serverNow(): number | null;
  /** Measures the clock again: after sleep, a changed network, or when asked. */
  measure(): void;
  close(): void;
}

const TICK_MS = 100;
/** Milliseconds between two reports of the position, which pages draw. */
const REPORT_MS = 250;
/** A gap between two ticks after which the page was asleep. */
const SLEPT_MS = 5000;

/** Where a stage is at a time of the server's clock, in milliseconds of the track; negative before it begins. */
const positionAt = (stage: Stage, now: number): number =>
  stage.isPlaying ? stage.positionMs + (now - stage.at) : stage.positionMs;

/**
 * Makes the sound of a room: it plays what the stage says at the position that follows from the server's clock, and
 * corrects itself. A command that lies ahead is prepared and takes effect at its time. Browser only.
 * @param probe asks the server's clock once; null when there was no answer
 */
export function makeRoomSound(probe: () => Promise<ClockProbe | null>): RoomSound {
  const store = makeSyncStore();
  const { set, report } = store;
  const clock = makeMeasuredClock(probe, () => {
    set({ clock: clock.quality() });
    times.arm();
  });
  const decks = makeRoomDecks(
    () => set({ status: 'failed', errorMs: null }),
    () => ticking.tick(),
  );
  const delays = makeDeviceDelays();
  const times = makeStageTimes(
    { clock, decks, delays },
    { wake: () => ticking.tick(), onTrack: () => playback.forget() },
  );
  // Whoever has pressed something on this page, such as Join Party, has allowed it.
  let isAllowed = navigator.userActivation?.hasBeenActive ?? false;

  const play = (): void => {
    const deck = decks.current();
    sitePlayer().pause();
    deck.play().then(
      () => set({ status: 'playing' }),
      (error: unknown) => {
        if (deck === decks.current() && error instanceof DOMException && error.name === 'NotAllowedError') {
          isAllowed = false;
          set({ status: 'blocked' });
        }
      },
    );
  };
  const starting = makeStarting({ decks, delays }, play, () => ticking.tick());
  const playback = makePlaybackSync(decks, delays, starting);

  const ticking = keepTicking(clock, decks, () => {
    const now = clock.now();
    if (now !== null) times.advance(now);
    const stage = times.current();
    const item = stage?.item;
    if (!item || now === null) {
      playback.hold(null);
      return set({ status: item ? 'waiting' : 'silent', errorMs: null, positionMs: 0 });
    }
    const target = positionAt(stage, now) + (stage.isPlaying ? times.nudgeMs() : 0);
    const inside = Math.min(Math.max(0, target), item.durationMs);
    const begins = stage.isPlaying && target + delays.startMs() < stage.positionMs - 1;
    const isOver = target >= item.durationMs;
    if (!stage.isPlaying || begins || isOver) {
      // Ready where it will go on.
      playback.hold(isOver ? null : stage.positionMs);
      report({ status: stage.isPlaying ? 'waiting' : 'silent', errorMs: null, positionMs: inside });
      return begins ? times.arm() : undefined;
    }
    if (!isAllowed) return report({ status: 'blocked', errorMs: null, positionMs: inside });
    decks.watch();
    const { errorMs, isSounding } = playback.follow(target);
    report({
      status: isSounding ? 'playing' : decks.current().audio.error ? 'failed' : 'waiting',
      errorMs,
      positionMs: inside,
      rate: decks.current().audio.playbackRate,
      seeks: playback.seeks(),
    });
  });

  return {
    state: store.state,
    subscribe: store.subscribe,
    follow(next) {
      if (!times.follow(next)) return;
      ticking.tick();
      times.arm();
    },
    prepare(item) {
      if (item && item.id !== times.current()?.item?.id && !times.isWaiting()) decks.prepare(item);
    },
    allow() {
      isAllowed = true;
      ticking.tick();
      decks.unlock(() => store.state().status === 'playing');
    },
    setVolume: decks.setVolume,
    setMuted: decks.setMuted,
    setNudge: times.setNudge,
    serverNow: clock.now,
    measure: clock.measure,
    close() {
      for (const part of [ticking, clock, times, starting, decks, store]) part.close();
    },
  };
}

/** Calls `follow` while the page lives, and measures the clock again where it was asleep. */
function keepTicking(clock: MeasuredClock, decks: RoomDecks, follow: () => void): { tick(): void; close(): void } {
  let last = { page: performance.now(), wall: Date.now() };
  const tick = (): void => {
    const now = { page: performance.now(), wall: Date.now() };
    // While a machine sleeps the page's own clock goes on in one browser and stands still in another.
    if (Math.max(now.page - last.page, Math.abs(now.wall - last.wall)) > SLEPT_MS) clock.measureFresh();
    last = now;
    follow();
  };
  const wake = (): void => {
    if (document.visibilityState !== 'visible') return;
    clock.measure();
    decks.retry();
    tick();
  };
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  const ticker = setInterval(tick, TICK_MS);
  return {
    tick,
    close() {
      clearInterval(ticker);
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
    },
  };
}

/** The state of a room's sound, and who listens to it. */
function makeSyncStore() {
  const listeners = new Set<() => void>();
  let state: SyncState = { status: 'silent', positionMs: 0, errorMs: null, rate: 1, seeks: 0, clock: null };
  let reportedAt = 0;
  const set = (patch: Partial<SyncState>): void => {
    if (Object.entries(patch).every(([key, value]) => state[key as keyof SyncState] === value)) return;
    state = { ...state, ...patch };
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    set,
    /** As `set`, throttled to the rate at which pages draw, unless the status has changed. */
    report(patch: Partial<SyncState> & Pick<SyncState, 'status'>): void {
      const now = performance.now();
      if (patch.status === state.status && now - reportedAt < REPORT_MS) return;
      reportedAt = now;
      set(patch);
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}
