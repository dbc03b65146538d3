import { entryKind } from '#platform/contract/archive-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { audit } from '#content/moderation/server/store.ts';
import { INFECTED } from '#content/moderation/server/rules/hold-reasons.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import { type ReadArchive, readDirectory, sorted } from '#platform/server/archive/directory.ts';
import { ArchiveRefused } from '#platform/server/archive/errors.ts';
import { storedSource } from '#platform/server/archive/source.ts';
import { sql } from '#platform/server/db/database.ts';
import { ScanFault, scan } from '#platform/server/scan.ts';
import { publishFileChanged } from '../live.ts';
import type { FileRow } from '../store.ts';
import { enqueueArchiveAnalysis, enqueueProcessing } from '#content/media/server/processing/queues.ts';
import { type NewEntry, insertArchive } from './store.ts';

const MEGABYTE = 1024 * 1024;

/** Milliseconds until an archive that the scanner had no verdict of is scanned again. */
const SCAN_AGAIN_MS = 5 * 60 * 1000;

/**
 * Has the operator's scanner read an archive, where there is one. A fault of the scanner is no verdict: the archive waits,
 * and is tried again.
 * @returns whether the archive goes on
 */
async function passesScan(ctx: Context, file: FileRow): Promise<boolean> {
  if (!ctx.config.scanner) return true;
  let infected: string | null;
  try {
    const stored = await ctx.storage.read(file.key);
    if (!stored) throw new Error('The archive is not in the storage any more.');
    infected = await scan(ctx.config.scanner, stored.body);
  } catch (error) {
    if (!(error instanceof ScanFault)) throw error;
    ctx.log.warn({ err: error, fileId: file.id }, 'the virus scanner had no verdict; the archive is scanned again');
    await ctx.db.tx(async (tx) => {
      await tx.rows(sql`UPDATE files SET tries = 0 WHERE id = ${file.id}`);
      await enqueueProcessing(ctx, tx, file, { startAfter: new Date(ctx.clock.now().getTime() + SCAN_AGAIN_MS) });
    });
    return false;
  }
  if (infected !== null) await refuseInfected(ctx, file, infected);
  return infected === null;
}

/** Refuses an archive for what the scanner found, and lets staff know: by the audit log, and the queue where it was shared. */
async function refuseInfected(ctx: Context, file: FileRow, found: string): Promise<void> {
  const reason = `The virus scanner found "${found}" in the archive. Please remove it, and pack the archive again.`;
  await ctx.db.tx(async (tx) => {
    const [row] = await tx.rows<{ content_kind: string | null; content_id: string | null }>(sql`
      UPDATE files SET processing = 'failed', processing_reason = ${reason} WHERE id = ${file.id} AND state <> 'removed'
      RETURNING content_kind, content_id`);
    if (!row) return;
    await audit(ctx, tx, null, {
      action: 'archive.infected',
      targetKind: 'profile',
      targetId: file.owner_id,
      reason: `The virus scanner found ${found}.`,
      details: {
        before: { processing: 'waiting' },
        after: { processing: 'failed' },
        fileId: file.id,
        sha256: file.sha256,
      },
    });
    const { content_kind: kind, content_id: id } = row;
    if (kind !== null && id !== null) await ctx.kinds.get(kind)?.holdBack?.(ctx, tx, id, [INFECTED]);
    await publishFileChanged(ctx, tx, { id: file.id, ownerId: file.owner_id, processing: 'failed' });
  });
}

/**
 * Lists an archive from its central directory, in ranges of the stored file, and has its sounds analysed. May be
 * repeated.
 * @returns why it is refused, in a sentence; null when it is listed, or its scan has decided
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
  if (!(await passesScan(ctx, file))) return null;
  const entries = sorted(read.entries).map((entry): NewEntry => {
    const kind = entryKind(entry.path);
    return { ...entry, kind, analysis: kind === 'sound' ? 'waiting' : null };
  });
  await ctx.db.tx(async (tx) => {
    const still = await tx.rows(sql`
      UPDATE files SET processing = 'done', processing_reason = ${read.note}, tries = 0, analysis = NULL WHERE id = ${file.id} AND state <> 'removed' RETURNING id`);
    if (still.length === 0) return;
    await insertArchive(tx, file.id, { entries, isExact: read.isExact });
    if (entries.some((entry) => entry.analysis === 'waiting')) await enqueueArchiveAnalysis(ctx, tx, file.id);
    await publishFileChanged(ctx, tx, { id: file.id, ownerId: file.owner_id, processing: 'done' });
  });
  return null;
}
