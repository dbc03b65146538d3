import type { Badge, Person } from '#platform/contract/shapes.ts';
import { account } from '#people/accounts/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { type CustomRole, type PersonRow, displayNameKey, profileRank, toPerson, unknownPerson } from './rules.ts';
import { nameSkeleton } from './rules/skeleton.ts';
import type { NameStyle } from './tables.ts';

/** Columns of a joined profile, prefixed so that they cannot meet the other table's. Join `profiles p` first. */
export const personColumns: SQL = sql.raw(
  `p.id AS person_id, p.username AS person_username, p.display_name AS person_display_name, p.avatar_url AS person_avatar_url,
   p.custom_role AS person_custom_role, p.is_admin AS person_is_admin, p.is_moderator AS person_is_moderator,
   p.name_style AS person_name_style, p.shares_name AS person_shares_name`,
);

/** A row that was selected with `personColumns`, of a join that finds somebody. */
export interface PersonColumns {
  readonly person_id: string | null;
  readonly person_username: string;
  readonly person_display_name: string;
  readonly person_avatar_url: string | null;
  readonly person_custom_role: string | null;
  readonly person_is_admin: boolean;
  readonly person_is_moderator: boolean;
  readonly person_name_style: NameStyle | null;
  readonly person_shares_name: boolean;
}

/** The same of a join that may find nobody: all null then. */
export type MaybePersonColumns = { readonly [Column in keyof PersonColumns]: PersonColumns[Column] | null };

function isFound(row: MaybePersonColumns): row is PersonColumns & { readonly person_id: string } {
  return row.person_id !== null;
}

/** The person of a joined row. */
export function personOf(row: MaybePersonColumns, customRoles: ReadonlyMap<string, CustomRole>): Person {
  return toPerson(
    isFound(row)
      ? {
          id: row.person_id,
          username: row.person_username,
          displayName: row.person_display_name,
          avatarUrl: row.person_avatar_url,
          customRole: row.person_custom_role,
          isAdmin: row.person_is_admin,
          isModerator: row.person_is_moderator,
          nameStyle: row.person_name_style,
          sharesName: row.person_shares_name,
        }
      : null,
    customRoles,
  );
}

/** The rank badge of a joined row. */
export function rankOf(row: PersonColumns, customRoles: ReadonlyMap<string, CustomRole>): Badge {
  const { person_is_admin: isAdmin, person_is_moderator: isModerator, person_custom_role: customRole } = row;
  return profileRank({ isAdmin, isModerator, customRole }, customRoles);
}

/** Milliseconds for which the few rows of `custom_roles` are cached in memory: a new label shows up that much later. */
const ROLES_AGE_MS = 5000;
let roles: { at: number; map: ReadonlyMap<string, CustomRole> } | null = null;

/** The active custom roles by name. A handful of rows that every list needs: read at most every five seconds. */
export async function activeCustomRoles(db: Executor): Promise<ReadonlyMap<string, CustomRole>> {
  const now = performance.now();
  if (roles && now - roles.at < ROLES_AGE_MS) return roles.map;
  const rows = await db.rows<{ name: string; display_name: string; color_hex: string }>(
    sql`SELECT name, display_name, color_hex FROM custom_roles WHERE is_active`,
  );
  const map = new Map(
    rows.map((row) => [row.name, { name: row.name, displayName: row.display_name, colorHex: row.color_hex }]),
  );
  roles = { at: now, map };
  return map;
}

/** Forgets the cached custom roles of this process. */
export function customRolesChanged(): void {
  roles = null;
}

