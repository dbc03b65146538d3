import type { Relation } from '#people/friends/contract/endpoints.ts';
import { type PersonColumns, personColumns } from '#people/profiles/server/store.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';

/** A line of a list of members, with its key. */
export interface LineRow extends PersonColumns {
  readonly person_id: string;
  readonly row_id: string;
  readonly since: Date;
}

export interface LineKey {
  readonly at: Date;
  readonly id: string;
}

/** Whose content a reader is not shown. Staff see everything: they are who a blocked member is reported to. */
export function isSubjectToBlocks(viewer: Viewer | null): viewer is Viewer {
  return viewer !== null && viewer.hasBlocks && !isStaff(viewer);
}

/**
 * The condition of a skeleton that leaves out who is blocked, either way: ` AND …`, and nothing for a reader without
 * blocks, so that their queries keep their plans. @param author the column with the profile id, as SQL.
 */
export function unblockedOnly(viewer: Viewer | null, author: SQL): SQL {
  if (!isSubjectToBlocks(viewer)) return sql``;
  return unblockedPair(sql`${viewer.profileId}::uuid`, author);
}

/** The condition that neither of two members blocks the other: ` AND …`. Both are profile ids, as SQL. */
export function unblockedPair(one: SQL, other: SQL): SQL {
  return sql` AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = ${one} AND b.blocked_id = ${other})
    AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocked_id = ${one} AND b.blocker_id = ${other})`;
}

/** Which of some members stand in a block with one, either way. One query. */
export async function blockedAmong(db: Executor, profileId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.rows<{ id: string }>(sql`
    SELECT blocked_id AS id FROM blocks WHERE blocker_id = ${profileId} AND blocked_id = ANY(${[...ids]}::uuid[])
    UNION SELECT blocker_id AS id FROM blocks WHERE blocked_id = ${profileId} AND blocker_id = ANY(${[...ids]}::uuid[])`);
  return new Set(rows.map((row) => row.id));
}

/** Profile ids of everybody with whom a member has a block, either way. */
export async function blockedEitherWay(db: Executor, profileId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    SELECT blocked_id AS id FROM blocks WHERE blocker_id = ${profileId}
    UNION SELECT blocker_id FROM blocks WHERE blocked_id = ${profileId}`);
  return rows.map((row) => row.id);
}

/** Whether a member is a side of any block. */
export async function hasBlocks(db: Executor, profileId: string): Promise<boolean> {
  const [row] = await db.rows<{ has_blocks: boolean }>(sql`SELECT has_blocks FROM profiles WHERE id = ${profileId}`);
  return row?.has_blocks ?? false;
}

/** Whether this reader is not to see what a member made. */
export async function isHiddenFrom(db: Executor, viewer: Viewer | null, authorId: string): Promise<boolean> {
  if (!isSubjectToBlocks(viewer) || viewer.profileId === authorId) return false;
  return (await blockedAmong(db, viewer.profileId, [authorId])).size > 0;
}

/**
 * Locks two members' rows until the transaction ends, which serializes actions between them.
 * @returns false when one of them is not there (any more).
 */
export async function lockPair(tx: Tx, one: string, other: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    SELECT id FROM profiles WHERE id = ANY(${[one, other]}::uuid[]) AND user_id IS NOT NULL ORDER BY id FOR NO KEY UPDATE`);
  return rows.length === 2;
}

/** The relation of `from` to `to`, and whether `to` blocks `from`. */
export async function standing(
  db: Executor,
  from: string,
  to: string,
): Promise<{ relation: Relation; isBlockedBy: boolean }> {
  const [row] = await db.rows<{ status: string | null; asked: boolean | null; blocks: boolean; blocked: boolean }>(sql`
    SELECT f.status, f.user_id = ${from}::uuid AS asked,
      EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${from} AND blocked_id = ${to}) AS blocks,
      EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${to} AND blocked_id = ${from}) AS blocked
    FROM (SELECT 1) AS one LEFT JOIN friends f
      ON least(f.user_id, f.friend_id) = least(${from}::uuid, ${to}::uuid) AND greatest(f.user_id, f.friend_id) = greatest(${from}::uuid, ${to}::uuid)`);
  if (row!.blocks) return { relation: 'blocked', isBlockedBy: row!.blocked };
  const relation =
    row!.status === null ? 'none' : row!.status === 'accepted' ? 'friends' : row!.asked ? 'sent' : 'received';
  return { relation, isBlockedBy: row!.blocked };
}

