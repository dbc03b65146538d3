import { type MemberFilter, type MemberOrder, people } from '#people/community/contract/limits.ts';
import { type PersonColumns, personColumns } from '#people/profiles/server/store.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { SoughtNames } from './rules.ts';

/** A row of a list of members. Select from `profiles p`. */
export interface MemberRow extends PersonColumns {
  readonly person_id: string;
  readonly xp: number;
  readonly created_at: Date;
}

/** The columns of a {@link MemberRow}. */
export const memberColumns: SQL = sql`${personColumns}, p.xp, p.created_at`;

/**
 * Conditions of the partial indexes in `profiles/tables.ts`; with other words the planner would not see that they fit.
 */
export const isStaffRow: SQL = sql.raw('(p.is_admin OR p.is_moderator)');
/** Wanderer, admin and moderator are no special roles (part 2 §2). */
export const isSpecial: SQL = sql.raw(
  `(p.custom_role NOT IN ('wanderer', 'admin', 'moderator') AND NOT p.is_admin AND NOT p.is_moderator)`,
);

const conditionOf: Readonly<Record<MemberFilter, SQL>> = {
  all: sql``,
  staff: sql` AND ${isStaffRow}`,
  special: sql` AND ${isSpecial}`,
};

/** Where a list goes on: the order's value of the last row, and its id. */
export interface MemberKey {
  readonly value: number;
  readonly id: string;
}

/** A number that belongs into the text: with a parameter the planner would not know that it is few. */
const constant = (number: number): SQL => sql.raw(String(number));

/** One page of members with one more row, which shows that there is a further page. Deleted ones are in no list. */
export async function memberPage(
  db: Executor,
  viewer: Viewer | null,
  list: { filter: MemberFilter; order: MemberOrder; after: MemberKey | null },
): Promise<MemberRow[]> {
  const column = sql.raw(list.order === 'xp' ? 'p.xp' : 'p.created_at');
  const value = list.after && (list.order === 'xp' ? list.after.value : new Date(list.after.value));
  const kind = sql.raw(list.order === 'xp' ? 'int' : 'timestamptz');
  const after = list.after ? sql` AND (${column}, p.id) < (${value}::${kind}, ${list.after.id}::uuid)` : sql``;
  return await db.rows<MemberRow>(sql`
    SELECT ${memberColumns} FROM profiles p
    WHERE p.user_id IS NOT NULL${conditionOf[list.filter]}${after}${unblockedOnly(viewer, sql.raw('p.id'))}
    ORDER BY ${column} DESC, p.id DESC LIMIT ${constant(people.membersPerPage + 1)}`);
}

/** The latest members. */
export async function newestMembers(db: Executor, viewer: Viewer | null): Promise<MemberRow[]> {
  return await db.rows<MemberRow>(sql`
    SELECT ${memberColumns} FROM profiles p WHERE p.user_id IS NOT NULL${unblockedOnly(viewer, sql.raw('p.id'))}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${constant(people.newestMembers)}`);
}

/** Comes after every character in the order of bytes. */
const LAST = '\u{10FFFF}';

/**
 * Members whose username or display name begins so: those with the very name first, then by XP. Two short walks along
 * the indexes of names, in the order of the alphabet, so that a search of one letter costs no more than any other. A
 * search in special roles reads the first `searchCandidates` names of each walk.
 */
export async function searchMembers(
  db: Executor,
  viewer: Viewer | null,
  names: SoughtNames,
  filter: MemberFilter,
): Promise<MemberRow[]> {
  const shown = people.searchResults + 1;
  const walk = (name: string, begin: string): SQL => {
    const range = sql`p.user_id IS NOT NULL AND ${sql.raw(name)} ~>=~ ${begin} AND ${sql.raw(name)} ~<~ ${begin + LAST}`;
    const inner = filter === 'special' ? sql`` : sql`${conditionOf[filter]}${unblockedOnly(viewer, sql.raw('p.id'))}`;
    const outer = filter === 'special' ? sql`${conditionOf.special}${unblockedOnly(viewer, sql.raw('p.id'))}` : sql``;
    const walked = constant(filter === 'special' ? people.searchCandidates : shown);
    return sql`(SELECT p.id FROM (SELECT p.* FROM profiles p WHERE ${range}${inner} ORDER BY ${sql.raw(name)} USING ~<~ LIMIT ${walked}) p WHERE true${outer})`;
  };
  const walks = [
    ...(names.username === '' ? [] : [walk('p.username', names.username)]),
    walk('p.display_name_key', names.displayName),
  ];
  return await db.rows<MemberRow>(sql`
    SELECT ${memberColumns} FROM profiles p WHERE p.id IN (${sql.join(walks, sql` UNION `)})
    ORDER BY (p.username = ${names.username}) DESC, (p.display_name_key = ${names.displayName}) DESC, p.xp DESC, p.id DESC LIMIT ${constant(shown)}`);
}
