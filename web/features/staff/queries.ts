import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '#web/lib/call.ts';

/** Query keys, so that a decision reaches every cache entry that shows it. */
export const staffKeys = {
  all: ['staff'] as const,
  counts: ['staff', 'counts'] as const,
  pendingPosts: ['staff', 'pending-posts'] as const,
  pendingImages: ['staff', 'pending-images'] as const,
  approvedImages: ['staff', 'approved-images'] as const,
};

const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next: string | null }) => page.next,
};

const from = (cursor: string | null) => (cursor === null ? {} : { after: cursor });

/** The numbers on the tabs. */
export const countsQuery = (call: Call) =>
  queryOptions({ queryKey: staffKeys.counts, queryFn: ({ signal }) => call('GET /staff/counts', { signal }) });

/** Self-promotion posts that wait for approval, oldest first. */
export const pendingPostsQuery = (call: Call) =>
  infiniteQueryOptions({
    queryKey: staffKeys.pendingPosts,
    queryFn: ({ pageParam, signal }) =>
      call('GET /staff/queue', {
        query: { kind: 'self_promotion_post', cause: 'approval', ...from(pageParam) },
        signal,
      }),
    ...pages,
  });

/** Images that wait for approval, oldest first. */
export const pendingImagesQuery = (call: Call) =>
  infiniteQueryOptions({
    queryKey: staffKeys.pendingImages,
    queryFn: ({ pageParam, signal }) => call('GET /staff/gallery', { query: { ...from(pageParam) }, signal }),
    ...pages,
  });

/** Images of the gallery, featured first, then newest. */
export const approvedImagesQuery = (call: Call) =>
  infiniteQueryOptions({
    queryKey: staffKeys.approvedImages,
    queryFn: ({ pageParam, signal }) => call('GET /gallery/images', { query: { ...from(pageParam) }, signal }),
    ...pages,
  });
