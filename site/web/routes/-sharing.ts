import type { SharingKind } from '#content/core/contract/shared-kinds.ts';
import { loadContent } from '#content/core/web/thread/load-thread.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import type { RouterContext } from '#platform/web/lib/router-context.ts';
import type { ListSearch } from '#features/sharing/web/address.ts';
import { filterOf } from '#features/sharing/web/filter.ts';
import { itemFacts, itemHead, listHead } from '#features/sharing/web/heads.ts';
import { itemQuery, itemsQuery, repliesPages, waitingQuery } from '#features/sharing/web/queries.ts';

/** The loader of a list. */
export const listLoader =
  (kind: SharingKind) =>
  async ({
    context,
    deps,
    cause,
    location,
  }: {
    context: RouterContext;
    deps: ListSearch;
    cause: string;
    location: { search: object };
  }) => {
    const { queryClient, call } = context;
    const { site, viewer } = await queryClient.ensureQueryData(sessionQuery(call));
    const filter = filterOf(kind, deps);
    // On the page already, it shows the last choice until the next one is here.
    if (cause !== 'stay')
      await Promise.all([
        // A failure is shown by the page, with Retry.
        queryClient.prefetchInfiniteQuery(startingAt(itemsQuery(call, kind, filter), startOf(location))),
        viewer && queryClient.prefetchInfiniteQuery(waitingQuery(call, kind)),
      ]);
    return { head: listHead(site, kind, filter) };
  };

/** The loader of a thing, with the replies around one of them. */
export const itemLoader =
  (kind: SharingKind) =>
  async ({
    context,
    params: { itemId },
    deps,
  }: {
    context: RouterContext;
    params: { itemId: string };
    deps: { around: string };
  }) => {
    const { queryClient, call } = context;
    const { site } = await queryClient.ensureQueryData(sessionQuery(call));
    const { content, ...thread } = await loadContent(
      context,
      {
        id: itemId,
        query: itemQuery(call, kind, itemId),
        pages: repliesPages(kind),
        notFound: `${kind}_not_found`,
      },
      deps.around,
    );
    return { ...thread, isForAdults: content === null, head: itemHead(site, content && itemFacts(content)) };
  };
