import { normalAddress } from '#platform/contract/shapes.ts';
import type { Executor, Tx } from '#platform/server/db/database.ts';
import { sql } from '#platform/server/db/database.ts';

/** A sign-in user with the columns that the endpoints need. */
export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly pendingEmail: string | null;
  readonly twoFactorEnabled: boolean;
  readonly deletionAt: Date | null;
  readonly createdAt: Date;
  readonly profileId: string;
  readonly username: string;
  readonly displayName: string;
  /** Hash of the password; null for members who only sign in from outside. */
  readonly passwordHash: string | null;
}

interface Columns {
  readonly id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly pending_email: string | null;
  readonly two_factor_enabled: boolean;
  readonly deletion_at: Date | null;
  readonly created_at: Date;
  readonly profile_id: string;
  readonly username: string;
  readonly display_name: string;
  readonly password: string | null;
}

const select = sql.raw(
  `SELECT u.id, u.email, u.email_verified, u.pending_email, u.two_factor_enabled, u.deletion_at, u.created_at,
          p.id AS profile_id, p.username, p.display_name, a.password
   FROM users u JOIN profiles p ON p.user_id = u.id
   LEFT JOIN user_accounts a ON a.user_id = u.id AND a.provider_id = 'credential'`,
);

function toUser(row: Columns | undefined): UserRow | null {
  if (!row) return null;
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified,
    pendingEmail: row.pending_email,
    twoFactorEnabled: row.two_factor_enabled,
    deletionAt: row.deletion_at,
    createdAt: row.created_at,
    profileId: row.profile_id,
    username: row.username,
    displayName: row.display_name,
    passwordHash: row.password,
  };
}

/** @param email lower case. */
export async function userByEmail(db: Executor, email: string): Promise<UserRow | null> {
  const [row] = await db.rows<Columns>(sql`${select} WHERE u.email = ${email}`);
  return toUser(row);
}

export async function userById(db: Executor, userId: string): Promise<UserRow | null> {
  const [row] = await db.rows<Columns>(sql`${select} WHERE u.id = ${userId}`);
  return toUser(row);
}

/** Sets or replaces a member's password. @param hash made outside the transaction. */
export async function writePassword(
  tx: Tx,
  password: { id: string; userId: string; hash: string; at: Date },
): Promise<void> {
  await tx.rows(
    sql`INSERT INTO user_accounts (id, user_id, provider_id, account_id, password, created_at, updated_at)
        VALUES (${password.id}, ${password.userId}, 'credential', ${password.userId}, ${password.hash}, ${password.at}, ${password.at})
        ON CONFLICT (provider_id, account_id) DO UPDATE SET password = EXCLUDED.password, updated_at = EXCLUDED.updated_at`,
  );
}

/** Ends sessions of a member. @param keep id of a session that stays. @returns the ids of the ended ones. */
export async function deleteSessions(tx: Tx, userId: string, keep: string | null = null): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`DELETE FROM sessions WHERE user_id = ${userId} AND (${keep}::uuid IS NULL OR id <> ${keep}::uuid) RETURNING id`,
  );
  return rows.map((row) => row.id);
}

/**
 * Takes away what got into an account before its address was proven: somebody else may have signed up with it. Whoever
 * proves the address starts without their password, outside accounts, authenticator app and sessions.
 */
export async function revokeUnproven(tx: Tx, userId: string): Promise<void> {
  await tx.rows(sql`DELETE FROM user_accounts WHERE user_id = ${userId}`);
  await tx.rows(sql`DELETE FROM two_factors WHERE user_id = ${userId}`);
  await tx.rows(sql`UPDATE users SET two_factor_enabled = false, pending_email = NULL WHERE id = ${userId}`);
}

/** Whether the site has no account yet. */
export async function hasNoUsers(db: Executor): Promise<boolean> {
  const rows = await db.rows(sql`SELECT 1 FROM users LIMIT 1`);
  return rows.length === 0;
}

