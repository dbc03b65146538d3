import type { Call } from '#platform/web/lib/call.ts';
import { type Deck, makeDeck } from './deck/deck.ts';
import { factorOf, gainDb } from './deck/gain.ts';
import { type Listeners, makeListeners } from './listeners.ts';
import { type PlayCounter, makePlayCounter } from './plays.ts';
import { announcePlayer } from './presence.ts';
import { type PlayerState, initialState } from './state.ts';
import { readVolume, storeState, storedModes } from './stored-state.ts';

/** The state that the parts of the player share. */
export interface Core {
  readonly plays: PlayCounter;
  readonly onChange: Listeners;
  readonly onFrame: Listeners;
  readonly onJump: Listeners;
  state(): PlayerState;
  set(patch: Partial<PlayerState>): void;
  /** The audible deck. */
  deck: Deck;
  wantsSound: boolean;
  /** Key of the item on the deck; a restored track is loaded when it is played. */
  loaded: string | null;
  /** Seek target until the sound is seekable. */
  pendingMs: number | null;
  /** The play of what is on the deck was reported. */
  isCounted: boolean;
  /** Tracks that have followed another one in its stream. */
  joins: number;
  /** Tries since the sound last loaded. */
  tries: number;
  /** Runs the next try, or goes on after a reason was read. */
  timer: ReturnType<typeof setTimeout> | undefined;
  positionMs(): number;
  /** Stores queue and position for a reload of this tab. */
  store(): void;
  /** Plays the deck that is heard by so many decibels louder or quieter; without a number as the modes say. */
  level(db?: number): void;
  /** The playhead has jumped. */
  jumped(): void;
}

/** The shared part of a player that plays nothing yet. */
export function makeCore(call: Call): Core {
  let state: PlayerState = { ...initialState, ...readVolume(), modes: storedModes() };
  const core: Core = {
    plays: makePlayCounter(call),
    onChange: makeListeners(),
    onFrame: makeListeners(),
    onJump: makeListeners(),
    state: () => state,
    set(patch) {
      state = { ...state, ...patch };
      if (state.track) announcePlayer();
      core.onChange.emit();
    },
    deck: makeDeck(),
    wantsSound: false,
    loaded: null,
    pendingMs: null,
    isCounted: false,
    joins: 0,
    tries: 0,
    timer: undefined,
    positionMs: () => core.pendingMs ?? Math.max(0, core.deck.position() * 1000),
    store: () => storeState(state.track && { queue: state.queue, positionMs: core.positionMs() }),
    level(db) {
      const { track, modes } = state;
      const playedDb = db ?? (track && modes.isLeveled ? gainDb(track) : 0);
      core.deck.setLevels({ gain: factorOf(playedDb) });
      if (playedDb !== state.playedDb) core.set({ playedDb });
    },
    jumped() {
      core.plays.tick(core.positionMs(), false);
      core.onFrame.emit();
      core.onJump.emit();
    },
  };
  return core;
}
