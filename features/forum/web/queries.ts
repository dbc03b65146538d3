import { queryOptions } from '@tanstack/react-query';
import type { Reply as Answer } from '#site/contract/contract.ts';
import type { Reply } from '#features/forum/contract/endpoints.ts';
import type { ForumOrder } from '#features/forum/contract/limits.ts';
import { pagedQuery } from '#content/core/web/cache/paged-query.ts';
import type { ThreadPages } from '#content/core/web/thread/thread-pages.ts';
import { refetchWhileProcessing } from '#content/media/web/refetch-while-processing.ts';
import type { Call } from '#platform/web/lib/call.ts';

/** An order that the address names, or the one that a member chose last. */
export type ListOrder = ForumOrder | 'remembered';
/** One page of the forum list. */
export type PostPage = Answer<'GET /forum/posts'>;
/** A row of `forum_categories`. */
export type ForumCategory = Answer<'GET /forum/categories'>['items'][number];

/** Query keys, so that a change reaches every cache entry that shows it. */
export const forumKeys = {
  lists: ['forum', 'list'] as const,
  list: (category: string, order: ListOrder) => ['forum', 'list', category, order] as const,
  bookmarks: ['forum', 'bookmarks'] as const,
  post: (postId: string) => ['forum', 'post', postId] as const,
  replies: (postId: string) => ['forum', 'replies', postId] as const,
};

/** The rows of `forum_categories`. */
export const categoriesQuery = (call: Call) =>
  queryOptions({
    queryKey: ['forum', 'categories'],
    queryFn: () => call('GET /forum/categories'),
    staleTime: 5 * 60_000,
  });

/** The categories that the member follows. */
export const followedQuery = (call: Call) =>
  queryOptions({ queryKey: ['forum', 'followed'], queryFn: () => call('GET /forum/categories/followed') });

/** Posts in an order; of one category, or all (empty). */
export const postsQuery = (call: Call, category: string, order: ListOrder) =>
  pagedQuery(forumKeys.list(category, order), (after, { signal }) =>
    call('GET /forum/posts', { query: { ...(category !== '' && { category }), order, ...after }, signal }),
  );

/** Approved images of the gallery, newest first: the Image Board. */
export const imageBoardQuery = (call: Call) =>
  pagedQuery(['gallery', 'list', 'board'], (after, { signal }) =>
    call('GET /gallery/images', { query: { order: 'newest', ...after }, signal }),
  );

/** The member's bookmarks, last bookmarked first. */
export const bookmarksQuery = (call: Call) =>
  pagedQuery(forumKeys.bookmarks, (after, { signal }) => call('GET /forum/bookmarks', { query: { ...after }, signal }));

/** One post. */
export const postQuery = (call: Call, postId: string) =>
  queryOptions({
    queryKey: forumKeys.post(postId),
    queryFn: ({ signal }) => call('GET /forum/posts/:postId', { params: { postId }, signal }),
    // Pictures that were just posted are still being processed.
    refetchInterval: (query) => refetchWhileProcessing(query.state.data?.files),
  });

/** Pages of replies of a post. */
export const repliesPages: ThreadPages<Reply> = {
  key: forumKeys.replies,
  page: (call, postId, place, signal) =>
    call('GET /forum/posts/:postId/replies', { params: { postId }, query: { ...place }, signal }),
};
