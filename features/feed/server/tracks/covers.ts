import type { MediaFile } from '#content/media/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { claimFiles, releaseFiles } from '#content/media/server/actions.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { type TrackRow, filesIn, setCovers, stagedFiles, tracksOf } from './tracks-store.ts';

/** What of a file its cover is, or changes. */
type Covered = Pick<MediaFile, 'renditions' | 'placeholder' | 'altText'>;

/** A sound with the cover that its author has chosen, once that is processed; else with what came inside it, unless hidden. */
export function withCover<T extends Covered>(
  sound: T,
  track: Pick<TrackRow, 'kind' | 'hides_found_cover'>,
  chosen: Covered | undefined,
): T {
  if (track.kind !== 'audio') return sound;
  const sizes = (chosen?.renditions ?? []).filter(({ width }) => width !== null);
  if (sizes.length === 0 && !track.hides_found_cover) return sound;
  const found = sound.renditions.filter(({ name }) => !name.startsWith('cover-'));
  const cover = sizes.map((size) => ({ ...size, name: `cover-${size.name}` }));
  const { placeholder, altText } = sizes.length > 0 ? chosen! : { placeholder: null, altText: '' };
  return { ...sound, placeholder, altText, renditions: [...found, ...cover] };
}

/**
 * Makes a member's staged pictures covers in an upload. What is a picture of the upload already is no cover of it too.
 * @throws {Refusal} `file_not_usable`
 */
export async function claimCovers(
  ctx: Context,
  tx: Tx,
  ownerId: string,
  uploadId: string,
  fileIds: readonly string[],
): Promise<void> {
  // What the upload has claimed already would be taken by `claimFiles` too.
  if ((await stagedFiles(tx, ownerId, fileIds)).length < fileIds.length) throw new Refusal('file_not_usable');
  await claimFiles(ctx, tx, ownerId, fileIds, {
    contentKind: 'upload',
    contentId: uploadId,
    guarded: true,
    kinds: ['image'],
  });
}

/** What the author of a track changes of its cover. */
export interface CoverChange {
  /** A staged picture, or the one that is there; null for none of their own. */
  readonly coverFileId?: string | null | undefined;
  readonly hidesFoundCover?: boolean | undefined;
  /** Of every sound of the upload. */
  readonly isCoverForAll: boolean;
}

/**
 * Changes the cover of a track, or of all sounds of its upload. A cover that no track shows any more is removed. The caller
 * has locked the upload.
 * @returns the file that is new in the upload; null without one
 * @throws {Refusal} `file_not_usable`
 */
export async function changeCover(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  track: TrackRow,
  { coverFileId, hidesFoundCover, isCoverForAll }: CoverChange,
): Promise<string | null> {
  if (coverFileId === undefined && hidesFoundCover === undefined && !isCoverForAll) return null;
  const uploadId = track.upload_id;
  const fileId = coverFileId === undefined ? track.cover_file_id : coverFileId;
  const tracks = await tracksOf(tx, [uploadId]);
  const isNew = fileId !== null && !tracks.some((other) => other.cover_file_id === fileId);
  if (isNew) await claimCovers(ctx, tx, viewer.profileId, uploadId, [fileId]);
  const changed = tracks.filter(({ id, kind }) => id === track.id || (isCoverForAll && kind === 'audio'));
  await setCovers(
    tx,
    changed.map(({ id }) => id),
    { fileId, hidesFound: hidesFoundCover ?? track.hides_found_cover },
  );
  await releaseFiles(ctx, tx, 'upload', [uploadId], filesIn(await tracksOf(tx, [uploadId])));
  return isNew ? fileId : null;
}