/** Whether somebody else than this profile is an admin whose account is not about to be deleted. Locks the admins. */
export async function hasOtherAdmin(tx: Tx, profileId: string): Promise<boolean> {
  const rows = await tx.rows<{ id: string; leaving: boolean }>(
    sql`SELECT p.id, u.deletion_at IS NOT NULL AS leaving FROM profiles p JOIN users u ON u.id = p.user_id
        WHERE p.is_admin ORDER BY p.id FOR UPDATE OF p, u`,
  );
  return rows.some((row) => row.id !== profileId && !row.leaving);
}

/** A member by username (any case) or email address; null when there is none, or the account was deleted. */
export async function findUser(db: Executor, usernameOrEmail: string): Promise<UserRow | null> {
  const login = usernameOrEmail.trim().replace(/^@/, '').toLowerCase();
  const [row] = await db.rows<Columns>(
    login.includes('@')
      ? sql`${select} WHERE u.email = ${normalAddress(login)}`
      : sql`${select} WHERE lower(p.username) = ${login}`,
  );
  return toUser(row);
}

/** An account as the operator sees it. */
export interface AccountRow {
  readonly profile_id: string;
  readonly user_id: string;
  readonly username: string;
  readonly display_name: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly two_factor_enabled: boolean;
  readonly is_admin: boolean;
  readonly is_moderator: boolean;
  readonly custom_role: string | null;
  readonly xp: number;
  readonly credits: number;
  readonly post_count: number;
  readonly suspended_until: Date | null;
  readonly silenced_until: Date | null;
  readonly deletion_at: Date | null;
  readonly created_at: Date;
}

const accountColumns = sql.raw(
  `p.id AS profile_id, u.id AS user_id, p.username, p.display_name, u.email, u.email_verified, u.two_factor_enabled, p.is_admin, p.is_moderator,
   p.custom_role, p.xp, p.credits, p.post_count, p.suspended_until, p.silenced_until, u.deletion_at, p.created_at`,
);

/** One account, and how many sessions are open. */
export async function accountById(
  db: Executor,
  userId: string,
  now: Date,
): Promise<(AccountRow & { open_sessions: number }) | null> {
  const [row] = await db.rows<AccountRow & { open_sessions: number }>(sql`
    SELECT ${accountColumns}, (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND s.expires_at > ${now}) AS open_sessions
    FROM users u JOIN profiles p ON p.user_id = u.id WHERE u.id = ${userId}`);
  return row ?? null;
}

/**
 * One page of accounts, newest first.
 * @param page.search part of a username, display name or address, any case; null for all
 * @param page.staff only admins and moderators
 */
export async function accountPage(
  db: Executor,
  page: { search: string | null; staff: boolean; before: { at: Date; id: string } | null; limit: number },
): Promise<AccountRow[]> {
  const search = page.search?.toLowerCase() ?? null;
  return await db.rows<AccountRow>(sql`
    SELECT ${accountColumns} FROM profiles p JOIN users u ON u.id = p.user_id
    WHERE (${search}::text IS NULL OR strpos(lower(p.username), ${search}) > 0 OR strpos(p.display_name_key, ${search}) > 0 OR strpos(u.email, ${search}) > 0)
      AND (NOT ${page.staff}::boolean OR p.is_admin OR p.is_moderator)
      AND (${page.before?.at ?? null}::timestamptz IS NULL OR (p.created_at, p.id) < (${page.before?.at ?? null}::timestamptz, ${page.before?.id ?? null}::uuid))
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${page.limit}`);
}

/** Whether the site has an admin who is not about to leave. */
export async function hasAdmin(db: Executor): Promise<boolean> {
  const rows = await db.rows(
    sql`SELECT 1 FROM profiles p JOIN users u ON u.id = p.user_id WHERE p.is_admin AND u.deletion_at IS NULL LIMIT 1`,
  );
  return rows.length > 0;
}

/** Turns two-factor sign-in off. */
export async function removeTwoFactor(tx: Tx, userId: string): Promise<void> {
  await tx.rows(sql`DELETE FROM two_factors WHERE user_id = ${userId}`);
  await tx.rows(sql`UPDATE users SET two_factor_enabled = false WHERE id = ${userId}`);
}
