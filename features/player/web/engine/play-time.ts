/** Measures how much of a track was heard; skipped parts do not count. */
export interface PlayTimeMeter {
  /**
   * The playhead is here now.
   * @param positionMs of the playhead
   * @param audible false while paused, seeking or silent
   * @param nowMs of a clock that only goes on
   * @param rate times the recorded speed
   * @returns milliseconds heard so far
   */
  tick(positionMs: number, audible: boolean, nowMs: number, rate?: number): number;
}

/** Milliseconds by which the playhead may be ahead of the clock: ticks come when they can. */
const leewayMs = 250;

/** A meter for one play of one track. */
export function makePlayTimeMeter(): PlayTimeMeter {
  let heardMs = 0;
  let last: { positionMs: number; nowMs: number } | null = null;
  return {
    tick(positionMs, audible, nowMs, rate = 1) {
      if (last !== null && audible) {
        const moved = positionMs - last.positionMs;
        const heard = moved / rate;
        // Nobody hears faster than time passes: more is a jump.
        if (heard > 0 && heard <= nowMs - last.nowMs + leewayMs) heardMs += heard;
      }
      last = audible ? { positionMs, nowMs } : null;
      return heardMs;
    },
  };
}
