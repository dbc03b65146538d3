import { statfs } from 'node:fs/promises';
import type { Reply } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { dayOf, recentDays } from './days.ts';
import { tabCounts } from './store.ts';
import { newerVersion } from './updates.ts';

const DAY_MS = 86_400_000;
/** Days for which broken checks are shown. */
const BROKEN_DAYS = 7;

/** Free and whole size of the disk of the data folder, in bytes; null where the system does not say. */
export async function diskOf(folder: string): Promise<{ free: number; total: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    // The figure is missing then; the rest of the page is not.
    return null;
  }
}

/** The Overview: figures by day as a job has counted them, and the state of the queue, the disk and the checks now. */
export async function readOverview(ctx: Context): Promise<Reply<'GET /staff/overview'>> {
  const now = ctx.clock.now();
  const since = dayOf(new Date(now.getTime() - (BROKEN_DAYS - 1) * DAY_MS));
  const [days, counts, oldest, broken, disk] = await Promise.all([
    recentDays(ctx.db, now),
    tabCounts(ctx.db),
    // One look at the index for each priority.
    ctx.db.rows<{ at: Date | null }>(sql`
      SELECT min(o.created_at) AS at FROM generate_series(1, 9) p CROSS JOIN LATERAL (
        SELECT created_at FROM queue_items WHERE state = 'open' AND priority = p::smallint ORDER BY created_at, id LIMIT 1) o`),
    ctx.db.rows<{ name: string; count: number; last_at: Date }>(sql`
      SELECT name, sum(count)::int AS count, max(last_at) AS last_at FROM broken_checks WHERE day >= ${since}::date GROUP BY name ORDER BY name`),
    diskOf(ctx.config.dataDir),
  ]);
  return {
    days: days.map(({ day, sign_ups: signUps, active, posts, plays }) => ({ day, signUps, active, posts, plays })),
    countedAt: days.at(-1)?.counted_at.toISOString() ?? null,
    queue: { open: counts.queue, oldestAt: oldest[0]?.at?.toISOString() ?? null },
    disk,
    brokenChecks: broken.map((row) => ({ name: row.name, count: row.count, lastAt: row.last_at.toISOString() })),
    newerVersion: newerVersion(ctx),
  };
}
