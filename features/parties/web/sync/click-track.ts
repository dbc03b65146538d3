import { playSamples } from '#features/player/web/engine/deck/deck.ts';
import { type Clicker, PERIOD_MS, PHASE_MS, makeClick } from './calibration.ts';

const RATE = 48_000;
const LOUDNESS = 0.6;
/** Milliseconds by which a click is given to the sound card ahead, and between two readings of the clock. */
const AHEAD_MS = 500;
const READ_MS = 200;

/**
 * Clicks once in every period of the server's clock, until it is stopped. Call it while handling a user gesture.
 * @param serverNow milliseconds of the server's clock; null while it is not known
 * @param nudgeMs by which the clicks come earlier, as the room's sound does
 * @returns a function that stops it
 */
export function startClicks(of: Clicker, serverNow: () => number | null, nudgeMs: number): () => void {
  const click = makeClick(of, RATE).map((sample) => sample * LOUDNESS);
  const ahead = AHEAD_MS + Math.max(0, nudgeMs);
  let last = -Infinity;
  const schedule = (): void => {
    const now = serverNow();
    if (now === null) return;
    const next = Math.ceil((now + ahead - PHASE_MS[of]) / PERIOD_MS) * PERIOD_MS + PHASE_MS[of];
    if (next - last < PERIOD_MS / 2 || next - now > ahead + 2 * READ_MS) return;
    last = next;
    playSamples(click, RATE, performance.now() + (next - now) - nudgeMs);
  };
  schedule();
  const timer = setInterval(schedule, READ_MS);
  return () => clearInterval(timer);
}
