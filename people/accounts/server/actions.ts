import { hashPassword } from 'better-auth/crypto';
import { fieldErrors } from '#platform/contract/field-errors.ts';
import { account } from '#people/accounts/contract/limits.ts';
import { checkName, publishToMember, publishToProfile } from '#people/profiles/server/actions.ts';
import { normalName } from '#people/profiles/server/rules/names.ts';
import { profiles } from '#people/profiles/server/tables.ts';
import { normalAddress } from '#platform/contract/shapes.ts';
import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { newId } from '#platform/server/ids.ts';
import { isUndoable } from './email-undo.ts';
import { staffGranted } from './events.ts';
import { endLinks } from './sign-in/links.ts';
import { insertProfile } from './names/profile-of-user.ts';
import { noteSecurity } from './security-log.ts';
import { announceEnd } from './sessions/sessions.ts';
import { type UserRow, deleteSessions, hasOtherAdmin, writePassword } from './store.ts';

/**
 * The name that somebody chooses when they join, checked. An empty one is none.
 * @throws {Refusal} those of `checkName`
 */
export async function firstName(ctx: Context, text: string | undefined, isStaff: boolean): Promise<string | undefined> {
  if (text === undefined || normalName(text) === '') return undefined;
  const person = { profileId: null, isStaff };
  return await checkName(ctx, ctx.db, text, { field: 'displayName', max: account.displayNameMax, person });
}

/** What a new account is made of. */
export interface NewAccount {
  readonly email: string;
  /** Hashed outside the transaction, with `hashPassword`. */
  readonly passwordHash: string;
  readonly displayName?: string | undefined;
  /** Derived (decisions §2) when not given. */
  readonly username?: string | undefined;
  readonly verified?: boolean;
  readonly isAdmin?: boolean;
  readonly createdAt?: Date;
}

/** An account that was just made. */
export interface MadeAccount {
  readonly userId: string;
  readonly profileId: string;
  readonly username: string;
  readonly email: string;
}

/**
 * Makes user, password and profile in the caller's transaction. Sends nothing.
 * @returns null when the address has an account already.
 * @throws {Refusal} `username_taken` and `invalid`, for a requested username only.
 */
export async function insertAccount(ctx: Context, tx: Tx, input: NewAccount): Promise<MadeAccount | null> {
  if (input.username !== undefined && !new RegExp(account.usernamePattern).test(input.username.toLowerCase())) {
    throw new Refusal('invalid', { fields: { username: fieldErrors.username } });
  }
  const at = input.createdAt ?? ctx.clock.now();
  const email = normalAddress(input.email);
  // An account may still ask it back: whoever took that account over must not keep the address from its owner.
  if (!input.verified && (await isUndoable(ctx, tx, email))) return null;
  const displayName = normalName(input.displayName ?? '') || account.defaultDisplayName;
  const userId = newId(at);
  const [user] = await tx.rows(
    sql`INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
        VALUES (${userId}, ${displayName}, ${email}, ${input.verified ?? false}, ${at}, ${at})
        ON CONFLICT (email) DO NOTHING RETURNING id`,
  );
  if (!user) return null;
  await writePassword(tx, { id: newId(at), userId, hash: input.passwordHash, at });
  const profile = await insertProfile(ctx, tx, {
    userId,
    email,
    displayName,
    username: input.username?.toLowerCase(),
    isAdmin: input.isAdmin ?? false,
    at,
  });
  if (!profile) throw new Refusal('username_taken');
  tx.afterCommit(() => ctx.pages.drop());
  return { userId, profileId: profile.profileId, username: profile.username, email };
}

/**
 * Makes an account with a password as it was typed: for the command line and the demo's maker. Sends nothing.
 * @returns null when the address has an account already.
 * @throws {Refusal} `username_taken`
 */
export async function createAccount(
  ctx: Context,
  input: Omit<NewAccount, 'passwordHash'> & { readonly password: string },
): Promise<MadeAccount | null> {
  const { password, ...rest } = input;
  const passwordHash = await hashPassword(password);
  return await ctx.db.tx((tx) => insertAccount(ctx, tx, { ...rest, passwordHash }));
}

/**
 * Grants or takes away staff flags; what is not given stays. Writing it to the audit log is the caller's.
 * @returns false when there is no such member.
 * @throws {Refusal} `last_admin` when it would leave the site without an admin.
 */
export async function setStaff(
  ctx: Context,
  tx: Tx,
  profileId: string,
  flags: { readonly admin?: boolean; readonly moderator?: boolean },
  at: Date,
): Promise<boolean> {
  if (flags.admin === false) {
    const hasOther = await hasOtherAdmin(tx, profileId);
    const [self] = await tx.rows<{ is_admin: boolean }>(sql`SELECT is_admin FROM profiles WHERE id = ${profileId}`);
    if (self?.is_admin && !hasOther) throw new Refusal('last_admin');
  }
  const [changed] = await tx.rows<{ user_id: string }>(
    sql`UPDATE ${profiles} SET is_admin = COALESCE(${flags.admin ?? null}::boolean, is_admin),
          is_moderator = COALESCE(${flags.moderator ?? null}::boolean, is_moderator), updated_at = ${at}
        WHERE id = ${profileId} AND user_id IS NOT NULL RETURNING user_id`,
  );
  if (!changed) return false;
  for (const [about, granted] of Object.entries(flags))
    await noteSecurity(ctx, tx, changed.user_id, {
      kind: granted ? 'rights_granted' : 'rights_revoked',
      origin: null,
      about,
    });
  if (flags.admin === true || flags.moderator === true) await emit(ctx, tx, staffGranted, { profileId });
  await publishToMember(ctx, tx, profileId);
  await publishToProfile(ctx, tx, profileId);
  return true;
}

/** The sign-in table follows a display name: the profile's is the truth. */
export async function followUserName(tx: Tx, userId: string, displayName: string): Promise<void> {
  await tx.rows(sql`UPDATE users SET name = ${displayName} WHERE id = ${userId} AND name <> ${displayName}`);
}

/** Counts a member's address as proven, on the word of somebody who knows. @returns false when it was already. */
export async function verifyEmail(ctx: Context, tx: Tx, user: UserRow): Promise<boolean> {
  const rows = await tx.rows(
    sql`UPDATE users SET email_verified = true, updated_at = ${ctx.clock.now()} WHERE id = ${user.id} AND NOT email_verified RETURNING id`,
  );
  if (rows.length === 0) return false;
  await endLinks(tx, user.id, ['verify']);
  await publishToMember(ctx, tx, user.profileId);
  return true;
}

/** Ends every session of a member; open pages learn of it. @returns how many there were. */
export async function signOutEverywhere(ctx: Context, tx: Tx, user: UserRow): Promise<number> {
  const sessionIds = await deleteSessions(tx, user.id);
  announceEnd(ctx, tx, { profileId: user.profileId, sessionIds, event: 'signed_out' });
  await noteSecurity(ctx, tx, user.id, { kind: 'sessions_ended', origin: null });
  return sessionIds.length;
}
