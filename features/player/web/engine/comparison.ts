import type { Track } from '#features/player/web/track.ts';
import type { Core } from './core.ts';
import { type Deck, makeDeck } from './deck/deck.ts';
import { factorOf, matchedGainsDb } from './deck/gain.ts';
import type { SpareDeck, Transport } from './transport.ts';

/** Seconds by which two versions may be apart before one is moved. */
const apartSeconds = 0.03;

/** A/B comparison of two versions of a track in parallel: one is audible, the spare one silent at the same position. */
export interface Comparison extends SpareDeck {
  compare(versions: readonly [Track, Track], heard: 0 | 1): void;
  end(): void;
  /** The silent deck; null without a comparison. */
  deck(): Deck | null;
}

/**
 * Makes the comparison of a player.
 * @param attach makes the player follow a deck
 */
export function makeComparison(
  core: Core,
  attach: (deck: Deck) => Deck,
  transport: Pick<Transport, 'play' | 'start'>,
): Comparison {
  let spare: { deck: Deck; track: Track; db: number } | null = null;

  /** Seeks the silent version to the position of the audible one. */
  function sync(): void {
    if (!spare) return;
    const { audio } = spare.deck;
    const seconds = core.positionMs() / 1000;
    if (audio.readyState >= HTMLMediaElement.HAVE_METADATA && Math.abs(spare.deck.position() - seconds) > apartSeconds)
      spare.deck.moveTo(seconds);
    if (core.state().status === 'playing' && audio.paused) spare.deck.play().catch(() => {});
    if (!core.wantsSound) spare.deck.pause();
  }

  /** Makes the other version audible. */
  function swap(): void {
    const { track } = core.state();
    if (!spare || !track) return;
    sync();
    const before = { deck: core.deck, track, db: core.state().playedDb };
    core.deck = spare.deck;
    core.pendingMs = null;
    before.deck.setLevels({ fade: 0 });
    core.deck.setLevels({ fade: 1 });
    const seconds = core.deck.stream ? 0 : core.deck.audio.duration;
    core.set({
      track: spare.track,
      playedDb: spare.db,
      ...(seconds > 0 && Number.isFinite(seconds) && { durationMs: seconds * 1000 }),
    });
    spare = before;
    if (core.wantsSound) transport.play();
    core.jumped();
  }

  /** Calls back as soon as a deck can play at the playhead, immediately when it already can. */
  function whenReady(ready: Deck, action: () => void): void {
    if (ready.audio.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA && !ready.audio.seeking) return action();
    ready.audio.addEventListener('canplay', () => spare?.deck === ready && whenReady(ready, action), { once: true });
  }

  /** Loads a version beside the audible one. */
  function loadBeside(track: Track): { deck: Deck; track: Track; db: number } {
    spare?.deck.empty();
    const attached = attach(makeDeck());
    attached.setLevels({ fade: 0 });
    attached.audio.preload = 'auto';
    attached.load(track.url);
    attached.setRate(core.state().modes.rate);
    attached.audio.addEventListener('loadedmetadata', () => spare?.deck === attached && sync());
    return { deck: attached, track, db: 0 };
  }

  function drop(): void {
    spare?.deck.empty();
    spare = null;
    if (!core.state().comparison) return;
    core.set({ comparison: null });
    core.level();
  }

  return {
    deck: () => spare?.deck ?? null,
    sync,
    drop,
    pause: () => spare?.deck.pause(),
    compare(versions, heard) {
      const [wanted, other] = [versions[heard], versions[1 - heard]!];
      const isSame = core.state().track?.trackId === wanted.trackId;
      if (!isSame || core.loaded === null) transport.start(wanted, { atMs: isSame ? core.positionMs() : 0 });
      const isHeard = core.state().track?.fileId === wanted.fileId;
      const beside = isHeard ? other : wanted;
      if (spare?.track.fileId !== beside.fileId) spare = loadBeside(beside);
      const [heardDb, besideDb] = matchedGainsDb([core.state().track!, beside]);
      core.level(heardDb);
      spare.deck.setLevels({ gain: factorOf(besideDb!) });
      spare.db = besideDb!;
      core.set({ comparison: versions });
      if (!isHeard) whenReady(spare.deck, swap);
    },
    end() {
      const { comparison, track } = core.state();
      const newest = comparison?.[0];
      if (newest && track?.trackId === newest.trackId && spare?.track.fileId === newest.fileId) swap();
      drop();
    },
  };
}
