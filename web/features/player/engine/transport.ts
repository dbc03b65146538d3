import type { Track } from '#web/features/player/track.ts';
import type { Core } from './core.ts';
import { type Queue, currentItem, startWith, stepBy } from './queue.ts';

/** Playing, pausing, and going from track to track. */
export interface Transport {
  /** Puts the current item on the deck. @param again it was there already: no new listening */
  load(atMs: number, again?: boolean): void;
  play(): void;
  pause(): void;
  /** Goes on with another item of the queue. */
  goTo(queue: Queue): void;
  /** Goes on after the end of a track. */
  advance(): void;
  seekTo(ms: number): void;
  start(track: Track, options?: { tracks?: readonly Track[]; atMs?: number }): void;
}

/** What the transport needs of a comparison of two versions. */
export interface SpareDeck {
  drop(): void;
  pause(): void;
  sync(): void;
}

/** Makes the transport of a player. */
export function makeTransport(core: Core, spare: SpareDeck): Transport {
  function load(atMs: number, again = false): void {
    const item = currentItem(core.state().queue);
    if (!item) return;
    clearTimeout(core.timer);
    if (!again) {
      spare.drop();
      core.tries = 0;
      core.isCounted = false;
    }
    core.loaded = item.key;
    core.pendingMs = atMs > 0 ? atMs : null;
    const { track } = item;
    core.set({ track, failure: null, ...(!again && { durationMs: track.durationMs ?? 0 }) });
    core.deck.setLevels({ fade: 1 });
    core.level();
    core.deck.load(track.url);
    core.deck.setRate(core.state().modes.rate);
    core.jumped();
  }

  function play(): void {
    const item = currentItem(core.state().queue);
    if (!item) return;
    core.wantsSound = true;
    if (core.loaded !== item.key || core.deck.audio.error) load(core.positionMs(), core.loaded === item.key);
    if (core.state().status !== 'playing') core.set({ status: 'loading' });
    core.deck.play().catch((error: unknown) => {
      // No click came before it. The element emits other failures itself, or another track has replaced this one.
      if (error instanceof DOMException && error.name === 'NotAllowedError') pause();
    });
  }

  function pause(): void {
    core.wantsSound = false;
    clearTimeout(core.timer);
    core.deck.pause();
    spare.pause();
    core.plays.tick(core.positionMs(), false);
    if (core.state().status !== 'paused') core.set({ status: 'paused', failure: null });
    core.store();
  }

  function goTo(queue: Queue): void {
    core.set({ queue });
    load(0);
    play();
    core.store();
  }

  function seekTo(ms: number): void {
    const { track, durationMs } = core.state();
    if (!track) return;
    const end = durationMs > 0 ? durationMs - 1 : Infinity;
    const target = Math.min(end, Math.max(0, ms));
    const { audio } = core.deck;
    if (core.loaded !== null && audio.readyState >= HTMLMediaElement.HAVE_METADATA) audio.currentTime = target / 1000;
    else core.pendingMs = target;
    spare.sync();
    core.jumped();
    core.store();
  }

  return {
    load,
    play,
    pause,
    goTo,
    advance() {
      const { queue: before, modes } = core.state();
      const queue = modes.repeat === 'track' ? before : stepBy(before, 1);
      if (queue !== before) return goTo(queue);
      // Played again, it is listened to again.
      core.isCounted = false;
      if (modes.repeat === 'off') return pause();
      if (modes.repeat === 'queue' && before.items.length > 1) return goTo({ ...before, at: 0 });
      seekTo(0);
      play();
    },
    seekTo,
    start(track, { tracks, atMs } = {}) {
      const state = core.state();
      if (state.track?.fileId === track.fileId && core.loaded !== null && state.failure === null) {
        if (atMs !== undefined) seekTo(atMs);
        return play();
      }
      // The same track after a reload goes on where it was.
      const isSame = state.track?.trackId === track.trackId;
      const from = atMs ?? (core.loaded === null && isSame ? core.positionMs() : 0);
      core.set({ queue: startWith(state.queue, track, tracks) });
      load(from);
      play();
      core.store();
    },
  };
}
