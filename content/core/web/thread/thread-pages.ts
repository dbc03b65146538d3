import { type QueryKey, infiniteQueryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** One page of a thread, oldest first, with cursors both ways. */
export interface AnswerPage<A> {
  readonly items: A[];
  readonly next: string | null;
  readonly previous: string | null;
}

/** Where a page of a thread begins: the start, after a cursor, or around one answer. */
export type AnswerPlace = { readonly after?: string; readonly around?: string };

/** The part of a kind of thread that a route loads with: every page of the site has it in its first script. */
export interface ThreadPages<A> {
  /** Beginning of the query keys of every cached part of a thread. */
  key(parentId: string): QueryKey;
  page(call: Call, parentId: string, place: AnswerPlace, signal: AbortSignal): Promise<AnswerPage<A>>;
}

const firstPlace = (around: string): AnswerPlace => (around === '' ? {} : { around });

/** Answers of a thread, oldest first, from the start or around one of them (empty: the start). */
export const answersQuery = <A extends { readonly id: string }>(
  call: Call,
  pages: ThreadPages<A>,
  parentId: string,
  around: string,
) =>
  infiniteQueryOptions({
    queryKey: [...pages.key(parentId), around],
    queryFn: ({ pageParam, signal }) => pages.page(call, parentId, pageParam, signal),
    initialPageParam: firstPlace(around),
    getNextPageParam: (page): AnswerPlace | null => (page.next === null ? null : { after: page.next }),
    getPreviousPageParam: (page): AnswerPlace | null => (page.previous === null ? null : { after: page.previous }),
  });
