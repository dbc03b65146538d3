import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { CallError } from '#platform/web/lib/call.ts';
import type { RouterContext } from '#platform/web/lib/router-context.ts';
import { type ThreadPages, answersQuery } from './thread-pages.ts';
import { isId } from './thread-route.ts';

/** A content as it is loaded with its thread. */
interface LoadedContent<T, A, K extends QueryKey> {
  readonly id: string;
  readonly query: FetchQueryOptions<T, Error, T, K>;
  readonly pages: ThreadPages<A>;
  /** Refusal where it is not there, or not for this reader. */
  readonly notFound: string;
}

/**
 * A content from the cache, or as it is read now. What was refused when the page that shows it read it again (it was
 * removed, or is not for this reader any more) is refused here too; on the way back to that page it is read once more.
 */
async function readContent<T, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<T> {
  const cached = client.getQueryCache().find<T>({ queryKey: query.queryKey, exact: true });
  if (cached?.state.status !== 'error') return await client.ensureQueryData(query);
  if (cached.getObserversCount() > 0) throw cached.state.error!;
  return await client.fetchQuery({ ...query, staleTime: 0 });
}

/**
 * Loads a content and its thread around one answer; where that does not exist any more the thread begins at its start,
 * and the page says so. `content` is null for what is 18+ and not for this reader.
 * @throws notFound() where there is no such content
 */
export async function loadContent<T, A extends { readonly id: string }, K extends QueryKey>(
  { queryClient: client, call }: Pick<RouterContext, 'queryClient' | 'call'>,
  { id, query, pages, notFound: missing }: LoadedContent<T, A, K>,
  around: string,
): Promise<{ content: T | null; around: string; isMissing: boolean }> {
  if (!isId(id)) throw notFound();
  const loading = readContent(client, query);
  const answers = client.ensureInfiniteQueryData(answersQuery(call, pages, id, around)).then(
    () => null,
    (error: unknown) => error,
  );
  try {
    const content = await loading;
    const problem = await answers;
    const refusals = [missing, 'reply_not_found', 'comment_not_found'];
    const isMissing = around !== '' && problem instanceof CallError && refusals.includes(problem.code);
    if (problem !== null && !isMissing) throw problem;
    if (isMissing) await client.ensureInfiniteQueryData(answersQuery(call, pages, id, ''));
    return { content, around: isMissing ? '' : around, isMissing };
  } catch (error) {
    if (error instanceof CallError && error.code === missing) throw notFound();
    if (error instanceof CallError && error.code === 'adults_only')
      return { content: null, around: '', isMissing: false };
    throw error;
  }
}
