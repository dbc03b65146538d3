import type { Executor, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/database.ts';

/** A sign-in user with what the doors ask of it. */
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
