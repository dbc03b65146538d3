import type { Stage } from '#features/parties/contract/endpoints.ts';
import type { DeviceDelays } from './device-delays.ts';
import type { MeasuredClock } from './measured-clock.ts';
import type { RoomDecks } from './room-decks.ts';

/** The stage in force, and the one that lies ahead: it is prepared, and taken into force so that it sounds in time. */
export interface StageTimes {
  current(): Stage | null;
  /** Takes a stage; one that lies ahead waits for its time. @returns false for one that is known */
  follow(next: Stage | null): boolean;
  /** True while one waits. */
  isWaiting(): boolean;
  /** Takes the one that lies ahead into force where its time has come. */
  advance(now: number): void;
  /** Wakes at the time of what lies ahead; ticks in between would come up to a quarter of a second late. */
  arm(): void;
  nudgeMs(): number;
  setNudge(ms: number): void;
  close(): void;
}

/**
 * Makes the times of a room.
 * @param on `wake`: the time of a stage has come; `onTrack`: another track is on the deck that sounds
 */
export function makeStageTimes(
  { clock, decks, delays }: { clock: MeasuredClock; decks: RoomDecks; delays: DeviceDelays },
  { wake, onTrack }: { wake: () => void; onTrack: () => void },
): StageTimes {
  let stage: Stage | null = null;
  let pending: Stage | null = null;
  let nudge = 0;
  let alarm: ReturnType<typeof setTimeout> | undefined;

  const enforce = (next: Stage | null): void => {
    pending = null;
    stage = next;
    if (decks.show(next?.item ?? null)) onTrack();
  };
  /** Milliseconds before its time at which a stage is taken into force. */
  const leadOf = (next: Stage): number => {
    if (!next.isPlaying) return 0;
    const begins = decks.current().audio.paused || next.item?.id !== stage?.item?.id;
    return begins ? delays.startMs() : delays.seekMs();
  };

  return {
    current: () => stage,
    isWaiting: () => pending !== null,
    follow(next) {
      const now = clock.now();
      if (next && (next.version === stage?.version || next.version === pending?.version)) return false;
      if (next?.item && stage?.item && now !== null && next.at > now) {
        pending = next;
        if (next.item.id !== stage.item.id) decks.prepare(next.item);
      } else enforce(next);
      return true;
    },
    advance(now) {
      if (pending && now + nudge >= pending.at - leadOf(pending) - 1) enforce(pending);
    },
    arm() {
      clearTimeout(alarm);
      const now = clock.now();
      const next = pending ?? stage;
      if (now === null || !next) return;
      const wait = next.at - leadOf(next) - nudge - now;
      if (wait > 0) alarm = setTimeout(wake, wait);
    },
    nudgeMs: () => nudge,
    setNudge(ms) {
      nudge = ms;
    },
    close: () => clearTimeout(alarm),
  };
}
