import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Reply as Answer } from '#contract/contract.ts';
import type { Call } from '#web/lib/call.ts';
import type { FeedFilter } from './filter.ts';

/** One page of the feed. */
export type UploadPage = Answer<'GET /uploads'>;
/** One page of comments, with cursors both ways. */
export type CommentPage = Answer<'GET /uploads/:uploadId/comments'>;

/** Where a page of comments begins: the first one, after a cursor, or around one comment. */
export type CommentPlace = { readonly after?: string; readonly around?: string };

/** Query keys, so that a change reaches every cache entry that shows it. */
export const feedKeys = {
  lists: ['feed', 'list'] as const,
  list: ({ kind, tag, author }: FeedFilter) => ['feed', 'list', kind, tag, author] as const,
  upload: (uploadId: string) => ['feed', 'upload', uploadId] as const,
  comments: (uploadId: string) => ['feed', 'comments', uploadId] as const,
};

/** A filter as query parameters of the endpoint. */
export const wireFilter = ({ kind, tag, author }: FeedFilter) => ({
  ...(kind !== '' && { kind }),
  ...(tag !== '' && { tag }),
  ...(author !== '' && { author }),
});

/** Uploads, newest first. */
export const uploadsQuery = (call: Call, filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: feedKeys.list(filter),
    queryFn: ({ pageParam, signal }) =>
      call('GET /uploads', {
        query: { ...wireFilter(filter), ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** The most used hashtags of the last days. */
export const trendingQuery = (call: Call) =>
  queryOptions({ queryKey: ['feed', 'tags'], queryFn: () => call('GET /uploads/tags'), staleTime: 5 * 60_000 });

/** One upload. */
export const uploadQuery = (call: Call, uploadId: string) =>
  queryOptions({
    queryKey: feedKeys.upload(uploadId),
    queryFn: ({ signal }) => call('GET /uploads/:uploadId', { params: { uploadId }, signal }),
  });

const firstPlace = (around: string): CommentPlace => (around === '' ? {} : { around });

/** Comments of an upload, oldest first, from the start or around one of them (empty: the start). */
export const commentsQuery = (call: Call, uploadId: string, around: string) =>
  infiniteQueryOptions({
    queryKey: [...feedKeys.comments(uploadId), around],
    queryFn: ({ pageParam, signal }) =>
      call('GET /uploads/:uploadId/comments', { params: { uploadId }, query: { ...pageParam }, signal }),
    initialPageParam: firstPlace(around),
    getNextPageParam: (page): CommentPlace | null => (page.next === null ? null : { after: page.next }),
    getPreviousPageParam: (page): CommentPlace | null => (page.previous === null ? null : { after: page.previous }),
  });
