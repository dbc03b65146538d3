import { createHash } from 'node:crypto';
export function contentFingerprint(text: string): string {
  return createHash('sha256').update(text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()).digest('hex');
}
