import type { MediaFile } from '#content/media/contract/endpoints.ts';

/** Milliseconds until it is asked again for files that are still being processed. */
const INTERVAL_MS = 2500;

/** The `refetchInterval` of a query whose files may still be processed: 2.5 s while one waits, else none. */
export function refetchWhileProcessing(files: readonly Pick<MediaFile, 'processing'>[] | undefined): number | false {
  return files?.some((file) => file.processing === 'waiting') ? INTERVAL_MS : false;
}
