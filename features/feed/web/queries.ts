import { queryOptions } from '@tanstack/react-query';
import type { Reply as Answer } from '#site/contract/contract.ts';
import type { UploadComment } from '#features/feed/contract/endpoints.ts';
import { pagedQuery } from '#content/core/web/cache/paged-query.ts';
import type { ThreadPages } from '#content/core/web/thread/thread-pages.ts';
import type { Call } from '#platform/web/lib/call.ts';
import type { FeedFilter } from './list/filter.ts';

/** One page of the feed. */
export type UploadPage = Answer<'GET /uploads'>;
/** Query keys, so that a change reaches every cache entry that shows it. */
export const feedKeys = {
  lists: ['feed', 'list'] as const,
  list: ({ kind, tag, author, following }: FeedFilter) => ['feed', 'list', kind, tag, author, following] as const,
  upload: (uploadId: string) => ['feed', 'upload', uploadId] as const,
  comments: (uploadId: string) => ['feed', 'comments', uploadId] as const,
};

/** A filter as query parameters of the endpoint. */
export const wireFilter = ({ kind, tag, author, following }: FeedFilter) => ({
  ...(kind !== '' && { kind }),
  ...(tag !== '' && { tag }),
  ...(author !== '' && { author }),
  ...(following && { following: 'yes' as const }),
});

/** Uploads, newest first. */
export const uploadsQuery = (call: Call, filter: FeedFilter) =>
  pagedQuery(feedKeys.list(filter), (after, { signal }) =>
    call('GET /uploads', { query: { ...wireFilter(filter), ...after }, signal }),
  );

/** The most used hashtags of the last days. */
export const trendingQuery = (call: Call) =>
  queryOptions({ queryKey: ['feed', 'tags'], queryFn: () => call('GET /uploads/tags'), staleTime: 5 * 60_000 });

/** One upload. */
export const uploadQuery = (call: Call, uploadId: string) =>
  queryOptions({
    queryKey: feedKeys.upload(uploadId),
    queryFn: ({ signal }) => call('GET /uploads/:uploadId', { params: { uploadId }, signal }),
  });

/** Pages of comments on an upload. */
export const commentsPages: ThreadPages<UploadComment> = {
  key: feedKeys.comments,
  page: (call, uploadId, place, signal) =>
    call('GET /uploads/:uploadId/comments', { params: { uploadId }, query: { ...place }, signal }),
};
