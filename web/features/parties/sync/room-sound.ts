import type { QueueItem, Stage } from '#contract/parties.ts';
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
const BURST = 8;
const BURST_GAP_MS = 60;
const MEASURE_MS = 15_000;
/** A gap between two ticks after which the page was asleep. */
const SLEPT_MS = 5000;
/** How long this device takes to seek and to begin, at first, and how much each time teaches. */
const FIRST_SEEK_MS = 60;
const FIRST_START_MS = 40;
const LEARN = 0.5;
const LONGEST_MS = 600;
/** Milliseconds after a start or a seek before the difference is judged: the element's clock settles. */
const SETTLE_MS = 350;
/** A paused sound that is at most so far away from where it begins needs no seek. */
const PLACED_MS = 8;

/** Where a stage is at a time of the server's clock, in milliseconds of the track; negative before it begins. */
const positionAt = (stage: Stage, now: number): number =>
  stage.isPlaying ? stage.positionMs + (now - stage.at) : stage.positionMs;

/**
 * Makes the sound of a room: it plays what the stage says at the position that follows from the server's clock, and
 * corrects itself. A command that lies ahead is prepared and takes effect at its time. Browser only.
 * @param probe asks the server's clock once; null when there was no answer
 */
export function makeRoomSound(probe: () => Promise<ClockProbe | null>): RoomSound {
  const listeners = new Set<() => void>();
  const clock = makeServerClock();
  /** The one that sounds, and the one that has the next track. */
  let [deck, spare] = [makeDeck(), makeDeck()];
  const loaded = new Map<Deck, string>();
  let stage: Stage | null = null;
  let pending: Stage | null = null;
  // Whoever has pressed something on this page, such as Join Party, has allowed it.
  let isAllowed = navigator.userActivation?.hasBeenActive ?? false;
  let nudge = 0;
  let volume = 1;
  let seekMs = FIRST_SEEK_MS;
  let startMs = FIRST_START_MS;
  /** What was done last, until its outcome was judged. */
  let lesson: { readonly of: 'seek' | 'start'; readonly at: number } | null = null;
  let state: SyncState = { status: 'silent', positionMs: 0, errorMs: null, rate: 1, seeks: 0, clock: null };
  let lastTick = performance.now();
  let isMeasuring = false;
  let alarm: ReturnType<typeof setTimeout> | undefined;

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
      arm();
    } finally {
      isMeasuring = false;
    }
  };
  const serverNow = (): number | null => clock.at(performance.now());

  const load = (into: Deck, item: QueueItem): void => {
    const url = item.file?.url ?? null;
    if (url === null || loaded.get(into) === item.id) return;
    loaded.set(into, item.id);
    into.audio.preload = 'auto';
    into.audio.preservesPitch = true;
    into.load(url);
    into.setLevels({ gain: factorOf(gainDb(item.file!)), volume });
  };
  const unload = (from: Deck): void => {
    if (!loaded.delete(from)) return;
    from.empty();
  };

  /** Takes a stage into force. */
  const enforce = (next: Stage | null): void => {
    pending = null;
    stage = next;
    const item = next?.item ?? null;
    if (item === null) return unload(deck);
    if (loaded.get(deck) === item.id) return;
    if (loaded.get(spare) === item.id) {
      deck.pause();
      [deck, spare] = [spare, deck];
      unload(spare);
    } else load(deck, item);
    lesson = null;
  };

  /** Milliseconds before its time at which a stage is taken into force, so that it sounds in time. */
  const leadOf = (next: Stage): number => {
    if (!next.isPlaying) return 0;
    return deck.audio.paused || next.item?.id !== stage?.item?.id ? startMs : seekMs;
  };

  /** Wakes at the time of what lies ahead; ticks in between would come up to a quarter of a second late. */
  const arm = (): void => {
    clearTimeout(alarm);
    const now = serverNow();
    if (now === null) return;
    const next = pending ?? stage;
    const wait = next ? next.at - leadOf(next) - nudge - now : 0;
    if (wait > 0) alarm = setTimeout(tick, wait);
  };

  const place = (audio: HTMLAudioElement, ms: number): void => {
    if (audio.readyState > 0 && !audio.seeking && Math.abs(audio.currentTime * 1000 - ms) > PLACED_MS)
      audio.currentTime = Math.max(0, ms) / 1000;
  };
  const seekTo = (ms: number): void => {
    lesson = { of: 'seek', at: performance.now() };
    deck.audio.playbackRate = 1;
    deck.audio.currentTime = Math.max(0, ms) / 1000;
    set({ seeks: state.seeks + 1, rate: 1 });
  };
  const start = (): void => {
    sitePlayer().pause();
    const { audio } = deck;
    deck.play().then(
      () => set({ status: 'playing' }),
      (error: unknown) => {
        if (audio === deck.audio && error instanceof DOMException && error.name === 'NotAllowedError') {
          isAllowed = false;
          set({ status: 'blocked' });
        }
      },
    );
  };
  /** What the difference after a seek or a start says about how long this device takes. */
  const learn = (errorMs: number): void => {
    if (lesson?.of === 'seek') seekMs = Math.min(LONGEST_MS, Math.max(0, seekMs - LEARN * errorMs));
    else if (lesson) startMs = Math.min(LONGEST_MS, Math.max(0, startMs - LEARN * errorMs));
    lesson = null;
  };

  const tick = (): void => {
    const began = performance.now();
    if (began - lastTick > SLEPT_MS) {
      clock.reset();
      void measure();
    }
    lastTick = began;
    const now = serverNow();
    if (pending && now !== null && now + nudge >= pending.at - leadOf(pending) - 1) enforce(pending);
    const { audio } = deck;
    const item = stage?.item;
    if (!item || now === null) {
      if (!audio.paused) deck.pause();
      return set({ status: item ? 'waiting' : 'silent', errorMs: null, positionMs: 0 });
    }
    const target = positionAt(stage!, now) + (stage!.isPlaying ? nudge : 0);
    const inside = Math.min(Math.max(0, target), item.durationMs);
    const begins = stage!.isPlaying && target + startMs < stage!.positionMs - 1;
    if (!stage!.isPlaying || begins || target >= item.durationMs) {
      if (!audio.paused) deck.pause();
      // Ready where it will go on.
      if (target < item.durationMs) place(audio, stage!.positionMs);
      set({ status: stage!.isPlaying ? 'waiting' : 'silent', errorMs: null, positionMs: inside });
      return begins ? arm() : undefined;
    }
    if (!isAllowed) return set({ status: 'blocked', errorMs: null, positionMs: inside });
    if (audio.paused) {
      const from = target + startMs;
      if (Math.abs(audio.currentTime * 1000 - from) > PLACED_MS) {
        seekTo(from + seekMs);
      } else lesson = { of: 'start', at: began };
      return start();
    }
    if (audio.seeking || (lesson && began - lesson.at < SETTLE_MS)) return;
    const error = audio.currentTime * 1000 - deck.outputMs() * audio.playbackRate - target;
    if (lesson) learn(error);
    const correction = correctionFor(error, audio.playbackRate !== 1);
    if (correction.kind === 'seek') seekTo(target + deck.outputMs() + seekMs);
    else audio.playbackRate = correction.kind === 'rate' ? correction.rate : 1;
    set({ status: 'playing', errorMs: error, positionMs: inside, rate: audio.playbackRate });
  };

  const wake = (): void => {
    if (document.visibilityState !== 'visible') return;
    void measure();
    tick();
  };
  for (const each of [deck, spare])
    each.audio.addEventListener(
      'error',
      () => each === deck && loaded.has(each) && set({ status: 'failed', errorMs: null }),
    );
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
      const now = serverNow();
      if (next && (next.version === stage?.version || next.version === pending?.version)) return;
      if (next?.item && stage?.item && now !== null && next.at > now) {
        pending = next;
        if (next.item.id !== stage.item.id) load(spare, next.item);
      } else enforce(next);
      tick();
      arm();
    },
    prepare(item) {
      if (item && item.id !== stage?.item?.id && pending === null) load(spare, item);
    },
    allow() {
      isAllowed = true;
      tick();
      // An element that was started by a press may be started again without one.
      for (const each of [deck, spare])
        if (each.audio.paused && loaded.has(each))
          each.play().then(
            () => {
              if (each !== deck || state.status !== 'playing') each.pause();
            },
            () => {},
          );
    },
    setVolume(next) {
      volume = next;
      for (const each of [deck, spare]) each.setLevels({ volume });
    },
    setNudge(ms) {
      nudge = ms;
    },
    serverNow,
    measure: () => void measure(),
    close() {
      clearInterval(ticker);
      clearInterval(measurer);
      clearTimeout(alarm);
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
      for (const each of [deck, spare]) unload(each);
      listeners.clear();
    },
  };
}
