import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { MediaUnreadable, NoDecoder } from '#platform/server/media/errors.ts';
import { type SmallerStream, makeSmaller } from '#platform/server/media/video/smaller-streams.ts';
import { publishFileChanged } from '#content/media/server/live.ts';
import { putContent, workFolder } from '#content/media/server/put-content.ts';
import { afterInterruption, beginTry, endAfter, isBeyondLast } from './interruptions.ts';
import { PROCESSING_SECONDS } from './queues.ts';
import { renditionKey } from '#content/media/server/rules.ts';
import { type FileRow, fileById } from '#content/media/server/store.ts';

/**
 * Makes the smaller versions of a processed video, which plays already. May be interrupted anywhere and repeated: they
 * have the same keys again.
 */
export async function addSmallerStreams(ctx: Context, id: string): Promise<void> {
  const file = await fileById(ctx.db, id);
  const stream = file?.renditions.find(({ name }) => name === 'stream');
  if (file?.kind !== 'video' || file.processing !== 'done' || !stream) return;
  if (file.analysis === 'interrupted' || file.renditions.some(({ name }) => name.startsWith('stream-'))) return;
  const tries = await beginTry(ctx, id);
  const giveUp = async (tx: Tx): Promise<void> => {
    await tx.rows(sql`UPDATE files SET analysis = 'interrupted' WHERE id = ${id} AND state <> 'removed'`);
    await publishFileChanged(ctx, tx, { id, ownerId: file.owner_id, processing: file.processing });
  };
  if (isBeyondLast(tries)) return await ctx.db.tx(giveUp);
  try {
    await makeAndStore(ctx, file, stream.key);
  } catch (error) {
    await afterInterruption(ctx, file, { error, tries }, giveUp);
  }
}

async function makeAndStore(ctx: Context, file: FileRow, key: string): Promise<void> {
  await mkdir(workFolder(ctx), { recursive: true });
  const folder = await mkdtemp(path.join(workFolder(ctx), 'smaller-'));
  try {
    const local = await ctx.storage.localFile(key, folder);
    if (local === null) return;
    const signal = endAfter(PROCESSING_SECONDS - 60);
    await store(ctx, file, await makeSmaller(local, folder, signal));
  } catch (error) {
    if (!(error instanceof MediaUnreadable || error instanceof NoDecoder)) throw error;
    // It plays all the same.
    ctx.log.warn({ err: error, file: file.id }, 'a video has no smaller versions');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function store(ctx: Context, file: FileRow, made: readonly SmallerStream[]): Promise<void> {
  const rows: object[] = [];
  const keys: string[] = [];
  for (const { side, file: local, width, height } of made) {
    const key = renditionKey(file.key, `stream-${side}`, 'mp4');
    const { bytes } = await putContent(ctx, key, { file: local }, 'video/mp4');
    keys.push(key);
    rows.push({ name: `stream-${side}`, key, bytes, width, height });
  }
  if (rows.length === 0) return;
  const isStored = await ctx.db.tx(async (tx) => {
    const still = await tx.rows(
      sql`SELECT 1 AS found FROM files WHERE id = ${file.id} AND state <> 'removed' AND processing = 'done' FOR UPDATE`,
    );
    if (still.length === 0) return false;
    await tx.rows(sql`
      INSERT INTO file_renditions (file_id, name, key, content_type, bytes, width, height)
      SELECT ${file.id}::uuid, r.name, r.key, 'video/mp4', r.bytes, r.width, r.height
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(name text, key text, bytes bigint, width int, height int)
      ON CONFLICT DO NOTHING`);
    await publishFileChanged(ctx, tx, { id: file.id, ownerId: file.owner_id, processing: 'done' });
    return true;
  });
  // Removed meanwhile: what was made of it is nobody's.
  if (!isStored) for (const key of keys) await ctx.storage.remove(key);
}
