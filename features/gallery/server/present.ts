import type { GalleryImage } from '#features/gallery/contract/endpoints.ts';
import { canRemove, canReport, isActiveMember } from '#content/core/server/policies.ts';
import { type Roles, noticeFor } from '#content/core/server/present.ts';
import { pendingForStaff, pendingNotice } from '#content/core/server/review.ts';
import { presentFile } from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import { personOf } from '#people/profiles/server/store.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { stateOf } from './rules.ts';
import type { ImageRow } from './store.ts';
import { galleryImage } from './types.ts';

/** The notice for owner and staff above an image that is not in the gallery. */
function noticeOf(row: ImageRow, file: FileRow, viewer: Viewer | null, reasons: readonly string[]): string | null {
  if (row.state !== 'pending') return noticeFor({ ...row, author_id: null, hold_reasons: null }, null);
  if (file.processing === 'failed')
    return `This picture could not be read. ${file.processing_reason ?? ''} Delete it and upload another.`;
  if (file.processing === 'interrupted') return 'This picture could not be processed. Please try again.';
  if (file.processing === 'unavailable') return 'This site cannot process pictures at the moment. Staff can see that.';
  // Where private information was found, staff read which.
  if (reasons.length === 0 && row.author_id !== viewer?.profileId) return pendingForStaff;
  return pendingNotice(galleryImage, reasons);
}

/** The rights of a viewer to an image that they see. */
function canDo(row: ImageRow, viewer: Viewer | null, restore: boolean): GalleryImage['can'] {
  const owned = {
    authorId: row.author_id,
    authorIsAdmin: row.person_is_admin,
    state: row.state,
    removedBy: row.removed_by,
    isRejected: row.is_rejected,
  };
  const isPublished = row.state === 'published';
  const staff = isActiveMember(viewer) && isStaff(viewer);
  return {
    like: isActiveMember(viewer) && isPublished,
    delete: canRemove(owned, viewer),
    restore,
    report: canReport(owned, viewer),
    // A moderator's own image is for others to judge; an admin may be the only one there is.
    decide: staff && row.state === 'pending' && (viewer.isAdmin || viewer.profileId !== row.author_id),
    feature: staff && isPublished,
  };
}

/** An image as its reader sees it. @param reasons kinds of private information in a text that waits for staff */
export function presentImage(
  row: ImageRow,
  file: FileRow,
  roles: Roles,
  viewer: Viewer | null,
  reasons: readonly string[],
  restore: boolean,
): GalleryImage {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    file: presentFile(file, viewer !== null && (viewer.profileId === row.author_id || isStaff(viewer))),
    uploader: personOf(row, roles),
    state: stateOf(row.state, row.is_rejected),
    notice: noticeOf(row, file, viewer, reasons),
    isFeatured: row.is_featured,
    isAdult: row.is_adult,
    likeCount: row.like_count,
    liked: row.liked,
    createdAt: row.created_at.toISOString(),
    can: canDo(row, viewer, restore),
  };
}
