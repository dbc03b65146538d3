import type { Upload, UploadFile } from '#features/feed/contract/endpoints.ts';
import { soundsOf, trackOf, tracksOf } from '#features/player/web/track.ts';
import { sitePlayer } from './use-player.ts';

/**
 * Plays a sound of an upload; call it while a click or a key is handled.
 * @param queue the uploads around it: what follows. Without it, the upload's own sounds do.
 * @param atMs where it begins; without it, a track in the player goes on where it is
 */
export function playSound(upload: Upload, file: UploadFile, queue: readonly Upload[] = [upload], atMs?: number): void {
  const track = trackOf(upload, file);
  if (track) sitePlayer().start(track, { tracks: tracksOf(queue), ...(atMs !== undefined && { atMs }) });
}

/** Plays a track from the position of a timed comment. @returns false when the upload has no such sound to play */
export function playFrom(upload: Upload, at: { trackId: string; ms: number }): boolean {
  const file = soundsOf(upload).find((sound) => sound.trackId === at.trackId && sound.url !== null);
  if (file) playSound(upload, file, [upload], at.ms);
  return file !== undefined;
}
