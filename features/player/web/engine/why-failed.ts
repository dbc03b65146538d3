import type { Call } from '#platform/web/lib/call.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { type Track, trackOf } from '#features/player/web/track.ts';

/** Why a sound does not play. `moved`: it is at another address now. */
export type Failure =
  | { readonly why: 'network' | 'gone' | 'unplayable' }
  | { readonly why: 'moved'; readonly track: Track };

/** Finds the reason why a sound did not load: the element itself has none. */
export async function whyFailed(track: Track, call: Call): Promise<Failure> {
  let status: number;
  try {
    status = (await fetch(track.url, { method: 'HEAD' })).status;
  } catch {
    return { why: 'network' };
  }
  if (status >= 500 || status === 429) return { why: 'network' };
  if (status < 400) return { why: 'unplayable' };
  if (track.uploadId === null) return { why: 'gone' };
  try {
    // The sound was replaced, or processed in the meantime: the upload knows its new address.
    const upload = await call('GET /uploads/:uploadId', { params: { uploadId: track.uploadId } });
    const file = upload.files.find((candidate) => candidate.trackId === track.trackId);
    const newest = file && trackOf(upload, file);
    return newest && newest.url !== track.url ? { why: 'moved', track: newest } : { why: 'gone' };
  } catch (error) {
    return { why: error instanceof CallError && error.code === 'network' ? 'network' : 'gone' };
  }
}
