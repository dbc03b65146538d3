import type { QueryClient } from '@tanstack/react-query';
import { type Call, CallError } from '#platform/web/lib/call.ts';
import { type ThreadPages, answersQuery } from './thread-pages.ts';

/**
 * Loads a parent and its thread around one answer; where that does not exist any more the thread begins at its start,
 * and the page says so.
 * @param refusals what the endpoint answers for an answer that is not there
 */
export async function loadThread<A extends { readonly id: string }, P>(
  client: QueryClient,
  call: Call,
  thread: { readonly pages: ThreadPages<A>; readonly parentId: string },
  around: string,
  parent: Promise<P>,
  refusals: readonly string[],
): Promise<{ parent: P; around: string; isMissing: boolean }> {
  const answers = client.ensureInfiniteQueryData(answersQuery(call, thread.pages, thread.parentId, around)).then(
    () => null,
    (error: unknown) => error,
  );
  const loaded = await parent;
  const problem = await answers;
  const isMissing = around !== '' && problem instanceof CallError && refusals.includes(problem.code);
  if (problem !== null && !isMissing) throw problem;
  if (isMissing) await client.ensureInfiniteQueryData(answersQuery(call, thread.pages, thread.parentId, ''));
  return { parent: loaded, around: isMissing ? '' : around, isMissing };
}
