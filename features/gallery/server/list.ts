import type { GalleryImage, PendingImage } from '#features/gallery/contract/endpoints.ts';
import { gallery } from '#features/gallery/contract/limits.ts';
import { isActiveMember } from '#content/core/server/policies.ts';
import { type ContentPage, type ContentPlace, type ContentRow, contentReader } from '#content/core/server/reader.ts';
import { pendingForStaff, pendingNotice } from '#content/core/server/review.ts';
import { filesOf, presentFile } from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import { openVersions, reasonsToHold } from '#content/moderation/server/actions.ts';
import { profileIdsByUsername } from '#people/profiles/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { imageCursor, readImageCursor } from './paging.ts';
import { searchText, stateOf } from './rules.ts';
import { approvedIds, ownIds, pendingIds } from './store.ts';
import { galleryImage } from './types.ts';

interface ImageRow extends ContentRow {
  readonly description: string;
  readonly is_featured: boolean;
}

/** The notice for owner and staff above an image that waits. @param reasons kinds of private information in its text */
function waitingNotice(row: ImageRow, file: FileRow, viewer: Viewer | null, reasons: readonly string[]): string {
  if (file.processing === 'failed')
    return `This picture could not be read. ${file.processing_reason ?? ''} Delete it and upload another.`;
  if (file.processing === 'interrupted') return 'This picture could not be processed. Please try again.';
  if (file.processing === 'unavailable') return 'This site cannot process pictures at the moment. Staff can see that.';
  // Where private information was found, staff read which.
  if (reasons.length === 0 && row.author_id !== viewer?.profileId) return pendingForStaff;
  return pendingNotice(galleryImage, reasons);
}

/** Reads images with their files. */
export const images = contentReader<ImageRow, GalleryImage>(galleryImage, {
  columns: () => sql`t.description, t.is_featured`,
  async present(ctx, viewer, rows) {
    const ids = rows.map((row) => row.id);
    const files = await filesOf(ctx.db, galleryImage.kind, ids);
    return (row, { id, title, author, notice, isAdult, likeCount, liked, createdAt, can }) => {
      const file = files.get(row.id)?.[0];
      if (!file) return null;
      const isPending = row.state === 'pending';
      const reasons = isPending ? reasonsToHold(ctx, `${row.title}\n${row.description}`) : [];
      const isStaffHere = isActiveMember(viewer) && isStaff(viewer);
      return {
        id,
        title,
        description: row.description,
        file: presentFile(file, viewer !== null && (viewer.profileId === row.author_id || isStaff(viewer))),
        uploader: author,
        state: stateOf(row.state, row.is_rejected),
        notice: isPending ? waitingNotice(row, file, viewer, reasons) : notice,
        isFeatured: row.is_featured,
        isAdult,
        likeCount,
        liked,
        createdAt,
        can: {
          like: can.like,
          delete: can.delete,
          restore: can.restore,
          report: can.report,
          // A moderator's own image is for others to judge; an admin may be the only one there is.
          decide: isStaffHere && isPending && (viewer.isAdmin || viewer.profileId !== row.author_id),
          feature: isStaffHere && row.state === 'published',
        },
      };
    };
  },
});

type ImagePage = ContentPage<GalleryImage>;

/** @param places one more than a page, where there is one */
const pageOf = (ctx: Context, viewer: Viewer | null, places: readonly ContentPlace[]): Promise<ImagePage> =>
  images.page(ctx, viewer, { places, size: gallery.perPage, cursorOf: imageCursor });

/** Approved images in either order. */
export async function listImages(
  ctx: Context,
  viewer: Viewer | null,
  query: {
    after?: string | undefined;
    order: 'featured' | 'newest';
    search?: string | undefined;
    author?: string | undefined;
  },
): Promise<ImagePage> {
  const after = readImageCursor(query.after);
  let uploaderId: string | null = null;
  if (query.author !== undefined) {
    uploaderId = (await profileIdsByUsername(ctx, [query.author])).get(query.author.toLowerCase()) ?? null;
    if (uploaderId === null) return { items: [], next: null };
  }
  const filter = {
    viewer,
    search: searchText(query.search ?? ''),
    uploaderId,
    featuredFirst: query.order === 'featured',
  };
  return await pageOf(ctx, viewer, await approvedIds(ctx.db, filter, after, gallery.perPage + 1));
}

/** The member's own images, newest first. */
export async function listOwn(
  ctx: Context,
  viewer: Viewer,
  query: { list: 'all' | 'unapproved'; after?: string | undefined },
): Promise<ImagePage> {
  const after = readImageCursor(query.after);
  const ids = await ownIds(ctx.db, viewer.profileId, query.list === 'unapproved', after, gallery.perPage + 1);
  return await pageOf(ctx, viewer, ids);
}

/** Images that wait for staff, with the version that a decision names, oldest first. @param viewer null for the operator */
export async function listPending(
  ctx: Context,
  viewer: Viewer | null,
  cursor: string | undefined,
): Promise<{ items: PendingImage[]; next: string | null }> {
  const ids = await pendingIds(ctx.db, readImageCursor(cursor), gallery.perPage + 1);
  const versions = await openVersions(
    ctx,
    ctx.db,
    galleryImage.kind,
    ids.map(({ id }) => id),
  );
  const { items, next } = await pageOf(ctx, viewer, ids);
  // Without an item it was decided between the two reads.
  const known = items.flatMap((image) => {
    const version = versions.get(image.id);
    return version === undefined ? [] : [{ ...image, version }];
  });
  return { items: known, next };
}
