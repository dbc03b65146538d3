import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { media } from '#content/media/contract/limits.ts';
import { BACKUP_LOCK } from '#platform/server/backups/backup-mark.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { isId } from '#platform/server/ids.ts';
import { buckets } from './rules.ts';
import { renditionsFolder } from './archives/renditions.ts';
import { forgetServed } from './served-ranges.ts';
import { knownKeys, markRemoved } from './store.ts';
import { discardTransfer, finishTransfer, receivedBytes, transfersFolder } from './transfers/transfers.ts';
import { type TransferRow, expiredTransfers, knownTransfers } from './transfers/transfers-store.ts';

const HOUR = 3_600_000;
/** Hours after which what no row knows is nobody's: longer than any write takes. */
const ORPHAN_HOURS = 24;
/** Keys that are asked for at once. */
const BATCH = 500;

/** Removes files that nothing used within a day, expired transfers, and the content of removed files. */
export async function cleanFiles(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await markRemoved(ctx.db, sql`state = 'staged' AND created_at < ${before(now, media.stagedHours)}`, now);
  for (;;) {
    const expired = await expiredTransfers(ctx.db, now);
    for (const transfer of expired) await endTransfer(ctx, transfer);
    if (expired.length === 0) break;
  }
  await removeContents(ctx);
  await forgetServed(ctx.db, before(now, 24));
  await sweepFolder(transfersFolder(ctx), before(new Date(), ORPHAN_HOURS), (names) =>
    knownTransfers(ctx.db, names.filter(isId)),
  );
  // By the machine's time, as files have it: what has no archive any more goes at once.
  await sweepFolder(renditionsFolder(ctx), new Date(), (names) => presentFiles(ctx, names.filter(isId)));
  await sweepFolder(path.join(ctx.config.dataDir, 'work'), before(new Date(), 2), async () => new Set());
}

/** An expired transfer goes; one whose bytes had all arrived when the storage failed becomes the file that it is. */
async function endTransfer(ctx: Context, transfer: TransferRow): Promise<void> {
  try {
    if ((await receivedBytes(ctx, transfer)) === transfer.length) return await finishTransfer(ctx, transfer.id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  await discardTransfer(ctx, transfer);
}

function before(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * HOUR);
}

/**
 * Takes removed files out of the storage, and their rows last: what is cut off goes on with the next run. None while a
 * backup is made: the rows that it has read may still name them.
 */
async function removeContents(ctx: Context): Promise<void> {
  for (;;) {
    const rows = await ctx.db.rows<{ id: string; keys: string[] }>(sql`
      WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock_shared(hashtextextended(${BACKUP_LOCK}, 0)) AS taken)
      SELECT f.id, array_prepend(f.key, array(SELECT r.key FROM file_renditions r WHERE r.file_id = f.id)) AS keys
      FROM files f CROSS JOIN turn WHERE turn.taken AND f.state = 'removed' ORDER BY f.removed_at LIMIT 200`);
    if (rows.length === 0) return;
    for (const row of rows) for (const key of row.keys) await ctx.storage.remove(key);
    const ids = rows.map((row) => row.id);
    await ctx.db.tx(async (tx) => {
      await tx.rows(sql`DELETE FROM file_renditions WHERE file_id = ANY(${ids}::uuid[])`);
      await tx.rows(sql`DELETE FROM archive_entries WHERE file_id = ANY(${ids}::uuid[])`);
      await tx.rows(sql`DELETE FROM archives WHERE file_id = ANY(${ids}::uuid[])`);
      await tx.rows(sql`DELETE FROM files WHERE id = ANY(${ids}::uuid[])`);
    });
  }
}

/** Which of these files are not removed. */
async function presentFiles(ctx: Context, ids: string[]): Promise<Set<string>> {
  const rows = await ctx.db.rows<{ id: string }>(
    sql`SELECT id FROM files WHERE id = ANY(${ids}::uuid[]) AND state <> 'removed'`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Removes entries of a folder that are old and that nothing knows. */
async function sweepFolder(
  folder: string,
  oldest: Date,
  knownOf: (names: string[]) => Promise<Set<string>>,
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH);
    const knownNames = await knownOf(batch);
    for (const name of batch.filter((one) => !knownNames.has(one))) {
      const file = path.join(folder, name);
      const stats = await stat(file).catch(() => null);
      if (stats && stats.mtime < oldest) await rm(file, { recursive: true, force: true });
    }
  }
}

/** Removes stored files that no row knows: of writes whose process ended before the row was there. */
export async function cleanOrphans(ctx: Context): Promise<void> {
  // The storage has the time of its own machine, not the site's.
  const oldest = before(new Date(), ORPHAN_HOURS);
  await ctx.storage.sweep(oldest);
  for (const bucket of buckets) {
    let batch: string[] = [];
    const settle = async (): Promise<void> => {
      const knownNames = await knownKeys(ctx.db, batch);
      for (const key of batch) if (!knownNames.has(key)) await ctx.storage.remove(key);
      batch = [];
    };
    for await (const file of ctx.storage.list(`${bucket}/`)) {
      if (file.modifiedAt >= oldest) continue;
      batch.push(file.key);
      if (batch.length >= BATCH) await settle();
    }
    if (batch.length > 0) await settle();
  }
}
