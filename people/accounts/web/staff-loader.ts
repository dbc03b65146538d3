import type { RouterContext } from '#platform/web/lib/router-context.ts';
import { sessionQuery } from './queries.ts';

/**
 * The loader of a tab of `/admin`: nothing is asked for a reader who may not see it, because the frame shows them
 * 'Access Denied'.
 * @param load what the tab shows; a prefetch, so that a failure is shown in its place
 * @param level `admins`: moderators do not see it
 */
export const forStaff =
  <T extends { context: RouterContext }>(load: (at: T) => Promise<unknown>, level?: 'admins') =>
  async (at: T): Promise<void> => {
    const { call, queryClient } = at.context;
    const { viewer } = await queryClient.ensureQueryData(sessionQuery(call));
    if (viewer?.isAdmin === true || (level === undefined && viewer?.isModerator === true)) await load(at);
  };
