import { randomFillSync } from 'node:crypto';

const random = new Uint8Array(10);

/**
 * A UUID of version 7 (RFC 9562 §5.7): 48 bits of milliseconds, then random bits, so that keys of one table grow with
 * time and index pages stay warm.
 * @param at the timestamp in the key; the caller's clock, so that generated histories sort right
 */
export function newId(at: Date): string {
  randomFillSync(random);
  const time = at.getTime().toString(16).padStart(12, '0');
  const a = (((random[0]! & 0x0f) << 8) | random[1]!).toString(16).padStart(3, '0');
  const b = ((((random[2]! & 0x3f) | 0x80) << 8) | random[3]!).toString(16).padStart(4, '0');
  let tail = '';
  for (let byte = 4; byte < 10; byte++) tail += random[byte]!.toString(16).padStart(2, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a}-${b}-${tail}`;
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for any UUID in its usual writing. */
export function isId(value: string): boolean {
  return pattern.test(value);
}
