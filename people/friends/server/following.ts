import type { Context } from '#platform/server/context.ts';
import { type PersonColumns, personColumns } from '#people/profiles/server/store.ts';
import { friends } from '#people/friends/contract/limits.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { LineKey } from './store.ts';
import { lockPair, standing } from './store.ts';

/** Changes how many follow members, and whom they follow, beside rows that came or went. */
async function count(tx: Tx, rows: readonly { follower_id: string; followed_id: string }[], by: 1 | -1): Promise<void> {
  if (rows.length === 0) return;
  const [followers, followed] = [rows.map((row) => row.follower_id), rows.map((row) => row.followed_id)];
  await tx.rows(sql`
    UPDATE profiles p SET following_count = greatest(0, following_count + ${by} * c.n) FROM (
      SELECT id, count(*)::int AS n FROM unnest(${followers}::uuid[]) AS id GROUP BY id) c WHERE p.id = c.id`);
  await tx.rows(sql`
    UPDATE profiles p SET follower_count = greatest(0, follower_count + ${by} * c.n) FROM (
      SELECT id, count(*)::int AS n FROM unnest(${followed}::uuid[]) AS id GROUP BY id) c WHERE p.id = c.id`);
}

/**
 * Follows a member, without asking them; idempotent.
 * @returns how many follow them now
 * @throws {Refusal} `profile_not_found` (also for who blocks the follower), `own_profile`, `member_blocked`, `following_many`
 */
export async function follow(ctx: Context, follower: string, followed: string): Promise<number> {
  if (follower === followed) throw new Refusal('own_profile');
  return await ctx.db.tx(async (tx) => {
    if (!(await lockPair(tx, follower, followed))) throw new Refusal('profile_not_found');
    const { relation, isBlockedBy } = await standing(tx, follower, followed);
    if (relation === 'blocked') throw new Refusal('member_blocked');
    if (isBlockedBy) throw new Refusal('profile_not_found');
    const [mine] = await tx.rows<{ following_count: number }>(
      sql`SELECT following_count FROM profiles WHERE id = ${follower}`,
    );
    if (mine!.following_count >= friends.followingMax) throw new Refusal('following_many');
    const rows = await tx.rows<{ follower_id: string; followed_id: string }>(sql`
      INSERT INTO follows (follower_id, followed_id, created_at) VALUES (${follower}, ${followed}, ${ctx.clock.now()})
      ON CONFLICT DO NOTHING RETURNING follower_id, followed_id`);
    await count(tx, rows, 1);
    tx.afterCommit(() => ctx.pages.drop());
    return (await followCounts(tx, followed)).followers;
  });
}

/** Follows a member no more. @returns how many follow them now */
export async function unfollow(ctx: Context, follower: string, followed: string): Promise<number> {
  return await ctx.db.tx(async (tx) => {
    await lockPair(tx, follower, followed);
    const rows = await tx.rows<{ follower_id: string; followed_id: string }>(sql`
      DELETE FROM follows WHERE follower_id = ${follower} AND followed_id = ${followed} RETURNING follower_id, followed_id`);
    await count(tx, rows, -1);
    tx.afterCommit(() => ctx.pages.drop());
    return (await followCounts(tx, followed)).followers;
  });
}

/** A block ends following in both directions. The caller holds the pair. */
export async function endFollowing(tx: Tx, one: string, other: string): Promise<void> {
  const rows = await tx.rows<{ follower_id: string; followed_id: string }>(sql`
    DELETE FROM follows WHERE (follower_id = ${one} AND followed_id = ${other}) OR (follower_id = ${other} AND followed_id = ${one})
    RETURNING follower_id, followed_id`);
  await count(tx, rows, -1);
}

/** A member leaves: they follow nobody, and nobody follows them. */
export async function eraseFollowing(tx: Tx, profileId: string): Promise<void> {
  await tx.rows(sql`
    SELECT id FROM profiles WHERE id IN (
      SELECT followed_id FROM follows WHERE follower_id = ${profileId} UNION SELECT follower_id FROM follows WHERE followed_id = ${profileId})
    ORDER BY id FOR NO KEY UPDATE`);
  const rows = await tx.rows<{ follower_id: string; followed_id: string }>(sql`
    DELETE FROM follows WHERE follower_id = ${profileId} OR followed_id = ${profileId} RETURNING follower_id, followed_id`);
  await count(tx, rows, -1);
}

/** How many follow a member, and whom they follow. */
export async function followCounts(db: Executor, profileId: string): Promise<{ followers: number; following: number }> {
  const [row] = await db.rows<{ followers: number; following: number }>(
    sql`SELECT follower_count AS followers, following_count AS following FROM profiles WHERE id = ${profileId}`,
  );
  return row ?? { followers: 0, following: 0 };
}

/** Whether one member follows another. */
export async function isFollowing(db: Executor, follower: string, followed: string): Promise<boolean> {
  const rows = await db.rows(sql`SELECT 1 FROM follows WHERE follower_id = ${follower} AND followed_id = ${followed}`);
  return rows.length > 0;
}

/** Whom a member follows, the newest first. */
export async function followedBy(
  db: Executor,
  follower: string,
  after: LineKey | null,
  limit: number,
): Promise<(PersonColumns & { person_id: string; since: Date })[]> {
  const key =
    after === null ? sql`` : sql` AND (f.created_at, f.followed_id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  return await db.rows<PersonColumns & { person_id: string; since: Date }>(sql`
    SELECT f.created_at AS since, ${personColumns} FROM follows f JOIN profiles p ON p.id = f.followed_id
    WHERE f.follower_id = ${follower}${key} ORDER BY f.created_at DESC, f.followed_id DESC LIMIT ${limit}`);
}

/** Whom a member follows, for their data export. Who follows them is the others' choice. */
export async function exportFollowing(db: Executor, profileId: string): Promise<Record<string, unknown[]>> {
  return {
    following: await db.rows(sql`
      SELECT p.username, f.created_at FROM follows f JOIN profiles p ON p.id = f.followed_id
      WHERE f.follower_id = ${profileId} ORDER BY f.created_at`),
  };
}
