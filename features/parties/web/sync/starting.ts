import type { DeviceDelays } from './device-delays.ts';
import type { RoomDecks } from './room-decks.ts';

/** A paused sound that is at most so far from its start position needs no seek. */
export const PLACED_MS = 8;
/** A start that comes so much too late is caught up by the rate; each further try allows twice as much. */
const LATE_MS = 40;
/** Tries to begin exactly; after them playback begins immediately and is corrected, such as where timers are seconds late. */
const TRIES = 3;
/** A sound that stands at most so far ahead of the room waits there for it. */
const WAIT_MS = 1000;
/** How much a seek and a start at once take together, before anything was learnt, and at most. */
const FIRST_DIRECT_MS = 100;
const LONGEST_DIRECT_MS = 3000;
const DIRECT_SHARE = 0.7;

/** A paused sound that was sent to a position ahead of the room. */
interface Placing {
  readonly audio: HTMLAudioElement;
  readonly aheadMs: number;
  readonly at: number;
  isLearnt: boolean;
}

/** Starts a paused sound in sync with the room. */
export interface Starting {
  /** Begins in place, waits at a place ahead, or seeks to one; call it until the sound is not paused any more. */
  start(target: number): void;
  /** Takes the difference that a start has left: the next one is better. */
  learn(errorMs: number): void;
  /** Nothing is under way any more. */
  reset(): void;
  /** A sound that has to be moved is placed ahead again; how often that was in vain still counts. */
  again(target: number): void;
  /** It sounds where the room is: tries count from the beginning again. */
  settle(): void;
  close(): void;
}

/**
 * Makes what begins.
 * @param play begins to sound
 * @param wake called when there is something to do before the next tick
 */
export function makeStarting(
  { decks, delays }: { decks: RoomDecks; delays: DeviceDelays },
  play: () => void,
  wake: () => void,
): Starting {
  let alarm: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let placing: Placing | null = null;
  /** Where a start could not wait for its place: how much the seek and the start take together. */
  let directMs = FIRST_DIRECT_MS;
  let wasDirect = false;

  const moveTo = (ms: number): void => {
    const { audio } = decks.current();
    audio.playbackRate = 1;
    audio.currentTime = Math.max(0, ms) / 1000;
  };
  const begin = (isDirect: boolean): void => {
    placing = null;
    wasDirect = isDirect;
    delays.begin();
    play();
  };
  /** Begins where the room will be by then: in place already, at a place ahead, or after a seek to one. */
  const start = (target: number): void => {
    const { audio } = decks.current();
    clearTimeout(alarm);
    if (audio.readyState === 0 || audio.seeking) return;
    if (placing?.audio !== audio) placing = null;
    const from = target + delays.startMs();
    const early = audio.currentTime * 1000 - from;
    const isReady = audio.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
    const learnSeek = (): void => {
      if (!placing || placing.isLearnt) return;
      delays.learnSeek(performance.now() - placing.at, early < 0);
      placing.isLearnt = true;
    };
    if (isReady) learnSeek();
    if (isReady && early <= PLACED_MS && early >= -LATE_MS * 2 ** tries) return begin(false);
    if (early > PLACED_MS && early <= (placing?.aheadMs ?? WAIT_MS) + PLACED_MS) {
      // Until its bytes are there it waits for the element's `canplay`.
      if (isReady) alarm = setTimeout(wake, early);
      return;
    }
    // The bytes of its place have not come yet: another seek at once would only ask for others.
    if (placing && !isReady && early > -placing.aheadMs) return;
    learnSeek();
    if (placing) tries++;
    if (tries >= TRIES) {
      moveTo(target + directMs);
      return begin(true);
    }
    const aheadMs = delays.seekMs();
    moveTo(from + aheadMs);
    placing = { audio, aheadMs, at: performance.now(), isLearnt: false };
  };
  /** What a start has left of the difference is what the next one knows. */
  const learn = (error: number): void => {
    if (!wasDirect) delays.learnStart(error);
    else directMs = Math.min(LONGEST_DIRECT_MS, Math.max(0, directMs - DIRECT_SHARE * error));
    wasDirect = false;
    delays.forget();
  };

  return {
    start,
    learn,
    reset() {
      clearTimeout(alarm);
      [placing, tries] = [null, 0];
      delays.forget();
    },
    again(target) {
      placing = null;
      start(target);
    },
    settle() {
      tries = 0;
    },
    close: () => clearTimeout(alarm),
  };
}
