import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { hashPassword } from 'better-auth/crypto';
import { type MadeAccount, firstName, insertAccount, setStaff } from '#people/accounts/server/actions.ts';
import { endLinks, findLink, issueLink, spendLink } from './links.ts';
import { isWeakPassword } from '#people/accounts/server/passwords/passwords.ts';
import { announceEnd } from '#people/accounts/server/sessions/sessions.ts';
import { deleteSessions, hasAdmin, revokeUnproven, userByEmail, writePassword } from '#people/accounts/server/store.ts';

/** Key of the advisory lock that prevents two concurrent owners. */
const LOCK = 7_010_426_002;

/**
 * At start, on a site without an admin: logs the one-time link that makes the owner. Each process that starts logs a
 * link of its own; the first one used closes them all. Members who sign up before the owner change nothing.
 */
export async function offerSetup(ctx: Context): Promise<void> {
  if (await hasAdmin(ctx.db)) return;
  const token = await ctx.db.tx((tx) => issueLink(ctx, tx, { purpose: 'setup', userId: null, email: null }));
  // A warning: the link must show at every usual log level.
  ctx.log.warn(`This site has no owner yet. Open this link to create its owner: ${ctx.siteUrl}/auth?setup=${token}`);
}

/**
 * Makes the owner: verified, admin. Somebody may have signed up with the owner's address before, without proving it:
 * that account becomes the owner's, without the password and the sessions that were put into it.
 * @throws {Refusal} setup_closed, link_expired, weak_password, setup_address_taken, and those of `checkName`
 */
export async function makeOwner(
  ctx: Context,
  input: { token: string; email: string; password: string; displayName?: string | undefined },
): Promise<MadeAccount> {
  if (await hasAdmin(ctx.db)) throw new Refusal('setup_closed');
  if (!(await findLink(ctx, ctx.db, input.token, ['setup']))) throw new Refusal('link_expired');
  const person = { email: input.email, displayName: input.displayName, siteName: ctx.config.siteName };
  if (await isWeakPassword(input.password, person))
    throw new Refusal('weak_password', { fields: { password: 'Choose a password that is harder to guess.' } });
  const displayName = await firstName(ctx, input.displayName, true);
  const passwordHash = await hashPassword(input.password);
  return await ctx.db.tx(async (tx) => {
    await tx.rows(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
    if (await hasAdmin(tx)) throw new Refusal('setup_closed');
    if (!(await spendLink(ctx, tx, input.token, ['setup']))) throw new Refusal('link_expired');
    await tx.rows(sql`DELETE FROM account_links WHERE purpose = 'setup'`);
    const { email } = input;
    return (
      (await insertAccount(ctx, tx, { email, passwordHash, displayName, verified: true, isAdmin: true })) ??
      (await takeOverUnproven(ctx, tx, email, passwordHash))
    );
  });
}

/** Makes an account that was never verified the owner's. A verified one is somebody's, and stays what it is. */
async function takeOverUnproven(ctx: Context, tx: Tx, email: string, hash: string): Promise<MadeAccount> {
  const user = await userByEmail(tx, email);
  if (!user || user.emailVerified)
    throw new Refusal('setup_address_taken', { fields: { email: 'This address has an account already.' } });
  const at = ctx.clock.now();
  await revokeUnproven(tx, user.id);
  const sessionIds = await deleteSessions(tx, user.id);
  await endLinks(tx, user.id, ['verify', 'change_email', 'reset']);
  await writePassword(tx, { id: newId(at), userId: user.id, hash, at });
  await tx.rows(
    sql`UPDATE users SET email_verified = true, deletion_at = NULL, updated_at = ${at} WHERE id = ${user.id}`,
  );
  await setStaff(ctx, tx, user.profileId, { admin: true }, at);
  announceEnd(ctx, tx, { profileId: user.profileId, sessionIds, event: 'signed_out' });
  return { userId: user.id, profileId: user.profileId, username: user.username, email: user.email };
}
