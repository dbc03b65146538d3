import { z } from 'zod';
import { account } from '#people/accounts/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { usernameKey } from '#people/profiles/server/rules/skeleton.ts';
import { holdNames, leaveName, nameColumns } from '#people/profiles/server/store.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { removeExportFiles } from './exports.ts';
import { mailDeleted, mailDeletionScheduled } from '#people/accounts/server/mail.ts';
import { announceEnd } from '#people/accounts/server/sessions/sessions.ts';
import { publishToMember } from '#people/profiles/server/actions.ts';
import { type UserRow, deleteSessions, hasOtherAdmin, userById } from '#people/accounts/server/store.ts';

/** Whose account it is. */
type Leaving = Pick<Viewer, 'userId' | 'profileId' | 'isAdmin'>;

/**
 * Plans a deletion, 24 hours from now; one that is planned already stays as it is.
 * @throws {Refusal} last_admin
 */
export async function planDeletion(ctx: Context, tx: Tx, member: Leaving): Promise<Date> {
  if (member.isAdmin && !(await hasOtherAdmin(tx, member.profileId))) throw new Refusal('last_admin');
  const at = new Date(ctx.clock.now().getTime() + account.deletionHours * 3_600_000);
  const [row] = await tx.rows<{ deletion_at: Date; email: string }>(
    sql`UPDATE users SET deletion_at = COALESCE(deletion_at, ${at}) WHERE id = ${member.userId} RETURNING deletion_at, email`,
  );
  if (!row) throw new Refusal('sign_in_required');
  if (row.deletion_at.getTime() === at.getTime()) {
    await ctx.jobs.enqueue(tx, eraseJob, { userId: member.userId }, { startAfter: at });
    await ctx.mail.send(tx, mailDeletionScheduled(ctx, row.email, at));
  }
  await publishToMember(ctx, tx, member.profileId);
  return row.deletion_at;
}

/** Takes a planned deletion back; does nothing where none is. @returns whether one was planned. */
export async function cancelDeletion(ctx: Context, tx: Tx, member: Leaving): Promise<boolean> {
  const rows = await tx.rows(
    sql`UPDATE users SET deletion_at = NULL WHERE id = ${member.userId} AND deletion_at IS NOT NULL RETURNING id`,
  );
  if (rows.length > 0) await publishToMember(ctx, tx, member.profileId);
  return rows.length > 0;
}

/**
 * Carries a deletion out, unless it was taken back. What the member made is erased or anonymised by the content kinds;
 * user, password, sessions and copies of data go; of the profile a nameless shell stays where something refers to it.
 */
export const eraseJob = defineJob({
  name: 'accounts.erase',
  payload: z.object({ userId: z.string() }),
  timeoutSeconds: 600,
  async run(ctx, { userId }) {
    const { user, isOver } = await ctx.db.tx(async (tx) => await findDue(ctx, tx, userId));
    // In transactions of their own: a member may have written for years, and others have answered without number.
    if (user)
      for (const data of ctx.personal)
        await data.eraseInBatches?.(ctx, user.profileId, async (tx) => await isStillDue(ctx, tx, userId));
    if (user ? await eraseDue(ctx, userId) : isOver) await removeExportFiles(ctx, userId);
  },
});

/** Erases a member whose deletion is due, in one transaction. @returns whether nothing is left to be done */
async function eraseDue(ctx: Context, userId: string): Promise<boolean> {
  return await ctx.db.tx(async (tx) => {
    // Before any row is held, as everybody does who changes names.
    const [named] = await tx.rows<{ display_name: string }>(
      sql`SELECT display_name FROM profiles WHERE user_id = ${userId}`,
    );
    if (named) await holdNames(tx, [named.display_name]);
    const { user, isOver } = await findDue(ctx, tx, userId);
    if (!user) return isOver;
    const [profile] = await tx.rows<{ display_name: string }>(
      sql`SELECT display_name FROM profiles WHERE id = ${user.profileId}`,
    );
    if (profile?.display_name !== named?.display_name) throw new Error('The name was changed meanwhile.');
    if (named) await leaveName(tx, user.profileId, named.display_name);
    await erase(ctx, tx, user);
    return true;
  });
}

