import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ProfileSettings } from '#features/customization/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import type { Call } from '#platform/web/lib/call.ts';

/** A file that is being processed has no address yet: until then it is asked for again. */
const ASK_AGAIN_MS = 1500;

const isProcessed = ({ files }: ProfileSettings): boolean =>
  [files.image, files.video, files.audio, files.cursor].every((file) => file === null || file.url !== null);

const queryKey = ['profile-settings'];

/** All sections of the own profile, and what may be chosen. */
export const profileSettingsQuery = (call: Call) =>
  queryOptions({
    queryKey,
    queryFn: () => call('GET /profile-settings'),
    refetchInterval: (query) => (query.state.data && !isProcessed(query.state.data) ? ASK_AGAIN_MS : false),
  });

/** Fetches the settings again when another tab or device has saved, or a file has been processed. */
export function useFreshSettings(): void {
  const client = useQueryClient();
  const { onEvent } = useAuth();
  useEffect(
    () => onEvent((event) => void (event === 'user updated' && client.invalidateQueries({ queryKey }))),
    [client, onEvent],
  );
}
