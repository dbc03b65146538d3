import type { Statistics } from '#people/community/contract/endpoints.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import { isSpecial, isStaffRow } from './members-store.ts';

/** The counts as last counted; zeros before the first time. */
export async function statistics(db: Executor): Promise<Statistics> {
  const [row] = await db.rows<Omit<Statistics, 'xp' | 'specialRoles' | 'averageXp'> & { special: number; xp: string }>(
    sql`SELECT members, staff, special_roles AS special, posts, replies, xp,
      (SELECT count(*)::int FROM listening_parties WHERE is_active AND (starts_at IS NULL OR starts_at <= now())) AS parties
      FROM site_statistics WHERE id = 1`,
  );
  if (!row) return { members: 0, staff: 0, specialRoles: 0, xp: 0, averageXp: 0, posts: 0, replies: 0, parties: 0 };
  const xp = Number(row.xp);
  return {
    members: row.members,
    staff: row.staff,
    specialRoles: row.special,
    xp,
    averageXp: row.members === 0 ? 0 : Math.round(xp / row.members),
    posts: row.posts,
    replies: row.replies,
    parties: row.parties,
  };
}

/** Counts again. */
export async function countStatistics(db: Executor, at: Date): Promise<void> {
  const started = performance.now();
  const [counted] = await db.rows<{
    members: number;
    staff: number;
    special: number;
    xp: string;
    posts: number;
    replies: number;
  }>(sql`
    SELECT m.members, m.staff, m.special, m.xp, (SELECT count(*)::int FROM forum_posts WHERE state = 'published') AS posts,
      (SELECT count(*)::int FROM post_replies WHERE state = 'published') AS replies
    FROM (SELECT count(*)::int AS members, count(*) FILTER (WHERE ${isStaffRow})::int AS staff, count(*) FILTER (WHERE ${isSpecial})::int AS special,
      coalesce(sum(p.xp), 0) AS xp FROM profiles p WHERE p.user_id IS NOT NULL) AS m`);
  const took = Math.ceil(performance.now() - started);
  await db.rows(sql`
    INSERT INTO site_statistics (id, members, staff, special_roles, posts, replies, xp, counted_at, took_ms)
    VALUES (1, ${counted!.members}, ${counted!.staff}, ${counted!.special}, ${counted!.posts}, ${counted!.replies}, ${counted!.xp}::bigint, ${at}::timestamptz, ${took})
    ON CONFLICT (id) DO UPDATE SET members = excluded.members, staff = excluded.staff, special_roles = excluded.special_roles, posts = excluded.posts,
      replies = excluded.replies, xp = excluded.xp, counted_at = excluded.counted_at, took_ms = excluded.took_ms`);
}

/** A count that takes longer is slow, and of the time at most the hundredth part goes into slow ones. */
const SLOW_MS = 300;
const SHARE = 100;

/** Counts again, unless the last count was slow and recent. @returns whether it counted. */
export async function countWhenDue(db: Executor, at: Date): Promise<boolean> {
  const [last] = await db.rows<{ counted_at: Date; took_ms: number }>(
    sql`SELECT counted_at, took_ms FROM site_statistics WHERE id = 1`,
  );
  const ageMs = last ? at.getTime() - last.counted_at.getTime() : 0;
  if (last && last.took_ms > SLOW_MS && ageMs < last.took_ms * SHARE) return false;
  await countStatistics(db, at);
  return true;
}

/** Whether anything was ever counted. */
export async function hasStatistics(db: Executor): Promise<boolean> {
  return (await db.rows(sql`SELECT 1 FROM site_statistics`)).length > 0;
}
