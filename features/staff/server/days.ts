import { contentTypes } from '#content/core/server/type.ts';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';

const DAY_MS = 86_400_000;
/** Days that are counted again where one is missing, and that the Overview shows. */
export const OVERVIEW_DAYS = 30;

/** The UTC day of a timestamp: `2026-11-23`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The smallest id of that millisecond: ids begin with their time, so that a range of them is read from the primary key. */
function firstId(day: string): string {
  const hex = new Date(day).getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const nextDay = (day: string): string => dayOf(new Date(new Date(day).getTime() + DAY_MS));

const countOf = (table: string, more = ''): SQL =>
  sql`(SELECT count(*) FROM ${sql.raw(table)} t WHERE t.id >= d.from_id AND t.id < d.until_id${sql.raw(more)})::int`;

/** Counts days and stores their figures, in one statement of index ranges. */
async function countDays(db: Executor, days: readonly string[], at: Date): Promise<void> {
  const posts = sql.join(
    contentTypes().map(({ table }) => countOf(table)),
    sql` + `,
  );
  await db.rows(sql`
    INSERT INTO site_days (day, sign_ups, active, posts, plays, counted_at)
    SELECT d.day, ${countOf('users')}, ${countOf('ledger_entries', " AND t.kind = 'daily_visit'")}, ${posts}, ${countOf('plays', ' AND t.counted_at IS NOT NULL')}, ${at}::timestamptz
    FROM unnest(${[...days]}::date[], ${days.map((day) => firstId(day))}::uuid[], ${days.map((day) => firstId(nextDay(day)))}::uuid[]) AS d (day, from_id, until_id)
    ON CONFLICT (day) DO UPDATE SET sign_ups = excluded.sign_ups, active = excluded.active, posts = excluded.posts,
      plays = excluded.plays, counted_at = excluded.counted_at`);
}

/** Counts today, yesterday, and what is missing of the days before. */
export async function countRecentDays(db: Executor, now: Date): Promise<void> {
  const days = Array.from({ length: OVERVIEW_DAYS }, (_, ago) => dayOf(new Date(now.getTime() - ago * DAY_MS)));
  const known = await db.rows<{ day: string }>(
    sql`SELECT day::text AS day FROM site_days WHERE day >= ${days.at(-1)!}::date`,
  );
  const counted = new Set(known.map((row) => row.day));
  await countDays(
    db,
    days.filter((day, ago) => ago < 2 || !counted.has(day)),
    now,
  );
}

/** Figures of a day as stored. */
export interface DayRow {
  readonly day: string;
  readonly sign_ups: number;
  readonly active: number;
  readonly posts: number;
  readonly plays: number;
  readonly counted_at: Date;
}

/** The stored days of the Overview, oldest first. */
export async function recentDays(db: Executor, now: Date): Promise<DayRow[]> {
  const first = dayOf(new Date(now.getTime() - (OVERVIEW_DAYS - 1) * DAY_MS));
  return await db.rows<DayRow>(sql`
    SELECT day::text AS day, sign_ups, active, posts, plays, counted_at FROM site_days WHERE day >= ${first}::date ORDER BY day`);
}
