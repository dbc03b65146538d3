import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';

/** Of the relations: whatever changes one reads it again. */
const queryKey = ['friends', 'requests'];

/** How many members ask for the reader's friendship, as the session said and kept in step with the server. */
export function useRequests(): number {
  const call = useCall();
  const client = useQueryClient();
  const { viewer, requests } = useAuth();
  useLive(viewer && `viewer:${viewer.id}`, {
    relations_changed: () => void client.invalidateQueries({ queryKey }),
  });
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await call('GET /friends/counts')).pending,
    initialData: requests,
    staleTime: Infinity,
    enabled: viewer !== null,
  });
  return viewer ? data : 0;
}
