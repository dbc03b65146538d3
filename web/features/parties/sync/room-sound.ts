import type { QueueItem, Stage } from '#contract/parties.ts';
import { sitePlayer } from '#web/features/player/engine/use-player.ts';
import type { ClockProbe } from '#web/lib/socket-client.ts';
import type { ServerClock } from './clock.ts';
import { correctionFor } from './correction.ts';
import { makeDeviceDelays } from './device-delays.ts';
import { type MeasuredClock, makeMeasuredClock } from './measured-clock.ts';
import { makeRoomDecks } from './room-decks.ts';
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
  readonly clock: ReturnType<ServerClock['quality']>;
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
  /** Milliseconds by which this device is heard later than it says; positive plays earlier. */
  setNudge(ms: number): void;
  /** Milliseconds of the server's clock; null before it is known. */
  serverNow(): number | null;
  /** Measures the clock again: after sleep, a changed network, or when asked. */
  measure(): void;
  close(): void;
}

const TICK_MS = 250;
/** A gap between two ticks after which the page was asleep. */
const SLEPT_MS = 5000;
/** A paused sound that is at most so far away from where it begins needs no seek. */
const PLACED_MS = 8;

/** Where a stage is at a time of the server's clock, in milliseconds of the track; negative before it begins. */
const positionAt = (stage: Stage, now: number): number =>
  stage.isPlaying ? stage.positionMs + (now - stage.at) : stage.positionMs;

const isAway = (audio: HTMLAudioElement, ms: number): boolean => Math.abs(audio.currentTime * 1000 - ms) > PLACED_MS;

function place(audio: HTMLAudioElement, ms: number): void {
  if (audio.readyState > 0 && !audio.seeking && isAway(audio, ms)) audio.currentTime = Math.max(0, ms) / 1000;
}

/**
 * Makes the sound of a room: it plays what the stage says at the position that follows from the server's clock, and
 * corrects itself. A command that lies ahead is prepared and takes effect at its time. Browser only.
 * @param probe asks the server's clock once; null when there was no answer
 */
export function makeRoomSound(probe: () => Promise<ClockProbe | null>): RoomSound {
  const store = makeSyncStore();
  const { set } = store;
  const clock = makeMeasuredClock(probe, () => {
    set({ clock: clock.quality() });
    times.arm();
  });
  const decks = makeRoomDecks(() => set({ status: 'failed', errorMs: null }));
  const delays = makeDeviceDelays();
  const times = makeStageTimes({ clock, decks, delays }, () => ticking.tick());
  // Whoever has pressed something on this page, such as Join Party, has allowed it.
  let isAllowed = navigator.userActivation?.hasBeenActive ?? false;

  const seekTo = (ms: number): void => {
    const { audio } = decks.current();
    delays.begin('seek');
    audio.playbackRate = 1;
    audio.currentTime = Math.max(0, ms) / 1000;
    set({ seeks: store.state().seeks + 1, rate: 1 });
  };
  /** Begins to sound at a position. */
  const start = (target: number): void => {
    const deck = decks.current();
    const from = target + delays.startMs();
    if (isAway(deck.audio, from)) seekTo(from + delays.seekMs());
    else delays.begin('start');
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
  /** Brings what sounds to where the room is. */
  const correct = (target: number, inside: number): void => {
    const { audio, outputMs } = decks.current();
    if (audio.seeking || delays.isSettling()) return;
    const error = audio.currentTime * 1000 - outputMs() * audio.playbackRate - target;
    delays.learn(error);
    const correction = correctionFor(error, audio.playbackRate !== 1);
    if (correction.kind === 'seek') seekTo(target + outputMs() + delays.seekMs());
    else audio.playbackRate = correction.kind === 'rate' ? correction.rate : 1;
    set({ status: 'playing', errorMs: error, positionMs: inside, rate: audio.playbackRate });
  };

  const ticking = keepTicking(clock, () => {
    const now = clock.now();
    if (now !== null) times.advance(now);
    const deck = decks.current();
    const stage = times.current();
    const item = stage?.item;
    if (!item || now === null) {
      if (!deck.audio.paused) deck.pause();
      return set({ status: item ? 'waiting' : 'silent', errorMs: null, positionMs: 0 });
    }
    const target = positionAt(stage, now) + (stage.isPlaying ? times.nudgeMs() : 0);
    const inside = Math.min(Math.max(0, target), item.durationMs);
    const begins = stage.isPlaying && target + delays.startMs() < stage.positionMs - 1;
    if (!stage.isPlaying || begins || target >= item.durationMs) {
      if (!deck.audio.paused) deck.pause();
      // Ready where it will go on.
      if (target < item.durationMs) place(deck.audio, stage.positionMs);
      set({ status: stage.isPlaying ? 'waiting' : 'silent', errorMs: null, positionMs: inside });
      return begins ? times.arm() : undefined;
    }
    if (!isAllowed) return set({ status: 'blocked', errorMs: null, positionMs: inside });
    if (deck.audio.paused) start(target);
    else correct(target, inside);
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
    setNudge: times.setNudge,
    serverNow: clock.now,
    measure: clock.measure,
    close() {
      for (const part of [ticking, clock, times, decks, store]) part.close();
    },
  };
}

/** Calls `follow` while the page lives, and measures the clock again where it was asleep. */
function keepTicking(clock: MeasuredClock, follow: () => void): { tick(): void; close(): void } {
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    if (now - last > SLEPT_MS) clock.measureFresh();
    last = now;
    follow();
  };
  const wake = (): void => {
    if (document.visibilityState !== 'visible') return;
    clock.measure();
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
  return {
    state: () => state,
    set(patch: Partial<SyncState>): void {
      const next = { ...state, ...patch };
      if (Object.entries(patch).every(([key, value]) => state[key as keyof SyncState] === value)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}
