import { redirect } from '@tanstack/react-router';
import type { RouterContext } from '#platform/web/lib/router-context.ts';
import { sessionQuery } from './queries.ts';

/**
 * For `beforeLoad` of signed-in places: visitors are sent to /auth, on the server with a redirect.
 * @param search what they came for, where /auth says it and leads there
 */
export async function requireSession(
  { context }: { context: RouterContext },
  search: { readonly party?: string } = {},
): Promise<void> {
  const { viewer } = await context.queryClient.ensureQueryData(sessionQuery(context.call));
  if (!viewer) throw redirect({ to: '/auth', search });
}
