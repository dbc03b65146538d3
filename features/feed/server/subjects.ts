import type { Context } from '#platform/server/context.ts';
import { contentFacts } from '#content/core/server/facts.ts';
import { contentKind } from '#content/core/server/subject.ts';
import type { OwnsFiles } from '#platform/server/content-kind.ts';
import { isStaff } from '#platform/server/http/viewer.ts';
import { eraseFeed, exportComments, exportFeed, trackTagsOf } from './personal.ts';
import { uploadOfTrack } from './tracks/tracks-store.ts';
import { upload, uploadComment } from './types.ts';

/** Uploads, as the features that work across all contents know them. */
export const uploadKind = {
  // They go with their files and comments.
  ...contentKind(upload, { exportOf: exportFeed, deleted: 'true', erase: eraseFeed }),
  countsPlays: true,
  tagsOf: trackTagsOf,
} as const;

/** Sounds that were replaced by newer ones. They are no content of their own: nobody can report or hold one. */
export const versionKind: OwnsFiles<Context> = {
  kind: 'upload_version',
  /** @param id the track's */
  async mayReadFile(ctx, viewer, id) {
    const uploadId = viewer && (await uploadOfTrack(ctx.db, id));
    const facts = uploadId && (await contentFacts(ctx.db, upload, uploadId));
    return facts && (isStaff(viewer) || viewer.profileId === facts.authorId) ? 'reader' : 'nobody';
  },
};

/** Comments on uploads, likewise. */
export const commentKind = contentKind(uploadComment, {
  exportOf: exportComments,
  // Comments stay where they were read, under a name that says nothing.
  deleted: `t.state <> 'published'`,
});
