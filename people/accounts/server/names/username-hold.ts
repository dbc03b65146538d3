import { usernameKey } from '#people/profiles/server/rules/skeleton.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';

/**
 * Whether a username may be taken: not in use or recently used by another member, and confusable with no other. Nobody takes a confusable one
 * before the transaction ends.
 * @param but the profile that takes it, whose own names are no hindrance
 */
export async function holdUsername(
  tx: Tx,
  username: string,
  now: Date,
  but: string | null = null,
): Promise<'free' | 'taken' | 'alike'> {
  const key = usernameKey(username);
  await tx.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`username:${key}`}, 0))`);
  const rows = await tx.rows<{ name: string }>(sql`
    SELECT lower(username) AS name FROM profiles WHERE username_key = ${key} AND id IS DISTINCT FROM ${but}::uuid
    UNION ALL SELECT name FROM former_usernames WHERE name_key = ${key} AND until > ${now} AND profile_id IS DISTINCT FROM ${but}::uuid`);
  if (rows.length === 0) return 'free';
  return rows.some((row) => row.name === username.toLowerCase()) ? 'taken' : 'alike';
}
