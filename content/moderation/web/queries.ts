import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** Query keys of what staff decided about the viewer. */
export const decisionKeys = { all: ['decisions'] as const };

/** Decisions about the viewer's account, and those that they appealed. */
export const decisionsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...decisionKeys.all, 'list'],
    queryFn: ({ signal }) => call('GET /decisions', { signal }),
  });

/** One decision, as its notification leads to it. */
export const decisionQuery = (call: Call, decisionId: string) =>
  queryOptions({
    queryKey: [...decisionKeys.all, 'one', decisionId],
    queryFn: ({ signal }) => call('GET /decisions/:decisionId', { params: { decisionId }, signal }),
  });
