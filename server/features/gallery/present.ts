import type { GalleryImage } from '#contract/gallery.ts';
import { presentFile } from '#server/features/media/actions.ts';
import type { FileRow } from '#server/features/media/store.ts';
import type { CustomRole } from '#server/features/profiles/rules.ts';
import { personOf } from '#server/features/profiles/store.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { type ImageFacts, canDo } from './rules.ts';
import type { ImageRow } from './store.ts';

/** What its owner and staff read above an image that is not in the gallery. */
function noticeOf(row: ImageRow, file: FileRow, reasons: readonly string[]): string | null {
  if (row.state === 'rejected') return `Not approved: ${row.reason ?? ''}`;
  if (row.state === 'removed') return row.reason ? `Removed: ${row.reason}` : 'Removed.';
  if (row.state === 'approved') return null;
  if (file.processing === 'failed')
    return `This picture could not be read. ${file.processing_reason ?? ''} Delete it and upload another.`;
  if (file.processing === 'unavailable') return 'This site cannot process pictures at the moment. Staff can see that.';
  if (reasons.length > 0)
    return `It seems to contain private information (${reasons.join(', ')}). Staff review that before they approve it.`;
  return 'Your image is waiting for approval. You will get a notification.';
}

/** What decides who may do what with an image, of its row. */
export function factsOf(row: ImageRow): ImageFacts {
  return {
    uploaderId: row.uploader_id,
    uploaderIsAdmin: row.person_is_admin,
    state: row.state,
    isAdult: row.is_adult,
    removedBy: row.removed_by,
  };
}

/** An image as its reader sees it. @param reasons kinds of private information in a text that waits for staff */
export function presentImage(
  row: ImageRow,
  file: FileRow,
  roles: ReadonlyMap<string, CustomRole>,
  viewer: Viewer | null,
  reasons: readonly string[],
): GalleryImage {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    file: presentFile(file),
    uploader: personOf(row, roles),
    state: row.state,
    notice: noticeOf(row, file, reasons),
    isFeatured: row.is_featured,
    isAdult: row.is_adult,
    likeCount: row.like_count,
    liked: row.liked,
    createdAt: row.created_at.toISOString(),
    can: canDo(factsOf(row), viewer),
  };
}