/** Whether the time of a deletion has come, and it was not taken back. Holds the row until the transaction ends. */
async function isStillDue(ctx: Context, tx: Tx, userId: string): Promise<boolean> {
  const due = await tx.rows(
    sql`SELECT 1 FROM users WHERE id = ${userId} AND deletion_at <= ${ctx.clock.now()} FOR SHARE`,
  );
  return due.length > 0;
}

/**
 * The member whose deletion is due, with their row locked. One that is not due yet is planned again, and one of the last
 * admin is dropped.
 * @returns without a member: whether nothing is left to be done
 */
async function findDue(ctx: Context, tx: Tx, userId: string): Promise<{ user: UserRow | null; isOver: boolean }> {
  const [due] = await tx.rows<{ deletion_at: Date | null }>(
    sql`SELECT deletion_at FROM users WHERE id = ${userId} FOR UPDATE`,
  );
  if (!due?.deletion_at) return { user: null, isOver: true };
  if (due.deletion_at > ctx.clock.now()) {
    // Taken back and asked for again meanwhile, or this clock is behind: once more at the right time.
    await ctx.jobs.enqueue(tx, eraseJob, { userId }, { startAfter: due.deletion_at });
    return { user: null, isOver: false };
  }
  const user = await userById(tx, userId);
  if (!user) return { user: null, isOver: true };
  const [profile] = await tx.rows<{ is_admin: boolean }>(
    sql`SELECT is_admin FROM profiles WHERE id = ${user.profileId}`,
  );
  if (profile?.is_admin && !(await hasOtherAdmin(tx, user.profileId))) {
    // The other admins have left since: the site would have nobody.
    await tx.rows(sql`UPDATE users SET deletion_at = NULL WHERE id = ${userId}`);
    return { user: null, isOver: false };
  }
  return { user, isOver: true };
}

async function erase(ctx: Context, tx: Tx, user: UserRow): Promise<void> {
  const sessionIds = await deleteSessions(tx, user.id);
  for (const data of ctx.personal) await data.erase(ctx, tx, user.profileId);
  await tx.rows(sql`DELETE FROM verifications WHERE identifier = ${`sign-in-otp-${user.email}`} OR value = ${user.id}`);
  await tx.rows(sql`DELETE FROM users WHERE id = ${user.id}`);
  if (!(await removeProfile(tx, user.profileId))) await leaveShell(ctx, tx, user.profileId);
  await ctx.mail.send(tx, mailDeleted(ctx, user.email));
  announceEnd(ctx, tx, { profileId: user.profileId, sessionIds, event: null });
  tx.afterCommit(() => ctx.pages.drop());
}

/** Removes a profile that nothing refers to. */
async function removeProfile(tx: Tx, profileId: string): Promise<boolean> {
  await tx.rows(sql`SAVEPOINT remove_profile`);
  try {
    await tx.rows(sql`DELETE FROM profiles WHERE id = ${profileId}`);
    await tx.rows(sql`RELEASE SAVEPOINT remove_profile`);
    return true;
  } catch (error) {
    const isReferred = typeof error === 'object' && error !== null && 'code' in error && error.code === '23503';
    if (!isReferred) throw error;
    await tx.rows(sql`ROLLBACK TO SAVEPOINT remove_profile`);
    return false;
  }
}

/** Clears every column about the member; the sums of the ledgers stay true to their entries. */
async function leaveShell(ctx: Context, tx: Tx, profileId: string): Promise<void> {
  const at = ctx.clock.now();
  const username = `deleted_${newId(at).replaceAll('-', '').slice(-12)}`;
  await tx.rows(
    sql`UPDATE profiles SET user_id = NULL, username = ${username}, username_key = ${usernameKey(username)}, ${nameColumns('Deleted member', false)}, avatar_url = NULL,
          banner_url = NULL, bio = '', makes = '{}', custom_role = NULL, custom_role_source = NULL, is_admin = false, is_moderator = false,
          is_adult = false, owned_upgrades = '{}', appearance_settings = '{}', profile_theme = '{}', profile_customization = '{}', avatar_decorations = '[]',
          discord_username = NULL, name_style = NULL, custom_forum_banner = NULL,
          last_visit_day = NULL, suspended_until = NULL, silenced_until = NULL, updated_at = ${at}
        WHERE id = ${profileId}`,
  );
}
