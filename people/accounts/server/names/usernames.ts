import { account } from '#people/accounts/contract/limits.ts';
import { customization } from '#people/profiles/contract/appearance-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { checkName, publishToMember, publishToProfile } from '#people/profiles/server/actions.ts';
import { thingChanged } from '#people/profiles/server/events.ts';
import { isReservedUsername, skeletonsOf } from '#people/profiles/server/rules/reserved-names.ts';
import { usernameKey } from '#people/profiles/server/rules/skeleton.ts';
import { isLikeStaff } from '#people/profiles/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { holdUsername } from './username-hold.ts';

const DAY_MS = 86_400_000;
/** Days in which the changes of a member are counted. */
const COUNTED_DAYS = 30;

/**
 * Changes a member's username. The address of the former one leads to them for a year, and nobody else may take it.
 * @throws {Refusal} `username_taken`, `username_looks_alike`, `username_changed_often`, and those of `checkName`
 */
export async function changeUsername(ctx: Context, viewer: Viewer, username: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const hold = await holdUsername(tx, username, now, viewer.profileId);
    const [row] = await tx.rows<{ username: string }>(
      sql`SELECT username FROM profiles WHERE id = ${viewer.profileId} FOR NO KEY UPDATE`,
    );
    if (!row) throw new Refusal('sign_in_required');
    const before = row.username.toLowerCase();
    if (before === username) return;
    if (hold === 'taken') throw new Refusal('username_taken');
    if (isReservedUsername(username, ctx.config.siteName)) throw new Refusal('username_taken');
    await checkName(ctx, tx, username, { field: 'username', max: account.usernameMax });
    if (hold === 'alike' || (await isLikeStaff(tx, skeletonsOf(username), viewer.profileId)))
      throw new Refusal('username_looks_alike');
    const [recent] = await tx.rows<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM former_usernames
      WHERE profile_id = ${viewer.profileId} AND changed_at > ${new Date(now.getTime() - COUNTED_DAYS * DAY_MS)}`);
    if (recent!.count >= customization.usernameChanges) throw new Refusal('username_changed_often');
    // Taken back: it is no former name any more.
    await tx.rows(
      sql`UPDATE former_usernames SET until = ${now} WHERE profile_id = ${viewer.profileId} AND name = ${username} AND until > ${now}`,
    );
    await tx.rows(sql`
      INSERT INTO former_usernames (id, name, name_key, profile_id, changed_at, until)
      VALUES (${newId(now)}, ${before}, ${usernameKey(before)}, ${viewer.profileId}, ${now}, ${new Date(now.getTime() + customization.formerNameDays * DAY_MS)})`);
    await tx.rows(sql`
      UPDATE profiles SET username = ${username}, username_key = ${usernameKey(username)}, updated_at = ${now} WHERE id = ${viewer.profileId}`);
    await emit(ctx, tx, thingChanged, { kind: 'profile', ids: [viewer.profileId] });
    await publishToMember(ctx, tx, viewer.profileId);
    await publishToProfile(ctx, tx, viewer.profileId);
  });
}
