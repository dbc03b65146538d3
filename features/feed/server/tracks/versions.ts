import { trackRightsWording } from '#content/media/contract/limits.ts';
import type { TrackTerms } from '#content/media/contract/endpoints.ts';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { requireSeen } from '#content/core/server/policies.ts';
import { holdForFiles } from '#content/core/server/returned-files.ts';
import { claimFiles, filesOf, handOver, presentFile } from '#content/media/server/actions.ts';
import { record } from '#content/moderation/server/store.ts';
import { copyTerms, fileById, setTerms } from '#content/media/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { mayManageTracks } from '#features/feed/server/rules.ts';
import { olderVersions, replaceSound, stagedFiles, trackOf } from './tracks-store.ts';
import { announceChanged, announceSounds, upload } from '#features/feed/server/types.ts';

/** Every sound that a track has had, newest first. @throws {Refusal} `upload_not_found`, `forbidden`, `track_not_found` */
export async function trackVersions(
  ctx: Context,
  viewer: Viewer,
  uploadId: string,
  trackId: string,
): Promise<{ version: number; file: MediaFile; createdAt: string }[]> {
  const facts = await requireSeen(ctx.db, upload, uploadId, viewer);
  if (facts.authorId !== viewer.profileId && !isStaff(viewer)) throw new Refusal('forbidden');
  const track = await trackOf(ctx.db, uploadId, trackId);
  if (track?.kind !== 'audio') throw new Refusal('track_not_found');
  const [older, now, before] = await Promise.all([
    olderVersions(ctx.db, trackId),
    filesOf(ctx.db, 'upload', [uploadId]),
    filesOf(ctx.db, 'upload_version', [trackId]),
  ]);
  const files = new Map([...(now.get(uploadId) ?? []), ...(before.get(trackId) ?? [])].map((file) => [file.id, file]));
  const all = [{ version: track.version, file_id: track.file_id, created_at: track.version_at }, ...older];
  return all.flatMap((version) => {
    const file = files.get(version.file_id);
    return file
      ? [{ version: version.version, file: presentFile(file, true), createdAt: version.created_at.toISOString() }]
      : [];
  });
}

/**
 * Puts a staged sound in the place of a track's. Address, likes, comments and plays stay; the old sound stays its
 * author's and staff's. @throws {Refusal} `upload_not_found`, `forbidden`, `track_not_found`, `file_not_usable`
 */
export async function exchangeSound(
  ctx: Context,
  viewer: Viewer,
  uploadId: string,
  trackId: string,
  fileId: string,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const facts = await requireSeen(tx, upload, uploadId, viewer, true);
    if (!mayManageTracks(facts, viewer)) throw new Refusal('forbidden');
    const track = await trackOf(tx, uploadId, trackId);
    if (track?.kind !== 'audio') throw new Refusal('track_not_found');
    // What the upload has claimed already would be taken by `claimFiles` too.
    const [file] = await stagedFiles(tx, viewer.profileId, [fileId]);
    if (!file) throw new Refusal('file_not_usable');
    await claimFiles(ctx, tx, viewer.profileId, [fileId], {
      contentKind: 'upload',
      contentId: uploadId,
      guarded: true,
      kinds: ['audio'],
      rights: trackRightsWording,
    });
    await copyTerms(tx, track.file_id, fileId);
    await handOver(ctx, tx, track.file_id, { contentKind: 'upload_version', contentId: trackId });
    await replaceSound(tx, track, file, ctx.clock.now());
    await tx.rows(sql`
      UPDATE uploads SET file_url = ${`/files/${file.key}`} WHERE id = ${uploadId}
        AND ${trackId}::uuid = (SELECT id FROM upload_files WHERE upload_id = ${uploadId} ORDER BY position, id LIMIT 1)`);
    await record(ctx, tx, viewer, facts.authorId, {
      action: 'upload.version',
      targetKind: upload.kind,
      targetId: uploadId,
      details: { track: trackId, before: { file: track.file_id }, after: { file: fileId } },
    });
    await announceSounds(ctx, tx, { kind: upload.kind, id: uploadId });
    await holdForFiles(ctx, tx, upload, uploadId, [fileId]);
  });
}

/**
 * Changes what readers may download of a track, and under which licence. From the commit on the endpoint for files answers by it.
 * @throws {Refusal} `upload_not_found`, `forbidden`, `track_not_found`
 */
export async function changeTerms(
  ctx: Context,
  viewer: Viewer,
  uploadId: string,
  trackId: string,
  terms: TrackTerms,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const facts = await requireSeen(tx, upload, uploadId, viewer, true);
    if (!mayManageTracks(facts, viewer)) throw new Refusal('forbidden');
    const track = await trackOf(tx, uploadId, trackId);
    if (!track) throw new Refusal('track_not_found');
    const { download, licence } = (await fileById(tx, track.file_id))!;
    await setTerms(tx, track.file_id, terms);
    await record(ctx, tx, viewer, facts.authorId, {
      action: 'upload.terms',
      targetKind: upload.kind,
      targetId: uploadId,
      details: { track: trackId, before: { download, licence }, after: terms },
    });
    await announceChanged(ctx, tx, uploadId);
  });
}
