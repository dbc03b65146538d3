import { type LeaderboardPeriod, people } from '#people/community/contract/limits.ts';
import { type XpPeriod, periodStart } from '#people/ledger/server/rules.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { type MemberRow, memberColumns } from './members-store.ts';

/** A line of a board: a member with what they earned in its time. */
export interface BoardRow extends MemberRow {
  readonly earned: number;
}

const BOARD = sql.raw(String(people.leaderboard));
const FARTHEST = sql.raw(String(people.ownPlaceMax));

/** Rows of one month or week, as SQL. The start is its own first condition of the board's index. */
const ofPeriod = (period: XpPeriod, at: Date): SQL =>
  sql`x.period = ${period} AND x.starts_on = ${periodStart(period, at)}::date`;

/** The members with the most XP of all time, of this month or of this week; nobody who earned nothing. */
export async function board(
  db: Executor,
  viewer: Viewer | null,
  period: LeaderboardPeriod,
  at: Date,
): Promise<BoardRow[]> {
  if (period === 'all')
    return await db.rows<BoardRow>(sql`
      SELECT ${memberColumns}, p.xp AS earned FROM profiles p
      WHERE p.user_id IS NOT NULL AND p.xp > 0${unblockedOnly(viewer, sql.raw('p.id'))} ORDER BY p.xp DESC, p.id DESC LIMIT ${BOARD}`);
  return await db.rows<BoardRow>(sql`
    SELECT ${memberColumns}, b.xp AS earned
    FROM (SELECT x.profile_id, x.xp FROM xp_periods x
        WHERE ${ofPeriod(period, at)} AND x.xp > 0${unblockedOnly(viewer, sql.raw('x.profile_id'))}
        ORDER BY x.xp DESC, x.profile_id DESC LIMIT ${BOARD}) b
      JOIN profiles p ON p.id = b.profile_id ORDER BY b.xp DESC, p.id DESC`);
}

/** A member's XP in a board's time and how many stand before them; null from `ownPlaceMax` on, which is not counted. */
export async function ownLine(
  db: Executor,
  viewer: Viewer,
  period: LeaderboardPeriod,
  at: Date,
): Promise<{ xp: number; before: number | null }> {
  const xp = period === 'all' ? viewer.xp : await earnedIn(db, viewer.profileId, period, at);
  if (xp <= 0) return { xp: Math.max(0, xp), before: null };
  const key = sql`(${xp}::int, ${viewer.profileId}::uuid)`;
  const ahead =
    period === 'all'
      ? sql`SELECT 1 FROM profiles p WHERE p.user_id IS NOT NULL AND (p.xp, p.id) > ${key}${unblockedOnly(viewer, sql.raw('p.id'))}
          ORDER BY p.xp DESC, p.id DESC LIMIT ${FARTHEST}`
      : sql`SELECT 1 FROM xp_periods x WHERE ${ofPeriod(period, at)} AND (x.xp, x.profile_id) > ${key}${unblockedOnly(viewer, sql.raw('x.profile_id'))}
          ORDER BY x.xp DESC, x.profile_id DESC LIMIT ${FARTHEST}`;
  const [row] = await db.rows<{ before: number }>(sql`SELECT count(*)::int AS before FROM (${ahead}) AS ahead`);
  return { xp, before: row!.before >= people.ownPlaceMax ? null : row!.before };
}

async function earnedIn(db: Executor, profileId: string, period: XpPeriod, at: Date): Promise<number> {
  const [row] = await db.rows<{ xp: number }>(
    sql`SELECT x.xp FROM xp_periods x WHERE ${ofPeriod(period, at)} AND x.profile_id = ${profileId}`,
  );
  return row?.xp ?? 0;
}
