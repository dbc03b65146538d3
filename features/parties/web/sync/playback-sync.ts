import { correctionFor } from './correction.ts';
import type { RoomDecks } from './room-decks.ts';
import { PLACED_MS, type Starting } from './starting.ts';
import type { DeviceDelays } from './device-delays.ts';

/** Readings of a median filter over the difference: the element's clock moves in steps of some 20 ms. */
const READINGS = 5;

/**
 * The first start on a page knows neither its device nor, after few probes, the clock. What it leaves of a difference is
 * moved above so many milliseconds: the rate would take seconds, and a sound that has only begun may begin again.
 */
const FIRST_SEEK_MS = 60;

/** What became of following the room. */
export interface Following {
  /** The sound's position minus the room's; null while it is not known. */
  readonly errorMs: number | null;
  readonly isSounding: boolean;
}

/** Synchronizes the deck that plays with the room. */
export interface PlaybackSync {
  /**
   * Brings the sound to where the room is: places it ahead and begins there in time, and corrects it afterwards.
   * @param target milliseconds of the track that should be heard now
   */
  follow(target: number): Following;
  /** Silence. @param placeMs where it will go on, so that it is ready there; null where nothing does */
  hold(placeMs: number | null): void;
  /** Another track is on the deck: what was measured of the one before does not count. */
  forget(): void;
  /** Corrections so far that moved what sounded. */
  seeks(): number;
}

const isAway = (audio: HTMLAudioElement, ms: number): boolean => Math.abs(audio.currentTime * 1000 - ms) > PLACED_MS;

/** Makes the synchronization of the deck with the room. */
export function makePlaybackSync(decks: RoomDecks, delays: DeviceDelays, starting: Starting): PlaybackSync {
  let readings: number[] = [];
  let seeks = 0;
  let isFirst = true;

  const reading = (target: number): number => {
    const { audio, outputMs } = decks.current();
    readings = [...readings, audio.currentTime * 1000 - outputMs() * audio.playbackRate - target].slice(-READINGS);
    return readings.toSorted((a, b) => a - b)[Math.floor(readings.length / 2)]!;
  };

  return {
    follow(target) {
      const deck = decks.current();
      const { audio } = deck;
      if (audio.paused) {
        readings = [];
        starting.start(target);
        return { errorMs: null, isSounding: !audio.paused };
      }
      if (audio.seeking || delays.isSettling()) return { errorMs: null, isSounding: true };
      const error = reading(target);
      if (readings.length < READINGS) return { errorMs: error, isSounding: true };
      starting.learn(error);
      const correction = correctionFor(error, audio.playbackRate !== 1);
      const isMoved = correction.kind === 'seek' || (isFirst && Math.abs(error) > FIRST_SEEK_MS);
      isFirst = false;
      if (!isMoved) {
        starting.settle();
        audio.playbackRate = correction.kind === 'rate' ? correction.rate : 1;
        return { errorMs: error, isSounding: true };
      }
      seeks++;
      readings = [];
      // Silent for as long as it takes to be ready at a place ahead, then in step at once.
      deck.pause();
      starting.again(target);
      return { errorMs: error, isSounding: false };
    },
    hold(placeMs) {
      const deck = decks.current();
      const { audio } = deck;
      if (!audio.paused) deck.pause();
      readings = [];
      starting.reset();
      if (placeMs === null || audio.readyState === 0 || audio.seeking || !isAway(audio, placeMs)) return;
      audio.playbackRate = 1;
      audio.currentTime = Math.max(0, placeMs) / 1000;
    },
    forget() {
      readings = [];
      starting.reset();
    },
    seeks: () => seeks,
  };
}
