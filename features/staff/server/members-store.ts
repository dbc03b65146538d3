import { staff } from '#features/staff/contract/limits.ts';
import type { SoughtNames } from '#people/community/server/rules.ts';
import { type PersonColumns, personColumns } from '#people/profiles/server/store.ts';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';

/** A member as staff see them. Select from `profiles p`. */
export interface StaffMemberRow extends PersonColumns {
  readonly person_id: string;
  readonly xp: number;
  readonly role_source: 'xp' | 'staff' | 'tier' | null;
  readonly suspended_until: Date | null;
  readonly silenced_until: Date | null;
  readonly created_at: Date;
}

const columns: SQL = sql`${personColumns}, p.xp, p.custom_role_source AS role_source, p.suspended_until, p.silenced_until, p.created_at`;

/** Keyset cursor of a member in the list by XP. */
export interface MemberKey {
  readonly xp: number;
  readonly id: string;
}

/** One page of members by XP, with one more row, which shows that there is a further page. Deleted ones are in no list. */
export async function membersByXp(db: Executor, after: MemberKey | null): Promise<StaffMemberRow[]> {
  const key = after ? sql` AND (p.xp, p.id) < (${after.xp}::int, ${after.id}::uuid)` : sql``;
  return await db.rows<StaffMemberRow>(sql`
    SELECT ${columns} FROM profiles p WHERE p.user_id IS NOT NULL${key}
    ORDER BY p.xp DESC, p.id DESC LIMIT ${staff.membersPerPage + 1}`);
}

/** Sorts after every character in byte order: the upper bound of a prefix search. */
const LAST = '\u{10FFFF}';

/** Prefix search for usernames and display names, the exact name first, then by XP. Two short index range scans. */
export async function membersNamed(db: Executor, names: SoughtNames): Promise<StaffMemberRow[]> {
  const walk = (column: string, begin: string): SQL =>
    sql`(SELECT p.id FROM profiles p WHERE p.user_id IS NOT NULL AND ${sql.raw(column)} ~>=~ ${begin} AND ${sql.raw(column)} ~<~ ${begin + LAST}
      ORDER BY ${sql.raw(column)} USING ~<~ LIMIT ${staff.membersPerPage})`;
  const walks = [
    ...(names.username === '' ? [] : [walk('p.username', names.username)]),
    walk('p.display_name_key', names.displayName),
  ];
  return await db.rows<StaffMemberRow>(sql`
    SELECT ${columns} FROM profiles p WHERE p.id IN (${sql.join(walks, sql` UNION `)})
    ORDER BY (p.username = ${names.username}) DESC, (p.display_name_key = ${names.displayName}) DESC, p.xp DESC, p.id DESC
    LIMIT ${staff.membersPerPage}`);
}

/** Prefix search for mail addresses. For admins. */
export async function membersWithEmail(db: Executor, email: string): Promise<StaffMemberRow[]> {
  return await db.rows<StaffMemberRow>(sql`
    SELECT ${columns} FROM users u JOIN profiles p ON p.user_id = u.id WHERE starts_with(u.email, ${email.toLowerCase()})
    ORDER BY (u.email = ${email.toLowerCase()}) DESC, p.xp DESC, p.id DESC LIMIT ${staff.membersPerPage}`);
}

/** Members who were seen at a network address: of open sessions, and of the security log, which is stored for 90 days. */
export async function membersAtAddress(db: Executor, address: string): Promise<StaffMemberRow[]> {
  return await db.rows<StaffMemberRow>(sql`
    SELECT ${columns} FROM profiles p WHERE p.user_id IN (
      SELECT user_id FROM sessions WHERE ip_address = ${address} UNION SELECT user_id FROM security_events WHERE address = ${address})
    ORDER BY p.xp DESC, p.id DESC LIMIT ${staff.membersPerPage}`);
}

/** One member; undefined when there is none, or who has left. @param lock keeps the row until the transaction ends */
export async function memberById(db: Executor, id: string, lock = false): Promise<StaffMemberRow | undefined> {
  const [row] = await db.rows<StaffMemberRow>(
    sql`SELECT ${columns} FROM profiles p WHERE p.id = ${id} AND p.user_id IS NOT NULL${lock ? sql` FOR UPDATE` : sql``}`,
  );
  return row;
}

/** Sets where the role of a member comes from, and which it is. */
export async function writeRole(
  db: Executor,
  profileId: string,
  role: { readonly name: string; readonly source: 'xp' | 'staff' },
  at: Date,
): Promise<void> {
  await db.rows(
    sql`UPDATE profiles SET custom_role = ${role.name}, custom_role_source = ${role.source}, updated_at = ${at} WHERE id = ${profileId}`,
  );
}

/** Profile ids of all admins. */
export async function adminIds(db: Executor): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`SELECT id FROM profiles WHERE (is_admin OR is_moderator) AND is_admin AND user_id IS NOT NULL`,
  );
  return rows.map((row) => row.id);
}
