import type { ItemArchive } from '#content/media/contract/archives.ts';
import { bytesText, countText } from '#platform/web/lib/format.ts';

/** The download address of an archive. */
export const archiveAddress = ({ fileId }: { readonly fileId: string }): string => `/archives/${fileId}`;

/** Credits in words. */
export const creditsText = (credits: number): string => `${countText(credits)} ${credits === 1 ? 'credit' : 'credits'}`;

/** The summary line of an archive: `ZIP · 64 files · 60 sounds · 12 MB`. */
export function archiveFacts({ entries, sounds, bytes }: ItemArchive): string {
  const count = (number: number, noun: string): string => `${countText(number)} ${noun}${number === 1 ? '' : 's'}`;
  return [
    'ZIP',
    ...(entries === null ? [] : [count(entries, 'file')]),
    ...(sounds ? [count(sounds, 'sound')] : []),
    bytesText(bytes),
  ].join(' · ');
}
