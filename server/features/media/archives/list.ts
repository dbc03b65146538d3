import { entryKind } from '#contract/limits/archives.ts';
import type { Context } from '#server/context.ts';
import { siteSettings } from '#server/features/site-settings/store.ts';
import { type ReadArchive, readDirectory, sorted } from '#server/platform/archive/directory.ts';
import { ArchiveRefused } from '#server/platform/archive/errors.ts';
import { storedSource } from '#server/platform/archive/source.ts';
import { sql } from '#server/platform/db/database.ts';
import { publishFileChanged } from '../live.ts';
import type { FileRow } from '../store.ts';
import { enqueueAnalysis } from './analysis-job.ts';
import { type NewEntry, insertArchive } from './store.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Lists an archive from its central directory, in ranges of the stored file, and has its sounds analysed. May be
 * repeated.
 * @returns why it is refused, in a sentence; null when it is listed
 */
export async function listArchive(ctx: Context, file: FileRow): Promise<string | null> {
  const settings = await siteSettings(ctx.db);
  let read: ReadArchive;
  try {
    read = await readDirectory(storedSource(ctx.storage, file.key, file.bytes), {
      entries: settings.archiveEntries,
      unpackedBytes: settings.archiveUnpackedMegabytes * MEGABYTE,
    });
  } catch (error) {
    if (error instanceof ArchiveRefused) return error.message;
    throw error;
  }
  const entries = sorted(read.entries).map((entry): NewEntry => {
    const kind = entryKind(entry.path);
    return { ...entry, kind, analysis: kind === 'sound' ? 'waiting' : null };
  });
  await ctx.db.tx(async (tx) => {
    const still = await tx.rows(sql`
      UPDATE files SET processing = 'done', processing_reason = ${read.note}, tries = 0, analysis = NULL WHERE id = ${file.id} AND state <> 'removed' RETURNING id`);
    if (still.length === 0) return;
    await insertArchive(tx, file.id, { entries, isExact: read.isExact });
    if (entries.some((entry) => entry.analysis === 'waiting')) await enqueueAnalysis(ctx, tx, file.id);
    await publishFileChanged(ctx, tx, { id: file.id, ownerId: file.owner_id, processing: 'done' });
  });
  return null;
}
