import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** Query keys of complaints. */
export const rightsKeys = {
  own: (id: string) => ['rights', 'own', id] as const,
};

/** A complaint about what the viewer has made. */
export const ownComplaintQuery = (call: Call, complaintId: string) =>
  queryOptions({
    queryKey: rightsKeys.own(complaintId),
    queryFn: ({ signal }) => call('GET /legal/complaints/:complaintId', { params: { complaintId }, signal }),
  });

/** Figures about complaints by year. */
export const transparencyQuery = (call: Call) =>
  queryOptions({
    queryKey: ['rights', 'transparency'],
    queryFn: ({ signal }) => call('GET /legal/transparency', { signal }),
  });