/** Writes a request. The caller holds the pair. */
export async function insertRequest(tx: Tx, row: { id: string; from: string; to: string; at: Date }): Promise<void> {
  await tx.rows(sql`
    INSERT INTO friends (id, user_id, friend_id, status, created_at, since) VALUES (${row.id}, ${row.from}, ${row.to}, 'pending', ${row.at}, ${row.at})`);
}

/** Makes a request of `from` to `to` a friendship. @returns whether there was one. */
export async function acceptRequest(tx: Tx, from: string, to: string, at: Date): Promise<boolean> {
  const rows = await tx.rows(sql`
    UPDATE friends SET status = 'accepted', since = ${at} WHERE user_id = ${from} AND friend_id = ${to} AND status = 'pending' RETURNING id`);
  return rows.length > 0;
}

/** Deletes a request of `from` to `to`. @returns whether there was one. */
export async function deleteRequest(tx: Tx, from: string, to: string): Promise<boolean> {
  const rows = await tx.rows(
    sql`DELETE FROM friends WHERE user_id = ${from} AND friend_id = ${to} AND status = 'pending' RETURNING id`,
  );
  return rows.length > 0;
}

/** Deletes the relation of two members. @param status only a row of this status. @returns whether they were friends. */
export async function deleteBetween(tx: Tx, one: string, other: string, status?: 'accepted'): Promise<boolean> {
  const rows = await tx.rows<{ status: string }>(sql`
    DELETE FROM friends WHERE ((user_id = ${one} AND friend_id = ${other}) OR (user_id = ${other} AND friend_id = ${one}))
      ${status === undefined ? sql`` : sql`AND status = ${status}`} RETURNING status`);
  return rows.some((row) => row.status === 'accepted');
}

/** Writes or lifts a block and keeps `has_blocks` of both. The caller holds the pair. */
export async function setBlock(tx: Tx, blocker: string, blocked: string, at: Date | null): Promise<void> {
  await tx.rows(
    at === null
      ? sql`DELETE FROM blocks WHERE blocker_id = ${blocker} AND blocked_id = ${blocked}`
      : sql`INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (${blocker}, ${blocked}, ${at}) ON CONFLICT DO NOTHING`,
  );
  await countBlocks(tx, [blocker, blocked]);
}

async function countBlocks(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`
    UPDATE profiles p SET has_blocks = EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = p.id) OR EXISTS (SELECT 1 FROM blocks b WHERE b.blocked_id = p.id)
    WHERE p.id = ANY(${[...ids]}::uuid[])`);
}

/** One list of a member, newest first. */
export async function lines(
  db: Executor,
  profileId: string,
  list: 'friends' | 'pending' | 'sent' | 'blocked',
  after: LineKey | null,
  limit: number,
): Promise<LineRow[]> {
  const side = (mine: string, theirs: string, status: string): SQL => sql`
    (SELECT id AS row_id, ${sql.raw(theirs)} AS other_id, since FROM friends WHERE ${sql.raw(mine)} = ${profileId} AND status = ${status}
      ${after === null ? sql`` : sql`AND (since, id) < (${after.at}::timestamptz, ${after.id}::uuid)`} ORDER BY since DESC, id DESC LIMIT ${limit})`;
  const rows: SQL = {
    friends: () =>
      sql`${side('user_id', 'friend_id', 'accepted')} UNION ALL ${side('friend_id', 'user_id', 'accepted')}`,
    pending: () => side('friend_id', 'user_id', 'pending'),
    sent: () => side('user_id', 'friend_id', 'pending'),
    blocked: () => sql`
      SELECT blocked_id AS row_id, blocked_id AS other_id, created_at AS since FROM blocks WHERE blocker_id = ${profileId}
      ${after === null ? sql`` : sql`AND (created_at, blocked_id) < (${after.at}::timestamptz, ${after.id}::uuid)`}`,
  }[list]();
  return await db.rows<LineRow>(sql`
    SELECT l.row_id, l.since, ${personColumns} FROM (${rows}) l JOIN profiles p ON p.id = l.other_id
    ORDER BY l.since DESC, l.row_id DESC LIMIT ${limit}`);
}

