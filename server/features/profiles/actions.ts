import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';

/** The topic of one open profile page. */
export const profileTopic = (profileId: string): string => `profile:${profileId}`;

/** Tells open pages of a profile that it is another now, numbered; and lets visitors' pages be made anew. */
export async function tellProfile(ctx: Context, tx: Tx, profileId: string): Promise<void> {
  await ctx.realtime.publish(tx, profileTopic(profileId), 'profile_changed', { id: profileId });
  tx.afterCommit(() => ctx.pages.drop());
}
