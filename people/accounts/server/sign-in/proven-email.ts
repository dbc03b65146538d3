import { hashPassword } from 'better-auth/crypto';
import type { Context } from '#platform/server/context.ts';
import { publishToMember } from '#people/profiles/server/actions.ts';
import { type Tx, isUniqueViolation, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Caller } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/ids.ts';
import { type Link, type LinkPurpose, endLinks, findLink, keepUsed, spendLink } from './links.ts';
import { offerUndo } from '#people/accounts/server/email-undo.ts';
import { mailPasswordChanged } from '#people/accounts/server/mail.ts';
import { isWeakPassword } from '#people/accounts/server/passwords/passwords.ts';
import { noteSecurity } from '#people/accounts/server/security-log.ts';
import { announceEnd, rotateSession } from '#people/accounts/server/sessions/sessions.ts';
import {
  type UserRow,
  deleteSessions,
  revokeUnproven,
  userById,
  writePassword,
} from '#people/accounts/server/store.ts';

/** An address that was just confirmed by a mailed link. */
interface Confirmed {
  readonly purpose: LinkPurpose;
  readonly userId: string;
  readonly email: string;
  /** A `set-cookie` line for the session that opened the link; null where that is not the member's. */
  readonly cookie: string | null;
}

/**
 * Confirms an address, of a sign-up or of a change, by a mailed link. A change ends the sessions of the member, but for
 * one that opens the link: that one gets a new token. The former address can undo the change for a while.
 * @throws {Refusal} link_expired, already_verified
 */
export async function confirmEmail(ctx: Context, token: string, caller: Caller): Promise<Confirmed> {
  try {
    return await ctx.db.tx(async (tx) => {
      const link = await spendLink(ctx, tx, token, ['verify', 'change_email']);
      const before = link?.userId ? await userById(tx, link.userId) : null;
      if (!link?.userId || !link.email || !before || !(await applyLink(tx, link, ctx.clock.now())))
        throw new Refusal((await wasUsed(ctx, tx, token)) ? 'already_verified' : 'link_expired');
      if (link.purpose === 'verify') await keepUsed(ctx, tx, token, link);
      await endLinks(tx, link.userId, link.purpose === 'verify' ? ['verify'] : ['verify', 'change_email', 'reset']);
      await publishToMember(ctx, tx, before.profileId);
      const cookie = link.purpose === 'change_email' ? await afterChange(ctx, tx, before, caller) : null;
      return { purpose: link.purpose, userId: link.userId, email: link.email, cookie };
    });
  } catch (error) {
    // Somebody else has signed up with the address in the meantime.
    if (isUniqueViolation(error)) throw new Refusal('link_expired');
    throw error;
  }
}

/** @returns the new cookie of the session that opened the link, if it is the member's own. */
async function afterChange(ctx: Context, tx: Tx, before: UserRow, caller: Caller): Promise<string | null> {
  const { viewer } = caller;
  const ownSessionId = viewer?.userId === before.id ? viewer.sessionId : null;
  const sessionIds = await deleteSessions(tx, before.id, ownSessionId);
  announceEnd(ctx, tx, { profileId: before.profileId, sessionIds, event: null });
  await noteSecurity(ctx, tx, before.id, { kind: 'email_changed', origin: caller });
  await offerUndo(ctx, tx, before);
  return ownSessionId === null ? null : await rotateSession(ctx, tx, ownSessionId);
}

/** Whether a link of a sign-up has verified an address that is still the account's. */
async function wasUsed(ctx: Context, tx: Tx, token: string): Promise<boolean> {
  const used = await findLink(ctx, tx, token, ['verified']);
  const user = used?.userId ? await userById(tx, used.userId) : null;
  return user !== null && user.emailVerified && user.email === used?.email;
}

async function applyLink(tx: Tx, link: Link, at: Date): Promise<boolean> {
  const rows =
    link.purpose === 'verify'
      ? await tx.rows(
          sql`UPDATE users SET email_verified = true, updated_at = ${at} WHERE id = ${link.userId} AND email = ${link.email} RETURNING id`,
        )
      : await tx.rows(
          sql`UPDATE users SET email = ${link.email}, email_verified = true, pending_email = NULL, updated_at = ${at}
              WHERE id = ${link.userId} AND pending_email = ${link.email} RETURNING id`,
        );
  return rows.length === 1;
}

/**
 * Sets a new password by a mailed link and ends every session. The link proves the address too: an account that was
 * never verified loses what somebody else may have put into it. Two-factor sign-in of a verified member stays on.
 * @returns whose account it is.
 * @throws {Refusal} link_expired, weak_password
 */
export async function resetPassword(ctx: Context, token: string, password: string, caller: Caller): Promise<UserRow> {
  const link = await findLink(ctx, ctx.db, token, ['reset']);
  const user = link?.userId ? await userById(ctx.db, link.userId) : null;
  if (!user) throw new Refusal('link_expired');
  if (await isWeakPassword(password, { ...user, siteName: ctx.config.siteName })) {
    throw new Refusal('weak_password', { fields: { password: 'Choose a password that is harder to guess.' } });
  }
  const hash = await hashPassword(password);
  await ctx.db.tx(async (tx) => {
    const used = await spendLink(ctx, tx, token, ['reset']);
    if (!used || used.email !== user.email) throw new Refusal('link_expired');
    const at = ctx.clock.now();
    if (!user.emailVerified) await revokeUnproven(tx, user.id);
    await writePassword(tx, { id: newId(at), userId: user.id, hash, at });
    await tx.rows(sql`UPDATE users SET email_verified = true, updated_at = ${at} WHERE id = ${user.id}`);
    await endLinks(tx, user.id, ['reset', 'verify', 'change_email']);
    const sessionIds = await deleteSessions(tx, user.id);
    await noteSecurity(ctx, tx, user.id, { kind: 'password_reset', origin: caller });
    await ctx.mail.send(tx, mailPasswordChanged(ctx, user.email));
    announceEnd(ctx, tx, { profileId: user.profileId, sessionIds, event: 'password_recovery' });
  });
  return user;
}
