import type { Context } from '#server/context.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';

/** Whether a profile is not there for this viewer: its owner has blocked them. */
export type HidesProfile = (ctx: Context, viewer: Viewer, profileId: string) => Promise<boolean>;
const hooks = new WeakMap<object, HidesProfile>();

/** Registers who decides: blocks, through `app.ts`, because a lower floor does not import a higher one. */
export function onProfileAsked(ctx: Context, hides: HidesProfile): void {
  hooks.set(ctx.db, hides);
}

/** Asks only for viewers who stand in some block: nobody else pays for it. */
export async function isProfileHidden(ctx: Context, viewer: Viewer | null, profileId: string): Promise<boolean> {
  if (!viewer?.hasBlocks) return false;
  return (await hooks.get(ctx.db)?.(ctx, viewer, profileId)) ?? false;
}
