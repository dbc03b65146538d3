import type { Context } from '#server/context.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';

/** How many notifications a member has not read. */
export type CountsUnread = (ctx: Context, viewer: Viewer) => Promise<number>;
const hooks = new WeakMap<object, CountsUnread>();

/** Registers who counts: the inbox, through `app.ts`, because a lower layer does not import a higher one. */
export function onUnreadAsked(ctx: Context, counts: CountsUnread): void {
  hooks.set(ctx.db, counts);
}

/** The bell's number; 0 for visitors. */
export async function unreadOf(ctx: Context, viewer: Viewer | null): Promise<number> {
  return viewer === null ? 0 : ((await hooks.get(ctx.db)?.(ctx, viewer)) ?? 0);
}
