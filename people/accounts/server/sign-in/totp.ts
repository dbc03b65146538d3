import { createHmac } from 'node:crypto';

/** Seconds of one step of an authenticator app, and digits of its code (RFC 6238, the values that every app knows). */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after the present one that are accepted: a telephone's clock may be a little off. */
const DRIFT_STEPS = 1;

/** The time step of a timestamp. */
export function stepOf(at: Date): number {
  return Math.floor(at.getTime() / 1000 / PERIOD_SECONDS);
}

/** The code of a step (RFC 4226 §5.3). */
export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest[digest.length - 1]! & 0x0f;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The newest step around a timestamp whose code this is; null when it is none of them. */
export function stepOfCode(secret: string, code: string, at: Date): number | null {
  const now = stepOf(at);
  for (let step = now + DRIFT_STEPS; step >= now - DRIFT_STEPS; step--) {
    if (codeOfStep(secret, step) === code) return step;
  }
  return null;
}
