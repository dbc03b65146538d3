import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ProfilePage } from '#people/profiles/contract/appearance.ts';
import { useCall } from '#platform/web/lib/api.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { refetch } from '#platform/web/lib/query-client.ts';
import { useCoalescer } from '#platform/web/lib/use-coalescer.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';
import { profilePageQuery } from './queries.ts';

/** What lists about a member repeat of the profile, or depend on. */
const repeated = ({ displayName, avatarUrl, badge, glow, showsConnections, showsActivity }: ProfilePage): string =>
  JSON.stringify([displayName, avatarUrl, badge, glow, showsConnections, showsActivity]);

/** Reads a profile again, and with it the lists on its page that show the member otherwise now. */
async function readProfileAgain(client: QueryClient, call: Call, username: string): Promise<void> {
  const query = profilePageQuery(call, username);
  const before = client.getQueryData(query.queryKey);
  const after = await refetch(client, query);
  if (after.username !== username) {
    // The page goes to its new address and has this already.
    client.setQueryData(profilePageQuery(call, after.username).queryKey, after);
  } else if (before && repeated(before) !== repeated(after)) {
    const name = username.toLowerCase();
    await client.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey.length > query.queryKey.length &&
        queryKey.some((part) => typeof part === 'string' && part.toLowerCase() === name),
    });
  }
}

/**
 * Keeps an open profile page as its member saves it: one reading for each burst of changes.
 * @param username in the page's address
 */
export function useProfileLive(id: string | null, username: string): void {
  const call = useCall();
  const client = useQueryClient();
  const router = useRouter();
  const burst = useCoalescer();
  const readAgain = () =>
    burst.run(username, () =>
      readProfileAgain(client, call, username).then(
        // The head follows, and the address where the name is another.
        () => router.invalidate({ filter: ({ routeId }) => routeId === '/profile/$username' }),
        // What is shown stays: it is not there any more, or not to be had now.
        () => {},
      ),
    );
  useLive(id === null ? null : `profile:${id}`, { profile_changed: readAgain }, { onReset: readAgain });
}
