import type { Call } from '#platform/web/lib/call.ts';
import { makePrefetch } from './prefetch.ts';
import { makeComparison } from './comparison.ts';
import { type Core, makeCore } from './core.ts';
import { makeDeckFollower } from './deck/deck-events.ts';
import { amplitudeOf } from './deck/gain.ts';
import { initialModes } from './modes.ts';
import { currentItem, emptyQueue, following, stepBy } from './queue.ts';
import { makeRecovery } from './recovery.ts';
import type { Player } from './state.ts';
import { keepModes, keepVolume, readStoredState, storeState } from './stored-state.ts';
import { makeTransport } from './transport.ts';

/** Within so many milliseconds of its beginning, "previous" means the track before. */
const beginningMs = 3000;

/** Makes the player of a page, paused where this tab left it. Browser only. */
export function makePlayer(call: Call): Player {
  const core = makeCore(call);
  const { state, set } = core;
  const prefetch = makePrefetch();
  const attach = makeDeckFollower(core, prefetch, {
    play: () => play(),
    pause: () => pause(),
    advance: () => transport.advance(),
    next: () => transport.next(),
    recover: () => void recovery.recover(),
    syncSpare: () => comparison.sync(),
  });
  const comparison = makeComparison(core, attach, {
    play: () => play(),
    start: (track, options) => transport.start(track, options),
  });
  const transport = makeTransport(core, comparison);
  const { play, pause, goTo, seekTo } = transport;
  const recovery = makeRecovery(core, call, transport);
  attach(core.deck);

  const stored = readStoredState();
  if (stored) {
    const track = currentItem(stored.queue)?.track ?? null;
    core.pendingMs = stored.positionMs;
    set({ queue: stored.queue, track, durationMs: track?.durationMs ?? 0 });
  }
  addEventListener('pagehide', core.store);
  addEventListener('online', () => state().failure === 'network' && recovery.tryAgain());

  const setLoudness = (loudness: { volume: number; isMuted: boolean }): void => {
    for (const deck of [core.deck, comparison.deck()]) {
      deck?.setLevels({ volume: amplitudeOf(loudness.volume) });
      if (deck) deck.audio.muted = loudness.isMuted;
    }
    set(loudness);
    keepVolume(loudness);
  };

  return {
    state,
    subscribe: core.onChange.add,
    positionMs: core.positionMs,
    bufferedShare: () => bufferedShare(core),
    onFrame: core.onFrame.add,
    onJump: core.onJump.add,
    start: transport.start,
    play,
    pause,
    toggle: () => (core.wantsSound ? pause() : play()),
    seekTo,
    skip: (byMs) => seekTo(core.positionMs() + byMs),
    next: () => {
      const { queue, modes } = state();
      const next = following({ queue, modes: modes.repeat === 'track' ? initialModes : modes });
      if (next) goTo(next);
    },
    previous: () => {
      const queue = stepBy(state().queue, -1);
      if (core.positionMs() > beginningMs || queue === state().queue) seekTo(0);
      else goTo(queue);
    },
    change: (change) => {
      const before = currentItem(state().queue)?.key;
      const queue = change(state().queue);
      const isSame = currentItem(queue)?.key === before;
      if (!isSame) return goTo(queue);
      set({ queue });
      core.store();
    },
    retry: () => {
      core.tries = 0;
      core.wantsSound = true;
      recovery.tryAgain();
    },
    setVolume: (volume) => setLoudness({ volume, isMuted: volume === 0 }),
    toggleMute: () => setLoudness({ volume: state().volume || 1, isMuted: !state().isMuted }),
    setModes: (patch) => {
      const modes = { ...state().modes, ...patch };
      set({ modes });
      keepModes(modes);
      for (const deck of [core.deck, comparison.deck()]) deck?.setRate(modes.rate);
      // Compared versions have equal loudness, whatever the mode.
      if (state().comparison === null) core.level();
      core.jumped();
    },
    compare: comparison.compare,
    endComparison: comparison.end,
    close: () => {
      pause();
      prefetch.fetch(null);
      comparison.drop();
      core.loaded = null;
      core.pendingMs = null;
      core.deck.empty();
      set({ queue: emptyQueue, track: null, durationMs: 0 });
      storeState(null);
    },
  };
}

/** The end of the loaded part that the playhead is in. */
function bufferedShare({ deck, state }: Core): number {
  const { buffered, currentTime } = deck.audio;
  const seconds = state().durationMs / 1000;
  if (!(seconds > 0)) return 0;
  for (let index = 0; index < buffered.length; index++)
    if (buffered.start(index) <= currentTime && currentTime <= buffered.end(index))
      return Math.min(1, (buffered.end(index) - deck.startsAt) / seconds);
  return 0;
}
