import { feed } from '#contract/limits.ts';
import type { Moderated, Ownership } from '#server/features/forum/rules.ts';
import { mayModerate } from '#server/features/safety/rules/staff.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import type { StagedFile } from './tracks-store.ts';
import type { Holdings } from './uploads-store.ts';

/** Verified and not suspended: likes, votes, reports. */
export function mayAct(viewer: Viewer | null): viewer is Viewer {
  return viewer !== null && viewer.verified && !viewer.suspendedUntil;
}

/** Exchanges sounds, hears older ones and marks comments: the author, as long as the upload is there. */
export function mayManageTracks(upload: Ownership, viewer: Viewer | null): boolean {
  return mayAct(viewer) && upload.state !== 'removed' && viewer.profileId === upload.authorId;
}

/** A comment is removed by its author, by the upload's author and by staff. */
export function mayRemoveComment(comment: Moderated, uploadAuthorId: string, viewer: Viewer | null): boolean {
  return (
    mayAct(viewer) &&
    comment.state !== 'removed' &&
    (viewer.profileId === comment.authorId || viewer.profileId === uploadAuthorId || mayModerate(comment, viewer))
  );
}

/** Staff restore what they may moderate; its author and the upload's what they removed themselves. */
export function mayRestoreComment(comment: Moderated, uploadAuthorId: string, viewer: Viewer | null): boolean {
  if (!mayAct(viewer) || comment.state !== 'removed') return false;
  const involved = viewer.profileId === comment.authorId || viewer.profileId === uploadAuthorId;
  return mayModerate(comment, viewer) || (involved && comment.removedBy === viewer.profileId);
}

/** What an upload with these files holds. */
export function holdingsOf(files: readonly Pick<StagedFile, 'kind' | 'key'>[]): Holdings {
  const [first] = files;
  const has = (kind: StagedFile['kind']): boolean => files.some((file) => file.kind === kind);
  return {
    fileUrl: first ? `/files/${first.key}` : null,
    fileType: first?.kind ?? null,
    hasImage: has('image'),
    hasAudio: has('audio'),
    hasVideo: has('video'),
  };
}

/** Milliseconds of a track that must be heard until it counts as a play: 30 s, or half of a track that is shorter. */
export function neededMs(durationMs: number | null): number {
  return durationMs !== null && durationMs < feed.playMs ? Math.ceil(durationMs / 2) : feed.playMs;
}
