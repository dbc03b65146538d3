import { type FetchInfiniteQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { News } from '#platform/web/lib/news.ts';
import { readFirstPage } from '#platform/web/lib/page/first-page.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';

/**
 * Shows the items of a list that came since it was loaded: the list is loaded again from its top, with its first page alone.
 * @returns does so; a failure is a toast, and the list stays
 */
export function useShowNews<T, E, D, K extends QueryKey, P>(
  news: News,
  list: FetchInfiniteQueryOptions<T, E, D, K, P>,
): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    try {
      await news.show(() => readFirstPage(client, list));
      scrollTo({ top: 0, behavior: 'smooth' });
    } catch (error) {
      failureToast(error);
    }
  };
}
