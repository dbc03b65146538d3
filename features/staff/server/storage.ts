import { operations } from '#features/staff/contract/operation-limits.ts';
import type { Reply } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import { unknownPerson } from '#people/profiles/server/rules.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { lastBackup, lastBackupTrial } from '#platform/server/backups/backup-mark.ts';
import { sql } from '#platform/server/db/database.ts';
import { dayOf } from './days.ts';
import { diskOf } from './overview.ts';
import type { StoredFigures } from './tables.ts';

const DAY_MS = 86_400_000;

interface FigureRow {
  readonly part: 'originals' | 'derived' | 'reclaimable';
  readonly name: string;
  readonly bytes: number;
  readonly files: number;
}

const figuresOf = (rows: readonly FigureRow[], part: FigureRow['part']): StoredFigures =>
  Object.fromEntries(rows.filter((row) => row.part === part).map(({ name, bytes, files }) => [name, { bytes, files }]));

/**
 * Measures what the site stores, from its rows: the day's figures, and the members whose files take most. Reads every file's
 * row once, which takes seconds with millions of them.
 */
export async function measureStorage(ctx: Context): Promise<void> {
  const at = ctx.clock.now();
  const rows = await ctx.db.rows<FigureRow>(sql`
    SELECT 'originals' AS part, kind AS name, sum(bytes)::float8 AS bytes, count(*)::int AS files FROM files WHERE state = 'claimed' GROUP BY kind
    UNION ALL SELECT 'derived', f.kind, sum(r.bytes)::float8, count(*)::int FROM file_renditions r JOIN files f ON f.id = r.file_id GROUP BY f.kind
    UNION ALL SELECT 'reclaimable', state, sum(bytes)::float8, count(*)::int FROM files WHERE state IN ('staged', 'removed') GROUP BY state
    UNION ALL SELECT 'reclaimable', 'failed', sum(bytes)::float8, count(*)::int FROM files WHERE state = 'claimed' AND processing = 'failed' HAVING count(*) > 0
    UNION ALL SELECT 'reclaimable', 'transfers', sum(length)::float8, count(*)::int FROM file_uploads HAVING count(*) > 0`);
  const [size] = await ctx.db.rows<{ bytes: number }>(
    sql`SELECT pg_database_size(current_database())::float8 AS bytes`,
  );
  await ctx.db.tx(async (tx) => {
    await tx.rows(sql`
      INSERT INTO storage_days (day, database_bytes, originals, derived, reclaimable, measured_at)
      VALUES (${dayOf(at)}::date, ${size!.bytes}::bigint, ${JSON.stringify(figuresOf(rows, 'originals'))}::jsonb,
        ${JSON.stringify(figuresOf(rows, 'derived'))}::jsonb, ${JSON.stringify(figuresOf(rows, 'reclaimable'))}::jsonb, ${at}::timestamptz)
      ON CONFLICT (day) DO UPDATE SET database_bytes = excluded.database_bytes, originals = excluded.originals, derived = excluded.derived,
        reclaimable = excluded.reclaimable, measured_at = excluded.measured_at`);
    await tx.rows(sql`DELETE FROM storage_members`);
    await tx.rows(sql`
      INSERT INTO storage_members (profile_id, bytes, files)
      SELECT f.owner_id, sum(f.bytes)::bigint, count(*)::int FROM files f JOIN profiles p ON p.id = f.owner_id
      WHERE f.state <> 'removed' AND p.user_id IS NOT NULL GROUP BY f.owner_id
      ORDER BY sum(f.bytes) DESC, f.owner_id LIMIT ${operations.largestMembers}`);
  });
}

interface DayRow {
  readonly day: string;
  readonly database_bytes: number;
  readonly originals: StoredFigures;
  readonly derived: StoredFigures;
  readonly reclaimable: StoredFigures;
  readonly measured_at: Date;
}

const sumOf = (figures: StoredFigures): number => Object.values(figures).reduce((sum, { bytes }) => sum + bytes, 0);
const listOf = (figures: StoredFigures) =>
  Object.entries(figures)
    .map(([name, { bytes, files }]) => ({ name, bytes, files }))
    .toSorted((one, other) => other.bytes - one.bytes);

/** The tab Storage: what the job has measured last, and the disk now. */
export async function readStorage(ctx: Context): Promise<Reply<'GET /staff/storage'>> {
  const since = dayOf(new Date(ctx.clock.now().getTime() - (operations.storageDays - 1) * DAY_MS));
  const [days, members, disk, backup, restoreTest] = await Promise.all([
    ctx.db.rows<DayRow>(sql`
      SELECT day::text AS day, database_bytes::float8 AS database_bytes, originals, derived, reclaimable, measured_at
      FROM storage_days WHERE day >= ${since}::date ORDER BY day`),
    ctx.db.rows<{ profile_id: string; bytes: number; files: number }>(
      sql`SELECT profile_id, bytes::float8 AS bytes, files FROM storage_members ORDER BY bytes DESC, profile_id`,
    ),
    diskOf(ctx.config.dataDir),
    lastBackup(ctx.config.dataDir),
    lastBackupTrial(ctx.config.dataDir),
  ]);
  const people = await peopleById(
    ctx.db,
    members.map((member) => member.profile_id),
  );
  const last = days.at(-1);
  return {
    measured: last
      ? {
          at: last.measured_at.toISOString(),
          database: last.database_bytes,
          originals: listOf(last.originals),
          derived: listOf(last.derived),
          reclaimable: listOf(last.reclaimable),
        }
      : null,
    days: days.map((day) => ({
      day: day.day,
      bytes: day.database_bytes + sumOf(day.originals) + sumOf(day.derived),
    })),
    members: members.map((member) => ({
      id: member.profile_id,
      person: people.get(member.profile_id) ?? unknownPerson,
      bytes: member.bytes,
      files: member.files,
    })),
    disk,
    isBucket: ctx.config.s3 !== null,
    backup,
    restoreTest,
  };
}
