import type { Stage } from '#contract/parties.ts';
import { factorOf, gainDb } from '#web/features/player/engine/gain.ts';
import { type Deck, makeDeck } from '#web/features/player/engine/deck.ts';
import { sitePlayer } from '#web/features/player/engine/use-player.ts';
import type { ClockProbe } from '#web/lib/socket-client.ts';
import { type ServerClock, bestOf, makeServerClock } from './clock.ts';
import { correctionFor } from './correction.ts';

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
  /** What plays from now on; null for nothing. */
  follow(stage: Stage | null): void;
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
const BURST = 8;
const BURST_GAP_MS = 60;
const MEASURE_MS = 15_000;
/** A gap between two ticks after which the page was asleep. */
const SLEPT_MS = 5000;
/** How long a seek takes on this device at first, and how much each one teaches. */
const FIRST_SEEK_MS = 60;
const SEEK_WEIGHT = 0.3;

/**
 * Makes the sound of a room: it plays what the stage says at the position that follows from the server's clock, and
 * corrects itself. Browser only.
 * @param probe asks the server's clock once; null when there was no answer
 */
export function makeRoomSound(probe: () => Promise<ClockProbe | null>): RoomSound {
  const listeners = new Set<() => void>();
  const clock = makeServerClock();
  const deck: Deck = makeDeck();
  const { audio } = deck;
  audio.preservesPitch = true;
  let stage: Stage | null = null;
  let loaded: string | null = null;
  // Whoever has pressed something on this page, such as Join Party, has allowed it.
  let isAllowed = navigator.userActivation?.hasBeenActive ?? false;
  let nudge = 0;
  let seekMs = FIRST_SEEK_MS;
  let seekBegan: number | null = null;
  let state: SyncState = { status: 'silent', positionMs: 0, errorMs: null, rate: 1, seeks: 0, clock: null };
  let lastTick = performance.now();
  let isMeasuring = false;

  const set = (patch: Partial<SyncState>): void => {
    const next = { ...state, ...patch };
    if (Object.entries(patch).every(([key, value]) => state[key as keyof SyncState] === value)) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const measure = async (): Promise<void> => {
    if (isMeasuring) return;
    isMeasuring = true;
    try {
      const probes: ClockProbe[] = [];
      for (let count = 0; count < BURST; count++) {
        const one = await probe();
        if (one) probes.push(one);
        await new Promise((resolve) => setTimeout(resolve, BURST_GAP_MS));
      }
      const best = bestOf(probes);
      if (best) clock.add(best);
      set({ clock: clock.quality() });
    } finally {
      isMeasuring = false;
    }
  };

  /** Where the room is now, in milliseconds of the track; negative before it begins. */
  const targetNow = (): number | null => {
    const now = clock.at(performance.now());
    if (!stage?.item || now === null) return null;
    return stage.isPlaying ? stage.positionMs + (now - stage.at) + nudge : stage.positionMs;
  };

  const seekTo = (ms: number): void => {
    seekBegan = performance.now();
    audio.playbackRate = 1;
    audio.currentTime = Math.max(0, ms) / 1000;
    set({ seeks: state.seeks + 1, rate: 1 });
  };
  audio.addEventListener('seeked', () => {
    if (seekBegan === null) return;
    seekMs += SEEK_WEIGHT * (performance.now() - seekBegan - seekMs);
    seekBegan = null;
  });
  audio.addEventListener('error', () => loaded !== null && set({ status: 'failed', errorMs: null }));

  const start = (): void => {
    deck.play().then(
      () => set({ status: 'playing' }),
      (error: unknown) => {
        if (error instanceof DOMException && error.name === 'NotAllowedError') {
          isAllowed = false;
          set({ status: 'blocked' });
        }
      },
    );
  };

  const tick = (): void => {
    const now = performance.now();
    if (now - lastTick > SLEPT_MS) {
      clock.reset();
      void measure();
    }
    lastTick = now;
    const target = targetNow();
    const item = stage?.item;
    if (!item || target === null) {
      if (!audio.paused) deck.pause();
      return set({ status: item ? 'waiting' : 'silent', errorMs: null, positionMs: 0 });
    }
    const inside = Math.min(Math.max(0, target), item.durationMs);
    if (!stage!.isPlaying || target < 0 || target >= item.durationMs) {
      if (!audio.paused) deck.pause();
      // Ready where it will go on.
      if (stage!.isPlaying && target < 0 && audio.currentTime > 0 && loaded === item.id) audio.currentTime = 0;
      return set({ status: stage!.isPlaying ? 'waiting' : 'silent', errorMs: null, positionMs: inside });
    }
    if (!isAllowed) return set({ status: 'blocked', errorMs: null, positionMs: inside });
    if (audio.paused) {
      sitePlayer().pause();
      seekTo(inside + seekMs);
      start();
      return;
    }
    if (audio.seeking || seekBegan !== null) return;
    const error = audio.currentTime * 1000 - target;
    const correction = correctionFor(error, audio.playbackRate !== 1);
    if (correction.kind === 'seek') seekTo(target + seekMs);
    else audio.playbackRate = correction.kind === 'rate' ? correction.rate : 1;
    set({ status: 'playing', errorMs: error, positionMs: inside, rate: audio.playbackRate });
  };

  const wake = (): void => {
    if (document.visibilityState !== 'visible') return;
    void measure();
    tick();
  };
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  const ticker = setInterval(tick, TICK_MS);
  const measurer = setInterval(() => void measure(), MEASURE_MS);
  void measure();

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    follow(next) {
      stage = next;
      const url = next?.item?.file?.url ?? null;
      if (next?.item && url !== null && loaded !== next.item.id) {
        loaded = next.item.id;
        audio.preload = 'auto';
        deck.load(url);
        deck.setLevels({ gain: factorOf(gainDb(next.item.file!)) });
      } else if (!next?.item && loaded !== null) {
        loaded = null;
        deck.empty();
      }
      tick();
    },
    allow() {
      isAllowed = true;
      tick();
      // An element that was started by a press may be started again without one.
      if (audio.paused && loaded !== null)
        deck.play().then(
          () => {
            if (state.status !== 'playing') deck.pause();
          },
          () => {},
        );
    },
    setVolume: (volume) => deck.setLevels({ volume }),
    setNudge(ms) {
      nudge = ms;
    },
    serverNow: () => clock.at(performance.now()),
    measure: () => void measure(),
    close() {
      clearInterval(ticker);
      clearInterval(measurer);
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
      loaded = null;
      deck.empty();
      listeners.clear();
    },
  };
}
