import type { GalleryImage, PendingImage } from '#features/gallery/contract/endpoints.ts';
import { gallery } from '#features/gallery/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { checkRowSeen, restorableAmong } from '#content/core/server/policies.ts';
import { filesOf } from '#content/media/server/actions.ts';
import { activeCustomRoles, profileIdsByUsername } from '#people/profiles/server/store.ts';
import { openVersions, reasonsToHold } from '#content/moderation/server/actions.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { imageCursor, readImageCursor } from './paging.ts';
import { presentImage } from './present.ts';
import { searchText } from './rules.ts';
import { type ImageRow, approvedIds, imageRows, ownIds, pendingIds } from './store.ts';
import { galleryImage } from './types.ts';

interface ImagePage {
  readonly items: GalleryImage[];
  readonly next: string | null;
}

/** Rows with their files and uploaders, one query each. */
async function present(ctx: Context, viewer: Viewer | null, rows: readonly ImageRow[]): Promise<GalleryImage[]> {
  const [restorable, files, roles] = await Promise.all([
    restorableAmong(ctx, galleryImage, rows, viewer),
    filesOf(
      ctx.db,
      galleryImage.kind,
      rows.map((row) => row.id),
    ),
    activeCustomRoles(ctx.db),
  ]);
  return rows.flatMap((row) => {
    const file = files.get(row.id)?.[0];
    if (!file) return [];
    const reasons = row.state === 'pending' ? reasonsToHold(ctx, `${row.title}\n${row.description}`) : [];
    return [presentImage(row, file, roles, viewer, reasons, restorable.has(row.id))];
  });
}

/** @param ids one more than a page, where there is one */
async function pageOf(ctx: Context, viewer: Viewer | null, ids: readonly string[]): Promise<ImagePage> {
  const rows = await imageRows(ctx.db, ids.slice(0, gallery.perPage), viewer?.userId ?? null);
  const last = ids.length > gallery.perPage ? rows.at(-1) : undefined;
  return { items: await present(ctx, viewer, rows), next: last ? imageCursor(last) : null };
}

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
  const versions = await openVersions(ctx, ctx.db, galleryImage.kind, ids);
  const { items, next } = await pageOf(ctx, viewer, ids);
  // Without an item it was decided between the two reads.
  const known = items.flatMap((image) => {
    const version = versions.get(image.id);
    return version === undefined ? [] : [{ ...image, version }];
  });
  return { items: known, next };
}

/** One image as its reader sees it. @throws {Refusal} `image_not_found`, `adults_only` */
export async function readImage(ctx: Context, viewer: Viewer | null, id: string): Promise<GalleryImage> {
  const [row] = await imageRows(ctx.db, [id], viewer?.userId ?? null);
  await checkRowSeen(ctx.db, galleryImage, row, viewer);
  const [image] = await present(ctx, viewer, [row!]);
  // Its file is claimed in the transaction that wrote it, and given up in the one that deletes it.
  if (!image) throw new Error(`The gallery image ${id} has no file.`);
  return image;
}
