import { createHash } from 'node:crypto';
import { asSeen } from './normalise.ts';

/** Names a text by what a reader would call the same: SHA-256, hex, of it in lower case with white space folded. */
export function contentFingerprint(text: string): string {
  return createHash('sha256').update(asSeen(text).toLowerCase().replaceAll(/\s+/g, ' ').trim()).digest('hex');
}
