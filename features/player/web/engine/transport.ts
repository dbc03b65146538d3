import type { Track } from '#features/player/web/track.ts';
import type { Core } from './core.ts';
import { type Queue, currentItem, following, startWith } from './queue.ts';
import { canStream } from './sound-stream.ts';
import type { StreamSource } from './stream/source.ts';
import { makeStreams } from './streams.ts';

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
  /** What follows the track in its stream; null where nothing does. */
  next(): StreamSource | null;
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
  const streams = makeStreams(core, { load, play, advance });

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
    // What did not come as a stream may come by itself.
    if (again || !canStream()) core.deck.load(track.url);
    else streams.open(item);
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

  function goTo(queue: Queue, atMs = 0): void {
    core.set({ queue });
    load(atMs);
    play();
    core.store();
  }

  function seekTo(ms: number): void {
    const { track, durationMs } = core.state();
    if (!track) return;
    const end = durationMs > 0 ? durationMs - 1 : Infinity;
    const target = Math.min(end, Math.max(0, ms));
    const { audio } = core.deck;
    if (core.loaded !== null && audio.readyState >= HTMLMediaElement.HAVE_METADATA) core.deck.moveTo(target / 1000);
    else core.pendingMs = target;
    spare.sync();
    core.jumped();
    core.store();
  }

  function advance(): void {
    const { queue: before } = core.state();
    const queue = following(core.state());
    if (queue && queue.at !== before.at) return goTo(queue);
    // Played again, it is listened to again.
    core.isCounted = false;
    if (!queue) return pause();
    seekTo(0);
    play();
  }

  return {
    load,
    play,
    pause,
    goTo,
    advance,
    next: streams.next,
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
      goTo(startWith(state.queue, track, tracks), from);
    },
  };
}