/** How many lines each list has. */
export async function counts(
  db: Executor,
  profileId: string,
): Promise<{ friends: number; pending: number; sent: number; blocked: number }> {
  const [row] = await db.rows<{ friends: number; pending: number; sent: number; blocked: number }>(sql`
    SELECT (SELECT count(*)::int FROM friends WHERE user_id = ${profileId} AND status = 'accepted') + (SELECT count(*)::int FROM friends WHERE friend_id = ${profileId} AND status = 'accepted') AS friends,
      (SELECT count(*)::int FROM friends WHERE friend_id = ${profileId} AND status = 'pending') AS pending,
      (SELECT count(*)::int FROM friends WHERE user_id = ${profileId} AND status = 'pending') AS sent,
      (SELECT count(*)::int FROM blocks WHERE blocker_id = ${profileId}) AS blocked`);
  return row!;
}

/** The fewest characters that the index of parts of names finds; shorter texts are looked for at the beginning. */
const PART = 3;
/** Rows that are read, so that a common part of names costs no more than a rare one. */
const CANDIDATES = 500;
/** Sorts after every other character. */
const LAST = '\u{10FFFF}';

/**
 * Members without any relation to a member, by a part of the username or the display name: those whose names begin so
 * first, in the order of usernames.
 * @param sought as `displayNameKey` makes it
 */
