import type { Call } from '#web/lib/call.ts';
import { type Deck, makeDeck } from './deck.ts';
import { makeAhead, nextUrl } from './ahead.ts';
import { amplitudeOf, factorOf, gainDb, matchedGainsDb } from './gain.ts';
import { storeState, keepVolume, readStoredState, readVolume } from './stored-state.ts';
import { makePlayCounter } from './plays.ts';
import { announcePlayer } from './presence.ts';
import { currentItem, emptyQueue, type Queue, renewTrack, startWith, stepBy, upcoming } from './queue.ts';
import type { Track } from '#web/features/player/track.ts';
import { type Failure, whyFailed } from './why-failed.ts';

/** What the player does. A value: every change makes another. */
export interface PlayerState {
  readonly queue: Queue;
  /** What is heard, or would be; null before the first. */
  readonly track: Track | null;
  /** `loading`: sound is wanted and on its way. */
  readonly status: 'paused' | 'loading' | 'playing' | 'failed';
  /** Why no sound comes. With `network` and `loading` it is being tried again. */
  readonly failure: Exclude<Failure['why'], 'moved'> | null;
  /** 0 while nobody knows. */
  readonly durationMs: number;
  readonly volume: number;
  readonly isMuted: boolean;
  /** Two versions of the track that are compared, at equal loudness. */
  readonly comparison: readonly [Track, Track] | null;
}

/** The one player of a page. */
export interface Player {
  state(): PlayerState;
  subscribe(listener: () => void): () => void;
  positionMs(): number;
  /** How far the sound has come from the network, 0 to 1. */
  bufferedShare(): number;
  /**
   * Listens to each frame while sound plays, and to other moves of the playhead or the buffer. @returns unsubscribes
   */
  onFrame(listener: () => void): () => void;
  /** Listens to jumps of the playhead. @returns unsubscribes */
  onJump(listener: () => void): () => void;
  /** Plays a track, from a position; the tracks around it follow. The same track goes on where it is. */
  start(track: Track, options?: { tracks?: readonly Track[]; atMs?: number }): void;
  play(): void;
  pause(): void;
  toggle(): void;
  seekTo(ms: number): void;
  skip(byMs: number): void;
  next(): void;
  /** Back to the beginning, or, near it, to the track before. */
  previous(): void;
  /** Changes the queue; when another item is the one to be heard, it is. */
  change(change: (queue: Queue) => Queue): void;
  /** Tries a sound that failed again. */
  retry(): void;
  setVolume(volume: number): void;
  toggleMute(): void;
  /** Plays one of two versions of a track; the other is preloaded beside it. */
  compare(versions: readonly [Track, Track], heard: 0 | 1): void;
  endComparison(): void;
  /** Silence, and an empty queue. */
  close(): void;
}

/** Before anything was played; what the server renders. */
export const initialState: PlayerState = {
  queue: emptyQueue,
  track: null,
  status: 'paused',
  failure: null,
  durationMs: 0,
  volume: 1,
  isMuted: false,
  comparison: null,
};

/** Within so many milliseconds of its beginning, "previous" means the track before. */
const beginningMs = 3000;
const keepEveryMs = 5000;
const retrySeconds = [1, 2, 5, 10, 20, 30];
/** Milliseconds for which the reason is read before the next track begins. */
const readReasonMs = 2500;
/** Seconds by which two versions may be apart before one is moved. */
const apartSeconds = 0.03;

