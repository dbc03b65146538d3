import type { Context } from '#platform/server/context.ts';
import { thingChanged } from '#people/profiles/server/events.ts';
import { emit } from '#platform/server/events/emit.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { followRights, publishProfileChanged } from './actions.ts';
import { emptyPlace, placeNames } from './files.ts';
import { linksOf, storedProfile } from './store.ts';

/** Fields of `appearance_settings` in which the member's own words stand. */
const wordFields = ['custom_description', 'badge_text'] as const;

/**
 * Takes every picture, sound, text and link of a member off their profile, for good. What the site itself offers stays:
 * colours, fonts, effects, decorations; and so do the names.
 * @returns false when there was nothing
 */
export async function clearAppearance(ctx: Context, tx: Tx, profileId: string): Promise<boolean> {
  const stored = await storedProfile(tx, profileId, true);
  if (!stored) return false;
  let changed = stored.bio !== '' || stored.discord_username !== null || (await linksOf(tx, profileId)).length > 0;
  changed ||= wordFields.some((field) => field in stored.appearance_settings);
  for (const name of placeNames) if (await emptyPlace(ctx, tx, profileId, name)) changed = true;
  if (!changed) return false;
  await tx.rows(sql`DELETE FROM profile_links WHERE profile_id = ${profileId}`);
  await tx.rows(sql`
    UPDATE profiles SET bio = '', discord_username = NULL, updated_at = ${ctx.clock.now()},
      appearance_settings = appearance_settings - ${[...wordFields]}::text[] WHERE id = ${profileId}`);
  await emit(ctx, tx, thingChanged, { kind: 'profile', ids: [profileId] });
  await followRights(ctx, tx, profileId);
  await publishProfileChanged(ctx, tx, profileId);
  return true;
}
