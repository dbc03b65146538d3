import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Reply } from '#site/contract/contract.ts';
import type { Call } from '#platform/web/lib/call.ts';

/** One page of images. */
export type ImagePage = Reply<'GET /gallery/images'>;

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

const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: ImagePage) => page.next,
};

/** Approved images, featured first, then newest. @param search empty for all */
export const imagesQuery = (call: Call, search: string) =>
  infiniteQueryOptions({
    queryKey: galleryKeys.list(search),
    queryFn: ({ pageParam, signal }) =>
      call('GET /gallery/images', {
        query: { ...(search !== '' && { search }), ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    ...pages,
  });

/** The member's own images that are not in the gallery (yet). */
export const ownImagesQuery = (call: Call) =>
  infiniteQueryOptions({
    queryKey: galleryKeys.own,
    queryFn: ({ pageParam, signal }) =>
      call('GET /gallery/mine', {
        query: { list: 'unapproved', ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    ...pages,
  });

/** Approved images of one member, newest first. */
export const memberImagesQuery = (call: Call, username: string) =>
  infiniteQueryOptions({
    queryKey: galleryKeys.member(username),
    queryFn: ({ pageParam, signal }) =>
      call('GET /gallery/images', {
        query: { order: 'newest', author: username, ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    ...pages,
  });

/** One image. */
export const imageQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: galleryKeys.image(id),
    queryFn: ({ signal }) => call('GET /gallery/images/:imageId', { params: { imageId: id }, signal }),
  });