export async function searchStrangers(
  db: Executor,
  profileId: string,
  sought: string,
  limit: number,
): Promise<(PersonColumns & { person_id: string })[]> {
  const part = `%${sought.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const begins = (column: SQL): SQL => sql`${column} ~>=~ ${sought} AND ${column} ~<~ ${sought + LAST}`;
  const stranger = sql`p.id <> ${profileId} AND p.user_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM friends f WHERE f.user_id = ${profileId} AND f.friend_id = p.id)
      AND NOT EXISTS (SELECT 1 FROM friends f WHERE f.friend_id = ${profileId} AND f.user_id = p.id)
      AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = ${profileId} AND b.blocked_id = p.id)
      AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocked_id = ${profileId} AND b.blocker_id = p.id)`;
  const walk = (column: SQL): SQL =>
    sql`(SELECT p.id FROM profiles p WHERE ${begins(column)} AND ${stranger} ORDER BY ${column} USING ~<~ LIMIT ${limit})`;
  const parts =
    sought.length < PART
      ? sql``
      : sql` UNION (SELECT p.id FROM profiles p WHERE (p.username || ' ' || p.display_name_key) LIKE ${part} AND ${stranger} LIMIT ${CANDIDATES})`;
  return await db.rows(sql`
    SELECT ${personColumns} FROM (${walk(sql.raw('p.username'))} UNION ${walk(sql.raw('p.display_name_key'))}${parts}) found
    JOIN profiles p ON p.id = found.id
    ORDER BY NOT starts_with(p.username, ${sought}), NOT starts_with(p.display_name_key, ${sought}), p.username USING ~<~
    LIMIT ${limit}`);
}

/**
 * Members whom a writer may mention: friends first, then some of a thread, then all others. Names begin with the text, or
 * a word of the display name does.
 * @param sought as `displayNameKey` makes it; empty for friends and `near` alone
 * @param near profile ids
 */
export async function mentionable(
  db: Executor,
  { profileId }: Viewer,
  sought: string,
  near: readonly string[],
  now: Date,
  limit: number,
): Promise<(PersonColumns & { person_id: string })[]> {
  const begins = (column: SQL): SQL => sql`${column} ~>=~ ${sought} AND ${column} ~<~ ${sought + LAST}`;
  const others = (column: SQL): SQL =>
    sql` UNION ALL (SELECT p.id, 2 FROM profiles p WHERE ${begins(column)} ORDER BY ${column} USING ~<~ LIMIT ${CANDIDATES})`;
  const columns = [sql.raw('p.username'), sql.raw('p.display_name_key')];
  return await db.rows(sql`
    SELECT ${personColumns} FROM (
      SELECT id, min(rank) AS rank FROM (
        SELECT friend_id AS id, 0 AS rank FROM friends WHERE user_id = ${profileId} AND status = 'accepted'
        UNION ALL SELECT user_id, 0 FROM friends WHERE friend_id = ${profileId} AND status = 'accepted'
        UNION ALL SELECT unnest(${[...near]}::uuid[]), 1${sought === '' ? sql`` : sql.join(columns.map(others), sql``)}
      ) AS known GROUP BY id) AS found
    JOIN profiles p ON p.id = found.id
    WHERE p.id <> ${profileId} AND p.user_id IS NOT NULL AND (p.suspended_until IS NULL OR p.suspended_until <= ${now})
      AND (starts_with(p.username, ${sought}) OR starts_with(p.display_name_key, ${sought}) OR strpos(p.display_name_key, ${` ${sought}`}) > 0)
      ${unblockedPair(sql`${profileId}::uuid`, sql`p.id`)}
    ORDER BY found.rank, NOT starts_with(p.username, ${sought}), p.username USING ~<~
    LIMIT ${limit}`);
}

/** The newest friends of a member that this reader may see. */
export async function friendsOf(
  db: Executor,
  profileId: string,
  viewer: Viewer | null,
  limit: number,
): Promise<LineRow[]> {
  const side = (mine: string, theirs: string): SQL => sql`
    (SELECT id AS row_id, ${sql.raw(theirs)} AS other_id, since FROM friends WHERE ${sql.raw(mine)} = ${profileId} AND status = 'accepted'
      ${unblockedOnly(viewer, sql.raw(theirs))} ORDER BY since DESC, id DESC LIMIT ${limit})`;
  return await db.rows<LineRow>(sql`
    SELECT l.row_id, l.since, ${personColumns} FROM (${side('user_id', 'friend_id')} UNION ALL ${side('friend_id', 'user_id')}) l
    JOIN profiles p ON p.id = l.other_id ORDER BY l.since DESC, l.row_id DESC LIMIT ${limit}`);
}

/** Everything between a member and others, for their data export. */
export async function exportRelations(db: Executor, profileId: string): Promise<Record<string, unknown[]>> {
  return {
    friends: await db.rows(sql`
      SELECT p.username, f.status, f.user_id = ${profileId}::uuid AS asked_by_me, f.created_at, f.since FROM friends f
      JOIN profiles p ON p.id = CASE WHEN f.user_id = ${profileId}::uuid THEN f.friend_id ELSE f.user_id END
      WHERE f.user_id = ${profileId} OR f.friend_id = ${profileId} ORDER BY f.created_at`),
    // Who blocks the member is the others' secret.
    blocks: await db.rows(sql`
      SELECT p.username, b.created_at FROM blocks b JOIN profiles p ON p.id = b.blocked_id WHERE b.blocker_id = ${profileId} ORDER BY b.created_at`),
  };
}

/** A member leaves: nothing of theirs stays in others' lists. @returns whose lists have changed. */
export async function eraseRelations(tx: Tx, profileId: string): Promise<string[]> {
  const gone = await tx.rows<{ user_id: string; friend_id: string }>(
    sql`DELETE FROM friends WHERE user_id = ${profileId} OR friend_id = ${profileId} RETURNING user_id, friend_id`,
  );
  const lifted = await tx.rows<{ blocker_id: string; blocked_id: string }>(
    sql`DELETE FROM blocks WHERE blocker_id = ${profileId} OR blocked_id = ${profileId} RETURNING blocker_id, blocked_id`,
  );
  const blockSides = lifted.flatMap((row) => [row.blocker_id, row.blocked_id]);
  if (blockSides.length > 0) {
    await tx.rows(sql`SELECT id FROM profiles WHERE id = ANY(${blockSides}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
    await countBlocks(tx, blockSides);
  }
  const all = [...gone.flatMap((row) => [row.user_id, row.friend_id]), ...blockSides];
  return [...new Set(all)].filter((id) => id !== profileId);
}

/** How many members ask for a member's friendship. */
export async function pendingCount(db: Executor, profileId: string): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM friends WHERE friend_id = ${profileId} AND status = 'pending'`,
  );
  return row?.count ?? 0;
}
