import { queryOptions } from '@tanstack/react-query';
import type { LegalKey } from '#people/legal/contract/limits.ts';
import type { Call } from '#platform/web/lib/call.ts';

/** Query keys of the operator's texts. */
export const legalKeys = {
  all: ['legal'] as const,
  pending: ['legal', 'pending'] as const,
};

/** A text in force, or one of its versions. */
export const legalTextQuery = (call: Call, key: LegalKey, version?: number) =>
  queryOptions({
    queryKey: [...legalKeys.all, 'text', key, version ?? null],
    queryFn: ({ signal }) =>
      call('GET /legal/texts/:key', { params: { key }, query: { ...(version !== undefined && { version }) }, signal }),
  });

/** What the member has not accepted yet. */
export const pendingTextsQuery = (call: Call) =>
  queryOptions({ queryKey: legalKeys.pending, queryFn: ({ signal }) => call('GET /legal/acceptance', { signal }) });

/** A text as who edits it sees it. */
export const legalSourceQuery = (call: Call, key: LegalKey, version?: number) =>
  queryOptions({
    queryKey: [...legalKeys.all, 'source', key, version ?? null],
    queryFn: ({ signal }) =>
      call('GET /staff/legal/:key', { params: { key }, query: { ...(version !== undefined && { version }) }, signal }),
  });
