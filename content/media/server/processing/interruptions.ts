import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { ProcessingInterrupted } from '#platform/server/media/errors.ts';
import { findOutage } from '#platform/server/outages.ts';
import type { FileRow } from '#content/media/server/store.ts';
import { enqueueProcessing } from './queues.ts';

/** Tries of one step of a file. */
const MAX_TRIES = 4;
/** Base of the exponential backoff: seconds before the second try, twice as long before each further one. */
const FIRST_WAIT_SECONDS = 30;
/** Seconds between two tries while the storage is away, which costs no try. */
const OUTAGE_WAIT_SECONDS = 60;

/** Counts a try of a file's step, before it begins: one that ends its process counts too. @returns its number, from 1 */
export async function beginTry(ctx: Context, id: string): Promise<number> {
  const [row] = await ctx.db.rows<{ tries: number }>(
    sql`UPDATE files SET tries = tries + 1 WHERE id = ${id} AND state <> 'removed' RETURNING tries`,
  );
  return row?.tries ?? 0;
}

/** A signal that ends a step in time for its job; the machine was too slow, the file may be fine. */
export function endAfter(seconds: number): AbortSignal {
  const end = new AbortController();
  const late = new ProcessingInterrupted(`It took more than ${seconds} s.`);
  setTimeout(() => end.abort(late), seconds * 1000).unref();
  return end.signal;
}

/** Whether no further try comes after this one; and whether it is one too many, because those before ended their process. */
export const isLastTry = (tries: number): boolean => tries >= MAX_TRIES;
export const isBeyondLast = (tries: number): boolean => tries > MAX_TRIES;

/**
 * Retries a step that the machine, and not the file, ended, with exponential backoff; `giveUp` after the last try.
 * While the storage is unavailable the step waits for it, however long that is.
 * @param tries number of the try that has ended
 * @throws the error where it is of another kind
 */
export async function afterInterruption(
  ctx: Context,
  file: Pick<FileRow, 'id' | 'kind'>,
  { error, tries }: { readonly error: unknown; readonly tries: number },
  giveUp: (tx: Tx) => Promise<void>,
): Promise<void> {
  const isOutage = findOutage(error)?.part === 'storage';
  if (!isOutage && !(error instanceof ProcessingInterrupted)) throw error;
  if (!isOutage || ctx.outages.note(error) === null)
    ctx.log.warn({ err: error, file: file.id, tries }, 'the machine ended the processing of a file');
  await ctx.db.tx(async (tx) => {
    if (isOutage) await tx.rows(sql`UPDATE files SET tries = greatest(tries - 1, 0) WHERE id = ${file.id}`);
    else if (isLastTry(tries)) return await giveUp(tx);
    // Whoever looks for sounds that wait leaves it to its own job.
    await tx.rows(sql`UPDATE files SET analysis = 'later' WHERE id = ${file.id} AND analysis = 'waiting'`);
    const seconds = isOutage ? OUTAGE_WAIT_SECONDS : FIRST_WAIT_SECONDS * 2 ** (tries - 1);
    await enqueueProcessing(ctx, tx, file, { startAfter: new Date(Date.now() + seconds * 1000) });
  });
}

/**
 * Has a file's step done again for its author or staff: all of it where it failed, was interrupted or had no decoder, else
 * what follows, where that was interrupted. @returns false where nothing of it is open
 */
export async function processAgain(ctx: Context, tx: Tx, file: Pick<FileRow, 'id' | 'kind'>): Promise<boolean> {
  const hasStream = sql`EXISTS (SELECT 1 FROM file_renditions r WHERE r.file_id = files.id AND r.name = 'stream')`;
  const again = await tx.rows<{ processing: string }>(sql`
    UPDATE files SET tries = 0, processing_reason = NULL,
      processing = CASE WHEN processing <> 'done' OR (kind = 'video' AND NOT ${hasStream}) THEN 'waiting' ELSE 'done' END,
      analysis = CASE WHEN processing = 'done' AND kind = 'audio' THEN 'later' END
    WHERE id = ${file.id} AND state <> 'removed'
      AND (processing IN ('failed', 'unavailable', 'interrupted') OR (processing = 'done' AND analysis = 'interrupted'))
    RETURNING processing`);
  if (again.length === 0) return false;
  await tx.rows(
    sql`UPDATE archive_entries SET analysis = 'waiting' WHERE file_id = ${file.id} AND analysis = 'interrupted'`,
  );
  await enqueueProcessing(ctx, tx, file);
  return true;
}
