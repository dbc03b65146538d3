import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import type { SharingKind } from '#content/core/contract/shared-kinds.ts';
import { startingAt } from '#platform/web/lib/list-start.ts';
import { loadThread } from '#content/core/web/thread/load-thread.ts';
import { type Call, CallError } from '#platform/web/lib/call.ts';
import { isItemId } from './address.ts';
import type { ListFilter } from './filter.ts';
import { itemFacts } from './heads.ts';
import { itemQuery, itemsQuery, repliesPages, waitingQuery } from './queries.ts';

interface PageContext {
  readonly queryClient: QueryClient;
  readonly call: Call;
}

/** Loads what a list shows. @param isMember the reader has things of their own, too @param start cursor where it begins */
export async function loadList(
  { queryClient, call }: PageContext,
  kind: SharingKind,
  filter: ListFilter,
  isMember: boolean,
  start: string | null,
): Promise<void> {
  await Promise.all([
    // A failure is shown by the page, with Retry.
    queryClient.prefetchInfiniteQuery(startingAt(itemsQuery(call, kind, filter), start)),
    isMember && queryClient.prefetchInfiniteQuery(waitingQuery(call, kind)),
  ]);
}

/** Loads a thing with the replies around one of them. `facts` is null for what is 18+ and not for this reader. */
export async function loadItem({ queryClient, call }: PageContext, kind: SharingKind, itemId: string, around: string) {
  if (!isItemId(itemId)) throw notFound();
  try {
    const loaded = await loadThread(
      queryClient,
      call,
      { pages: repliesPages(kind), parentId: itemId },
      around,
      queryClient.ensureQueryData(itemQuery(call, kind, itemId)),
      ['reply_not_found', `${kind}_not_found`],
    );
    return { facts: itemFacts(loaded.parent), around: loaded.around, missingReply: loaded.isMissing };
  } catch (error) {
    if (error instanceof CallError && error.code === `${kind}_not_found`) throw notFound();
    if (error instanceof CallError && error.code === 'adults_only')
      return { facts: null, around: '', missingReply: false };
    throw error;
  }
}
