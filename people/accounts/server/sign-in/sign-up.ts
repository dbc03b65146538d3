import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { firstName, insertAccount } from '#people/accounts/server/actions.ts';
import { noteJoined, spendInvitation } from '#people/accounts/server/invitations/invitations.ts';
import { noteSignUp } from '#people/accounts/server/events.ts';
import { acceptTexts } from '#people/legal/server/store.ts';
import { issueLink } from './links.ts';
import { mailAlreadyMember, mailVerify } from '#people/accounts/server/mail.ts';
import { isWeakPassword } from '#people/accounts/server/passwords/passwords.ts';
import { userById } from '#people/accounts/server/store.ts';
import { isId, newId } from '#platform/server/ids.ts';

/** Least milliseconds of a sign-up, longer than either way through it, which prevents a timing attack. */
const LEAST_MS = 250;

/**
 * Makes an account and mails the verification link; where the address has an account, its owner gets a mail instead and
 * the caller the same answer, after the same work and no sooner.
 * @param how.isOwnerNotified false where that owner has reached the limit of these mails
 * @param how.isBurst one of many with addresses of one mail host: staff read first what the account writes in its first hours.
 * @returns a ticket that looks the same in both cases (`isVerified`)
 * @throws {Refusal} weak_password, link_expired, and those of `checkName`
 */
export async function signUp(
  ctx: Context,
  input: { email: string; password: string; displayName?: string | undefined; invitation?: string | undefined },
  { isOwnerNotified, isBurst }: { readonly isOwnerNotified: boolean; readonly isBurst: boolean },
): Promise<{ ticket: string }> {
  const person = { email: input.email, displayName: input.displayName, siteName: ctx.config.siteName };
  if (await isWeakPassword(input.password, person))
    throw new Refusal('weak_password', { fields: { password: 'Choose a password that is harder to guess.' } });
  const displayName = await firstName(ctx, input.displayName, false);
  const earliest = sleep(LEAST_MS);
  const passwordHash = await hashPassword(input.password);
  const userId = await ctx.db.tx(async (tx) => {
    const invitation = await spendInvitation(ctx, tx, input.invitation);
    const account = await insertAccount(ctx, tx, { email: input.email, passwordHash, displayName });
    if (!account) {
      if (isOwnerNotified) await ctx.mail.send(tx, mailAlreadyMember(ctx, input.email));
      // Nobody has this id.
      return newId(ctx.clock.now());
    }
    if (isBurst) await tx.rows(sql`UPDATE profiles SET joined_in_burst = true WHERE id = ${account.profileId}`);
    if (invitation !== null) await noteJoined(tx, invitation, account.profileId);
    // The form says that signing up accepts them.
    await acceptTexts(tx, account.profileId, null, ctx.clock.now());
    await noteSignUp(ctx, tx, account.profileId, 'form');
    const token = await issueLink(ctx, tx, { purpose: 'verify', userId: account.userId, email: account.email });
    await ctx.mail.send(tx, mailVerify(ctx, account.email, token));
    return account.userId;
  });
  await earliest;
  return { ticket: `${userId}.${signatureOf(ctx, userId)}` };
}

const signatureOf = (ctx: Context, userId: string): string =>
  createHmac('sha256', ctx.secret).update(`sign-up:${userId}`).digest('base64url');

/**
 * Whether the address of a sign-up is verified by now. Only who signed up has the ticket, and it opens nothing: a link
 * that was opened on another device signs that device in, and this one by its password.
 */
export async function isVerified(ctx: Context, ticket: string): Promise<boolean> {
  const [userId = '', signature = ''] = ticket.split('.');
  if (!isId(userId) || !isSame(signature, signatureOf(ctx, userId))) return false;
  return (await userById(ctx.db, userId))?.emailVerified ?? false;
}

const isSame = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