/** People by profile id, one query. Missing ids are not in the map. */
export async function peopleById(db: Executor, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const customRoles = await activeCustomRoles(db);
  const rows = await db.rows<PersonColumns & { person_id: string }>(
    sql`SELECT ${personColumns} FROM profiles p WHERE p.id = ANY(${[...new Set(ids)]}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.person_id, personOf(row, customRoles)]));
}

/** Whether a member is still one: who was erased leaves no profile, or one of nobody. */
export async function hasProfile(db: Executor, profileId: string): Promise<boolean> {
  const rows = await db.rows(sql`SELECT 1 FROM profiles WHERE id = ${profileId} AND user_id IS NOT NULL`);
  return rows.length > 0;
}

/** Answers the person of an `edited_by` column. */
export type EditorOf = (profileId: string | null) => Person | null;

/** Who edited rows where that was not the author. Asks only where there are such rows, once for all of them. */
export async function editorsOf(
  db: Executor,
  rows: readonly { readonly edited_by: string | null }[],
): Promise<EditorOf> {
  const people = await peopleById(
    db,
    rows.flatMap((row) => row.edited_by ?? []),
  );
  return (profileId) => (profileId === null ? null : (people.get(profileId) ?? unknownPerson));
}

/**
 * Profile ids by lower-cased username, one query; unknown names are not in the map. A name that a member had until lately
 * means that member, so that what was written before a change goes on leading to them.
 */
export async function profileIdsByUsername(
  ctx: Pick<Context, 'db' | 'clock'>,
  usernames: readonly string[],
): Promise<Map<string, string>> {
  if (usernames.length === 0) return new Map();
  const names = usernames.map((name) => name.toLowerCase());
  const rows = await ctx.db.rows<{ id: string; name: string }>(sql`
    SELECT profile_id AS id, name FROM former_usernames WHERE name = ANY(${names}::text[]) AND until > ${ctx.clock.now()}
    UNION ALL SELECT id, lower(username) AS name FROM profiles WHERE lower(username) = ANY(${names}::text[])`);
  // Whose name it is now comes last and stays.
  return new Map(rows.map((row) => [row.name, row.id]));
}

/**
 * The member whom an address means: by username in any case, or by a username that they had until lately. Null where
 * nobody is meant.
 */
export async function profileIdByName(db: Executor, name: string, now: Date): Promise<string | null> {
  const lower = name.toLowerCase();
  const [row] = await db.rows<{ id: string }>(sql`
    SELECT id FROM (
      SELECT id, 1 AS rank FROM profiles WHERE lower(username) = ${lower}
      UNION ALL (SELECT profile_id AS id, 2 AS rank FROM former_usernames WHERE name = ${lower} AND until > ${now} ORDER BY changed_at DESC LIMIT 1)
    ) AS found ORDER BY rank LIMIT 1`);
  return row?.id ?? null;
}

/** Whether a member shows their links and friends to others. */
export async function showsConnections(db: Executor, profileId: string): Promise<boolean> {
  const [row] = await db.rows<{ shown: boolean | null }>(
    sql`SELECT profile_customization->>'show_connections' IS DISTINCT FROM 'false' AS shown FROM profiles WHERE id = ${profileId}`,
  );
  return row?.shown ?? true;
}

/**
 * Whether a name is confusable with that of a member of staff, be it the display name or the username: one look-up in an index
 * for each.
 * @param skeletons of the name (`skeletonsOf`)
 * @param but a profile whose own names are no hindrance
 */
export async function isLikeStaff(db: Executor, skeletons: readonly string[], but: string | null): Promise<boolean> {
  // A member of staff who still has the default name has none that could be mistaken.
  const asked = skeletons.filter((skeleton) => skeleton !== defaultSkeleton);
  const rows = await db.rows(sql`
    SELECT 1 FROM profiles WHERE name_skeleton = ANY(${asked}::text[]) AND (is_admin OR is_moderator) AND id IS DISTINCT FROM ${but}::uuid
    UNION ALL SELECT 1 FROM profiles WHERE username_key = ANY(${asked}::text[]) AND (is_admin OR is_moderator) AND id IS DISTINCT FROM ${but}::uuid
    LIMIT 1`);
  return rows.length > 0;
}

const defaultSkeleton = nameSkeleton(account.defaultDisplayName);

/**
 * Lets nobody else join or leave these names before the transaction ends. Take it before the row of a profile is held:
 * who joins a name writes to the row of another who has it.
 */
export async function holdNames(tx: Tx, names: readonly string[]): Promise<void> {
  // In one order, so that two who want the same names do not wait for each other.
  const keys = [...new Set(names.map((name) => `name:${nameSkeleton(name)}`))].toSorted();
  await tx.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest(${keys}::text[]) AS key`);
}

/** Another one or two members whose display name has this skeleton. */
async function othersNamed(tx: Tx, skeleton: string, but: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`SELECT id FROM profiles WHERE name_skeleton = ${skeleton} AND user_id IS NOT NULL AND id <> ${but}::uuid LIMIT 2`,
  );
  return rows.map((row) => row.id);
}

/** Counts a member among those with a confusable name. @returns whether there are others */
export async function joinName(tx: Tx, profileId: string, name: string): Promise<boolean> {
  const others = await othersNamed(tx, nameSkeleton(name), profileId);
  await tx.rows(sql`UPDATE profiles SET shares_name = true WHERE id = ANY(${others}::uuid[]) AND NOT shares_name`);
  return others.length > 0;
}

/** Counts a member out of a name, which is held: one who is left with it shares it no more. */
export async function leaveName(tx: Tx, profileId: string, name: string): Promise<void> {
  const others = await othersNamed(tx, nameSkeleton(name), profileId);
  if (others.length === 1) await tx.rows(sql`UPDATE profiles SET shares_name = false WHERE id = ${others[0]!}`);
}

/** Columns of a profile that its display name decides, for an UPDATE. @param shares what `joinName` has answered */
export function nameColumns(name: string, shares: boolean): SQL {
  return sql`display_name = ${name}, display_name_key = ${displayNameKey(name)}, name_skeleton = ${nameSkeleton(name)}, shares_name = ${shares}`;
}

/** Members who are not staff and whose names are confusable with those of one who is, at most `limit`. */
export async function namedLikeStaff(
  db: Executor,
  profileId: string,
  limit: number,
): Promise<{ username: string; displayName: string }[]> {
  return await db.rows(sql`
    SELECT o.username, o.display_name AS "displayName" FROM profiles s JOIN profiles o
      ON o.id <> s.id AND o.user_id IS NOT NULL AND NOT o.is_admin AND NOT o.is_moderator
        AND (o.name_skeleton IN (s.name_skeleton, s.username_key) OR o.username_key = s.name_skeleton)
    WHERE s.id = ${profileId} AND s.name_skeleton <> ${defaultSkeleton} ORDER BY o.created_at, o.id LIMIT ${limit}`);
}

export type { PersonRow };

/** Writes what a member makes; the caller has compared it with the site's list. */
export async function writeMakes(tx: Tx, profileId: string, makes: readonly string[]): Promise<void> {
  await tx.rows(sql`UPDATE profiles SET makes = ${[...makes]}::text[] WHERE id = ${profileId}`);
}
