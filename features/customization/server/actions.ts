import type { Context } from '#platform/server/context.ts';
import { rightsOf } from '#people/ledger/server/actions.ts';
import { publishToMember, publishToProfile } from '#people/profiles/server/actions.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { type NameRights, nameStyleOf } from './rules.ts';
import { forgetDecorations, storedProfile } from './store.ts';

export { profilePage } from './page.ts';

/** The entitlements of a member to name styles. */
export async function nameRights(ctx: Context, db: Executor, profileId: string): Promise<NameRights> {
  const rights = await rightsOf(ctx, db, profileId);
  return {
    nameGlow: rights.has('name_glow'),
    badgeText: rights.has('role_badge_text'),
    nameEffect: rights.has('animated_text'),
  };
}

/**
 * Publishes a changed profile to everybody who may show it: its open pages, those of visitors, and the member's pages.
 */
export async function publishProfileChanged(ctx: Context, tx: Tx, profileId: string): Promise<void> {
  await publishToProfile(ctx, tx, profileId);
  await publishToMember(ctx, tx, profileId);
}

/**
 * Updates the name style in force from the member's settings and entitlements. Locks the profile's row until the
 * transaction ends.
 * @returns whether it is shown otherwise now
 */
export async function followRights(ctx: Context, tx: Tx, profileId: string): Promise<boolean> {
  const stored = await storedProfile(tx, profileId, true);
  if (!stored) return false;
  const rights = await nameRights(ctx, tx, profileId);
  const style = nameStyleOf(stored.appearance_settings, rights, ctx.config.siteName);
  const written = style === null ? null : JSON.stringify(style);
  const changed = await tx.rows(sql`
    UPDATE profiles SET name_style = ${written}::jsonb WHERE id = ${profileId} AND name_style IS DISTINCT FROM ${written}::jsonb RETURNING id`);
  if (changed.length === 0) return false;
  await publishProfileChanged(ctx, tx, profileId);
  return true;
}

/** Switches a decoration on or off for everybody. @returns false when there is none of this key */
export async function switchDecoration(ctx: Context, tx: Tx, key: string, isActive: boolean): Promise<boolean> {
  const rows = await tx.rows(
    sql`UPDATE avatar_decorations SET is_active = ${isActive} WHERE key = ${key} RETURNING id`,
  );
  if (rows.length === 0) return false;
  tx.afterCommit(() => {
    forgetDecorations(ctx.db);
    ctx.pages.drop();
  });
  return true;
}
