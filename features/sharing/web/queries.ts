import { queryOptions } from '@tanstack/react-query';
import type { Reply } from '#site/contract/contract.ts';
import type { SharingKind } from '#content/core/contract/shared-kinds.ts';
import type { SharedReply } from '#features/sharing/contract/endpoints.ts';
import { pagedQuery } from '#content/core/web/cache/paged-query.ts';
import type { ThreadPages } from '#content/core/web/thread/thread-pages.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { at } from './endpoints.ts';
import type { ListFilter } from './filter.ts';

/** One page of a list. */
export type ItemPage = Reply<'GET /songs'>;

/** Query keys, so that a change reaches every cache entry that shows it. */
export const sharingKeys = {
  lists: (kind: SharingKind) => ['sharing', kind, 'list'] as const,
  list: (kind: SharingKind, { search, type, tag, order }: ListFilter) =>
    ['sharing', kind, 'list', search, type, tag, order] as const,
  waiting: (kind: SharingKind) => ['sharing', kind, 'list', 'waiting'] as const,
  item: (kind: SharingKind, itemId: string) => ['sharing', kind, 'item', itemId] as const,
  replies: (kind: SharingKind, itemId: string) => ['sharing', kind, 'replies', itemId] as const,
};

/** Things of a kind. */
export const itemsQuery = (call: Call, kind: SharingKind, filter: ListFilter) =>
  pagedQuery(sharingKeys.list(kind, filter), (after, { signal }) => {
    const { search, type, tag, order } = filter;
    return call(at(kind, 'GET /songs'), {
      query: {
        order,
        ...(search !== '' && { search }),
        ...(type !== '' && { type }),
        ...(tag !== '' && { tag }),
        ...after,
      },
      signal,
    });
  });

/** The member's own things that others do not see yet. */
export const waitingQuery = (call: Call, kind: SharingKind) =>
  pagedQuery(sharingKeys.waiting(kind), (after, { signal }) =>
    call(at(kind, 'GET /songs/mine'), { query: { list: 'waiting', ...after }, signal }),
  );

/** One item. */
export const itemQuery = (call: Call, kind: SharingKind, itemId: string) =>
  queryOptions({
    queryKey: sharingKeys.item(kind, itemId),
    queryFn: ({ signal }) => call(at(kind, 'GET /songs/:itemId'), { params: { itemId }, signal }),
  });

/** Pages of replies to a thing. */
export const repliesPages = (kind: SharingKind): ThreadPages<SharedReply> => ({
  key: (itemId) => sharingKeys.replies(kind, itemId),
  page: (call, itemId, place, signal) =>
    call(at(kind, 'GET /songs/:itemId/replies'), { params: { itemId }, query: { ...place }, signal }),
});
