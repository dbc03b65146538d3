import { hashPassword } from 'better-auth/crypto';
import type { Context } from '#platform/server/context.ts';
import { type Executor, type Tx, isUniqueViolation, sql } from '#platform/server/db/database.ts';
import type { Caller } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { newId } from '#platform/server/ids.ts';
import { endLinks, findLink, issueLink, spendLink } from './sign-in/links.ts';
import { mailEmailChanged } from './mail.ts';
import { isWeakPassword } from './passwords/passwords.ts';
import { noteSecurity } from './security-log.ts';
import { announceEnd } from './sessions/sessions.ts';
import { type UserRow, deleteSessions, userById, writePassword } from './store.ts';

/** Mails the former address a link that undoes a change, where that address was proven. */
export async function offerUndo(ctx: Context, tx: Tx, before: UserRow): Promise<void> {
  if (!before.emailVerified) return;
  const token = await issueLink(ctx, tx, { purpose: 'undo_email', userId: before.id, email: before.email });
  await ctx.mail.send(tx, mailEmailChanged(ctx, before.email, token));
}

/** Whether an address may still be asked back by the account that had it: until then nobody signs up with it. */
export async function isUndoable(ctx: Context, db: Executor, email: string): Promise<boolean> {
  const rows = await db.rows(
    sql`SELECT 1 FROM account_links WHERE purpose = 'undo_email' AND email = ${email} AND expires_at > ${ctx.clock.now()} LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Gives an account a former address back. Whoever changed it knew the password or had a session: a new password is set,
 * every session ends, and so do their links and a deletion that they asked for. Links to still earlier addresses stay.
 * @returns the address. @throws {Refusal} link_expired, weak_password
 */
export async function undoEmailChange(ctx: Context, token: string, password: string, caller: Caller): Promise<string> {
  const link = await findLink(ctx, ctx.db, token, ['undo_email']);
  const user = link?.userId ? await userById(ctx.db, link.userId) : null;
  if (!user || !link?.email) throw new Refusal('link_expired');
  const { email } = link;
  if (await isWeakPassword(password, { ...user, email, siteName: ctx.config.siteName }))
    throw new Refusal('weak_password', { fields: { password: 'Choose a password that is harder to guess.' } });
  const hash = await hashPassword(password);
  try {
    await ctx.db.tx(async (tx) => {
      if (!(await spendLink(ctx, tx, token, ['undo_email']))) throw new Refusal('link_expired');
      const at = ctx.clock.now();
      await tx.rows(
        sql`UPDATE users SET email = ${email}, email_verified = true, pending_email = NULL, deletion_at = NULL, updated_at = ${at} WHERE id = ${user.id}`,
      );
      await writePassword(tx, { id: newId(at), userId: user.id, hash, at });
      await endLinks(tx, user.id, ['verify', 'change_email', 'reset']);
      await noteSecurity(ctx, tx, user.id, { kind: 'email_restored', origin: caller });
      const sessionIds = await deleteSessions(tx, user.id);
      announceEnd(ctx, tx, { profileId: user.profileId, sessionIds, event: 'password_recovery' });
    });
  } catch (error) {
    // Somebody has proven the address by an outside provider meanwhile.
    if (isUniqueViolation(error)) throw new Refusal('link_expired');
    throw error;
  }
  return email;
}