/** Makes the player of a page, paused where this tab left it. Browser only. */
export function makePlayer(call: Call): Player {
  const listeners = new Set<() => void>();
  const frameListeners = new Set<() => void>();
  const jumpListeners = new Set<() => void>();
  const plays = makePlayCounter(call);
  const ahead = makeAhead();
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let state: PlayerState = { ...initialState, ...readVolume() };
  /** The other of two versions: silent, and where the first one is. */
  let spare: { deck: Deck; track: Track } | null = null;
  let wantsSound = false;
  /** Key of the item on the deck; a restored track is loaded when it is played. */
  let loaded: string | null = null;
  /** Where to go as soon as the sound can be moved in. */
  let pendingMs: number | null = null;
  let isCounted = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let storedAt = 0;
  let frame = 0;

  const emit = (group: ReadonlySet<() => void>): void => {
    for (const listener of group) listener();
  };
  const set = (patch: Partial<PlayerState>): void => {
    state = { ...state, ...patch };
    if (state.track) announcePlayer();
    emit(listeners);
  };
  const positionMs = (): number => pendingMs ?? deck.audio.currentTime * 1000;
  const keepNow = (): void => storeState(state.track && { queue: state.queue, positionMs: positionMs() });
  const isAudible = (): boolean =>
    state.status === 'playing' && !deck.audio.seeking && !state.isMuted && state.volume > 0;

  const draw = (): void => {
    emit(frameListeners);
    frame = state.status === 'playing' && !calm.matches ? requestAnimationFrame(draw) : 0;
  };
  const jumped = (): void => {
    plays.tick(positionMs(), false);
    emit(frameListeners);
    emit(jumpListeners);
  };
  let deck = attach(makeDeck());

  function attach(made: Deck): Deck {
    const on = (type: keyof HTMLMediaElementEventMap, action: () => void): void =>
      made.audio.addEventListener(type, () => made === deck && action());
    on('loadedmetadata', () => {
      if (pendingMs !== null) made.audio.currentTime = pendingMs / 1000;
      pendingMs = null;
    });
    on('durationchange', () => {
      const durationMs = made.audio.duration * 1000;
      if (Number.isFinite(durationMs) && durationMs > 0) set({ durationMs });
    });
    on('playing', () => {
      // It was paused between the first sound and this event.
      if (!wantsSound) return;
      set({ status: 'playing', failure: null });
      if (!isCounted && state.track) plays.begin(state.track);
      isCounted = true;
      if (frame === 0) draw();
      syncSpare();
    });
    on('waiting', () => {
      if (wantsSound && state.status === 'playing') set({ status: 'loading' });
    });
    on('pause', () => {
      // The machine paused it: headphones were pulled out, a call came.
      if (wantsSound && !made.audio.ended && made.audio.error === null) pause();
    });
    on('ended', () => {
      // Between the end and this event the listener may have gone back, or asked for silence.
      if (!wantsSound) isCounted = !made.audio.ended && isCounted;
      else if (made.audio.ended) advance();
      else play();
    });
    on('seeked', jumped);
    on('progress', () => emit(frameListeners));
    on('timeupdate', () => {
      plays.tick(positionMs(), isAudible());
      if (frame === 0) emit(frameListeners);
      if (state.status === 'playing') {
        tries = 0;
        ahead.fetch(nextUrl(state.queue, positionMs(), state.durationMs));
      }
      if (performance.now() - storedAt < keepEveryMs) return;
      storedAt = performance.now();
      keepNow();
    });
    on('error', () => void recover());
    made.setLevels({ volume: amplitudeOf(state.volume) });
    made.audio.muted = state.isMuted;
    return made;
  }

  /** Puts the current item on the deck. @param again it was there already: no new listening */
  function load(atMs: number, again = false): void {
    const item = currentItem(state.queue);
    if (!item) return;
    clearTimeout(timer);
    if (!again) {
      dropSpare();
      tries = 0;
      isCounted = false;
    }
    loaded = item.key;
    pendingMs = atMs > 0 ? atMs : null;
    const { track } = item;
    set({ track, failure: null, ...(!again && { durationMs: track.durationMs ?? 0 }) });
    deck.setLevels({ gain: factorOf(gainDb(track)), fade: 1 });
    deck.load(track.url);
    jumped();
  }

  function play(): void {
    const item = currentItem(state.queue);
    if (!item) return;
    wantsSound = true;
    if (loaded !== item.key || deck.audio.error) load(positionMs(), loaded === item.key);
    if (state.status !== 'playing') set({ status: 'loading' });
    deck.play().catch((error: unknown) => {
      // No click came before it. The element emits other failures itself, or another track has replaced this one.
      if (error instanceof DOMException && error.name === 'NotAllowedError') pause();
    });
  }

  function pause(): void {
    wantsSound = false;
    clearTimeout(timer);
    deck.pause();
    spare?.deck.pause();
    plays.tick(positionMs(), false);
    if (state.status !== 'paused') set({ status: 'paused', failure: null });
    keepNow();
  }

  /** Goes on with another item of the queue. */
  function goTo(queue: Queue): void {
    set({ queue });
    load(0);
    play();
    keepNow();
  }

  function advance(): void {
    const queue = stepBy(state.queue, 1);
    if (queue !== state.queue) return goTo(queue);
    // Played again, it is listened to again.
    isCounted = false;
    pause();
  }

  function seekTo(ms: number): void {
    if (!state.track) return;
    const end = state.durationMs > 0 ? state.durationMs - 1 : Infinity;
    const target = Math.min(end, Math.max(0, ms));
    if (loaded !== null && deck.audio.readyState >= HTMLMediaElement.HAVE_METADATA)
      deck.audio.currentTime = target / 1000;
    else pendingMs = target;
    syncSpare();
    jumped();
    keepNow();
  }

  /** Finds out why a sound did not come, and does what can be done about it. */
  async function recover(): Promise<void> {
    const item = currentItem(state.queue);
    if (!item || deck.audio.error === null) return;
    const atMs = positionMs();
    const found = await whyFailed(item.track, call);
    if (currentItem(state.queue)?.key !== item.key) return;
    pendingMs = atMs;
    if (found.why === 'moved') {
      set({ queue: renewTrack(state.queue, found.track) });
      return tryAgain();
    }
    const delay = found.why === 'gone' ? undefined : retrySeconds[tries];
    // What the browser cannot play it cannot play the second time either, unless a piece was lost on the way.
    if (delay !== undefined && (found.why === 'network' || tries === 0)) {
      tries++;
      if (found.why === 'network') set({ failure: 'network', status: wantsSound ? 'loading' : 'failed' });
      timer = setTimeout(tryAgain, delay * 1000);
      return;
    }
    set({ status: 'failed', failure: found.why });
    if (wantsSound && found.why !== 'network' && upcoming(state.queue).length > 0)
      timer = setTimeout(advance, readReasonMs);
  }

  function tryAgain(): void {
    load(positionMs(), true);
    if (wantsSound) play();
  }

  /** Brings the version that is not heard to where the other one is. */
  function syncSpare(): void {
    if (!spare) return;
    const { audio } = spare.deck;
    if (
      audio.readyState >= HTMLMediaElement.HAVE_METADATA &&
      Math.abs(audio.currentTime - positionMs() / 1000) > apartSeconds
    )
      audio.currentTime = positionMs() / 1000;
    if (state.status === 'playing' && audio.paused) spare.deck.play().catch(() => {});
    if (!wantsSound) spare.deck.pause();
  }

  /** Makes the other version the one that is heard. */
  function swap(): void {
    if (!spare || !state.track) return;
    syncSpare();
    const before = { deck, track: state.track };
    deck = spare.deck;
    pendingMs = null;
    before.deck.setLevels({ fade: 0 });
    deck.setLevels({ fade: 1 });
    const seconds = deck.audio.duration;
    set({ track: spare.track, ...(seconds > 0 && Number.isFinite(seconds) && { durationMs: seconds * 1000 }) });
    spare = before;
    if (wantsSound) play();
    jumped();
  }

  function compare(versions: readonly [Track, Track], heard: 0 | 1): void {
    const [wanted, other] = [versions[heard], versions[1 - heard]!];
    if (state.track?.trackId !== wanted.trackId || loaded === null) start(wanted, { atMs: positionOf(wanted) });
    const isHeard = state.track?.fileId === wanted.fileId;
    const beside = isHeard ? other : wanted;
    if (spare?.track.fileId !== beside.fileId) {
      spare?.deck.empty();
      const made = attach(makeDeck());
      made.setLevels({ fade: 0 });
      made.audio.preload = 'auto';
      made.load(beside.url);
      made.audio.addEventListener('loadedmetadata', () => spare?.deck === made && syncSpare());
      spare = { deck: made, track: beside };
    }
    const [heardDb, besideDb] = matchedGainsDb([state.track!, beside]);
    deck.setLevels({ gain: factorOf(heardDb!) });
    spare.deck.setLevels({ gain: factorOf(besideDb!) });
    set({ comparison: versions });
    if (!isHeard) whenReady(spare.deck, swap);
  }

  /** Calls back as soon as a deck can play at the playhead; at once when it can already. */
  function whenReady(ready: Deck, action: () => void): void {
    if (ready.audio.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA && !ready.audio.seeking) return action();
    ready.audio.addEventListener('canplay', () => spare?.deck === ready && whenReady(ready, action), { once: true });
  }

  const positionOf = (track: Track): number => (state.track?.trackId === track.trackId ? positionMs() : 0);

  function endComparison(): void {
    const newest = state.comparison?.[0];
    if (newest && state.track?.trackId === newest.trackId && spare?.track.fileId === newest.fileId) swap();
    dropSpare();
  }

  function dropSpare(): void {
    spare?.deck.empty();
    spare = null;
    if (!state.comparison) return;
    if (state.track) deck.setLevels({ gain: factorOf(gainDb(state.track)) });
    set({ comparison: null });
  }

  function start(track: Track, { tracks, atMs }: { tracks?: readonly Track[]; atMs?: number } = {}): void {
    if (state.track?.fileId === track.fileId && loaded !== null && state.failure === null) {
      if (atMs !== undefined) seekTo(atMs);
      return play();
    }
    // The same track after a reload goes on where it was.
    const from = atMs ?? (loaded === null ? positionOf(track) : 0);
    set({ queue: startWith(state.queue, track, tracks) });
    load(from);
    play();
    keepNow();
  }

  const stored = readStoredState();
  if (stored) {
    const track = currentItem(stored.queue)?.track ?? null;
    pendingMs = stored.positionMs;
    set({ queue: stored.queue, track, durationMs: track?.durationMs ?? 0 });
  }
  addEventListener('pagehide', keepNow);
  addEventListener('online', () => state.failure === 'network' && tryAgain());

  return {
    state: () => state,
    subscribe: (listener) => joined(listeners, listener),
    positionMs,
    bufferedShare: () => bufferedShare(deck.audio),
    onFrame: (listener) => joined(frameListeners, listener),
    onJump: (listener) => joined(jumpListeners, listener),
    start,
    play,
    pause,
    toggle: () => (wantsSound ? pause() : play()),
    seekTo,
    skip: (byMs) => seekTo(positionMs() + byMs),
    next: () => {
      const queue = stepBy(state.queue, 1);
      if (queue !== state.queue) goTo(queue);
    },
    previous: () => {
      const queue = stepBy(state.queue, -1);
      if (positionMs() > beginningMs || queue === state.queue) seekTo(0);
      else goTo(queue);
    },
    change: (change) => {
      const before = currentItem(state.queue)?.key;
      const queue = change(state.queue);
      const isSame = currentItem(queue)?.key === before;
      if (!isSame) return goTo(queue);
      set({ queue });
      keepNow();
    },
    retry: () => {
      tries = 0;
      wantsSound = true;
      tryAgain();
    },
    setVolume: (volume) => setLoudness({ volume, isMuted: volume === 0 }),
    toggleMute: () => setLoudness({ volume: state.volume || 1, isMuted: !state.isMuted }),
    compare,
    endComparison,
    close: () => {
      pause();
      ahead.fetch(null);
      dropSpare();
      loaded = null;
      pendingMs = null;
      deck.empty();
      set({ queue: emptyQueue, track: null, durationMs: 0 });
      storeState(null);
    },
  };

  function setLoudness(loudness: { volume: number; isMuted: boolean }): void {
    for (const one of [deck, spare?.deck]) {
      one?.setLevels({ volume: amplitudeOf(loudness.volume) });
      if (one) one.audio.muted = loudness.isMuted;
    }
    set(loudness);
    keepVolume(loudness);
  }
}

function joined(group: Set<() => void>, listener: () => void): () => void {
  group.add(listener);
  return () => void group.delete(listener);
}

/** The end of the loaded part that the playhead is in. */
function bufferedShare({ buffered, currentTime, duration }: HTMLAudioElement): number {
  if (!(duration > 0)) return 0;
  for (let index = 0; index < buffered.length; index++)
    if (buffered.start(index) <= currentTime && currentTime <= buffered.end(index))
      return buffered.end(index) / duration;
  return 0;
}
