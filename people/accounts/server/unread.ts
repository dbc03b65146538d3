import type { Context } from '#platform/server/context.ts';
import { ask } from '#platform/server/events/emit.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { requestCount, unreadCount } from './events.ts';

/** The bell's number; 0 for visitors. */
export async function unreadOf(ctx: Context, viewer: Viewer | null): Promise<number> {
  if (viewer === null) return 0;
  return (await ask(ctx, unreadCount, viewer)).reduce((sum, count) => sum + count, 0);
}

/** Requests for friendship that wait for an answer; 0 for visitors. */
export async function requestsOf(ctx: Context, viewer: Viewer | null): Promise<number> {
  if (viewer === null) return 0;
  return (await ask(ctx, requestCount, viewer)).reduce((sum, count) => sum + count, 0);
}
