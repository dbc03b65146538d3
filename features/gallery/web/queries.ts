import { queryOptions } from '@tanstack/react-query';
import { pagedQuery } from '#content/core/web/cache/paged-query.ts';
import type { Call } from '#platform/web/lib/call.ts';

/** Query keys, so that a change reaches every cache entry that shows it. */
export const galleryKeys = {
  /** Lists of every search, and the member's own. */
  lists: ['gallery', 'list'] as const,
  list: (search: string) => ['gallery', 'list', 'approved', search] as const,
  own: ['gallery', 'list', 'own'] as const,
  member: (username: string) => ['gallery', 'list', 'member', username.toLowerCase()] as const,
  images: ['gallery', 'image'] as const,
  image: (id: string) => ['gallery', 'image', id] as const,
};

/** Approved images, featured first, then newest. @param search empty for all */
export const imagesQuery = (call: Call, search: string) =>
  pagedQuery(galleryKeys.list(search), (after, { signal }) =>
    call('GET /gallery/images', { query: { ...(search !== '' && { search }), ...after }, signal }),
  );

/** The member's own images that are not in the gallery (yet). */
export const ownImagesQuery = (call: Call) =>
  pagedQuery(galleryKeys.own, (after, { signal }) =>
    call('GET /gallery/mine', { query: { list: 'unapproved', ...after }, signal }),
  );

/** Approved images of one member, newest first. */
export const memberImagesQuery = (call: Call, username: string) =>
  pagedQuery(galleryKeys.member(username), (after, { signal }) =>
    call('GET /gallery/images', { query: { order: 'newest', author: username, ...after }, signal }),
  );

/** One image. */
export const imageQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: galleryKeys.image(id),
    queryFn: ({ signal }) => call('GET /gallery/images/:imageId', { params: { imageId: id }, signal }),
  });

/** The address of the gallery with a search and an open image. */
export function galleryAddress(search: string, image: string | null): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('search', search);
  if (image !== null) query.set('image', image);
  return query.size === 0 ? '/gallery' : `/gallery?${query.toString()}`;
}
