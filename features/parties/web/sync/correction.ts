/** How playback that has drifted from the room is corrected. */
export type Correction =
  | { readonly kind: 'none' }
  /** A rate near 1 until the difference is gone. */
  | { readonly kind: 'rate'; readonly rate: number }
  | { readonly kind: 'seek' };

/** Differences in milliseconds: the dead band, in which nothing is done, and the difference above which a seek follows. */
export const QUIET_MS = 15;
export const SEEK_MS = 400;
/** The most by which the rate changes; pitch is preserved. */
const MAX_RATE = 0.02;
/** Milliseconds in which a difference should be gone, where the rate allows it. */
const SETTLE_MS = 4000;

/**
 * Proportional control with hysteresis: a changed rate stays until the difference is well below the threshold, so that
 * noise around it does not toggle the rate.
 * @param errorMs the sound's position minus the room's
 * @param isCorrecting a rate other than 1 is set
 */
export function correctionFor(errorMs: number, isCorrecting: boolean): Correction {
  const size = Math.abs(errorMs);
  if (size > SEEK_MS) return { kind: 'seek' };
  if (size < (isCorrecting ? QUIET_MS / 3 : QUIET_MS)) return { kind: 'none' };
  const change = Math.min(MAX_RATE, size / SETTLE_MS);
  return { kind: 'rate', rate: errorMs > 0 ? 1 - change : 1 + change };
}
