import { type Hash, createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, open, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { filePurposes, media } from '#content/media/contract/limits.ts';
import { filePurpose } from '#content/media/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { bytesTaken, filesTaken } from '#platform/server/monitoring/metrics.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { detectType } from '#platform/server/media/detect.ts';
import { findHeicProgram } from '#platform/server/media/pictures/convert.ts';
import { makeFolder, spaceOf } from '#platform/server/storage/disk.ts';
import { StorageFull, StorageGone, asDiskFault, diskFault } from '#platform/server/storage/storage.ts';
import { fileMaxBytes } from '#content/media/server/actions.ts';
import { enqueueProcessing } from '#content/media/server/processing/queues.ts';
import { checkKind, checkLength, cleanName, megabytes, newKey } from '#content/media/server/rules.ts';
import { shownFileName } from '#content/media/server/words.ts';
import { insertFile, usedBytes } from '#content/media/server/store.ts';
import {
  type TransferRow,
  countTransfers,
  deleteTransfer,
  insertTransfer,
  setDestination,
  transferById,
} from './transfers-store.ts';

const MEGABYTE = 1024 * 1024;
/** Bytes that are buffered for fewer and larger writes. */
const WRITE_BYTES = MEGABYTE;

/** The folder with the bytes of unfinished transfers. */
export function transfersFolder(ctx: Context): string {
  return path.join(ctx.config.dataDir, 'uploads');
}

function partOf(ctx: Context, id: string): string {
  return path.join(transfersFolder(ctx), id);
}

/** @throws {StorageFull} where `bytes` more would reach into what stays free */
async function checkRoom(ctx: Context, bytes: number): Promise<void> {
  const places = [await ctx.storage.space(), await asDiskFault(spaceOf(transfersFolder(ctx)))];
  for (const space of places)
    if (space && space.free - bytes < space.reserve) throw new StorageFull('No room for an upload.');
}

/**
 * Starts a transfer of a member.
 * @param asked `purpose` and `name` as the browser says them
 * @throws {Refusal} `file_empty`, `file_too_large`, `quota_exceeded`, `too_many_uploads`, `invalid`
 * @throws {StorageFull} {StorageGone}
 */
export async function startTransfer(
  ctx: Context,
  viewer: Viewer,
  id: string,
  asked: { length: number; name: string; purpose: string },
): Promise<void> {
  const purpose = filePurpose.safeParse(asked.purpose);
  if (!purpose.success)
    throw new Refusal('invalid', { fields: { purpose: `One of ${Object.keys(filePurposes).join(', ')}.` } });
  const settings = await siteSettings(ctx.db);
  checkLength(asked.length, purpose.data, await fileMaxBytes(ctx, viewer.profileId));
  await makeFolder(transfersFolder(ctx));
  await checkRoom(ctx, asked.length);
  const name = await shownFileName(ctx, cleanName(asked.name));
  await asDiskFault(writeFile(partOf(ctx, id), '', { mode: 0o600 }));
  const at = ctx.clock.now();
  try {
    await ctx.db.tx(async (tx) => {
      // Transfers that start at the same time are counted one after the other.
      await tx.rows(sql`SELECT 1 FROM profiles WHERE id = ${viewer.profileId} FOR UPDATE`);
      if ((await countTransfers(tx, viewer.profileId)) >= media.transfersAtOnce)
        throw new Refusal('too_many_uploads', { meta: { max: media.transfersAtOnce } });
      const quota = settings.quotaMegabytes * MEGABYTE;
      if ((await usedBytes(tx, viewer.profileId)) + asked.length > quota)
        throw new Refusal('quota_exceeded', { meta: { max: megabytes(quota) } });
      await insertTransfer(tx, {
        id,
        ownerId: viewer.profileId,
        userId: viewer.userId,
        purpose: purpose.data,
        name,
        length: asked.length,
        at,
        expiresAt: new Date(at.getTime() + media.transferHours * 3_600_000),
      });
    });
  } catch (error) {
    await rm(partOf(ctx, id), { force: true });
    throw error;
  }
}

/**
 * Bytes of a transfer that have arrived. Null where the folder is there and the part is not: they are lost.
 * @throws {StorageGone} where that is unknown, such as a folder whose disk is not mounted
 */
export async function receivedBytes(ctx: Context, transfer: TransferRow): Promise<number | null> {
  // On its way into the storage: everything had come.
  return transfer.key !== null ? transfer.length : await partBytes(ctx, transfer.id);
}

async function partBytes(ctx: Context, id: string): Promise<number | null> {
  try {
    return (await asDiskFault(stat(partOf(ctx, id)))).size;
  } catch (error) {
    if (!isMissing(error)) throw error;
    await access(transfersFolder(ctx)).catch((cause: unknown) => {
      throw new StorageGone('The folder of transfers is not there.', { cause });
    });
    return null;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Incremental SHA-256 hashes of transfers that this process receives, so that a finished file is not read again. */
const running = new Map<string, { readonly hash: Hash; at: number }>();
const MAX_RUNNING = 1000;

function runningHash(id: string, offset: number): { readonly hash: Hash; at: number } | null {
  const current = running.get(id);
  if (current?.at === offset) return current;
  running.delete(id);
  if (offset !== 0) return null;
  if (running.size >= MAX_RUNNING) running.delete(running.keys().next().value!);
  const fresh = { hash: createHash('sha256'), at: 0 };
  running.set(id, fresh);
  return fresh;
}

/**
 * Appends a stream to a transfer. Bytes that arrived before a stream broke off are kept.
 * @returns the new offset
 * @throws {StorageFull} {StorageGone}
 */
export async function appendToTransfer(
  ctx: Context,
  transfer: TransferRow,
  content: Readable,
  offset: number,
): Promise<number> {
  await checkRoom(ctx, Math.min(transfer.length - offset, media.maxChunkBytes));
  const handle = await asDiskFault(open(partOf(ctx, transfer.id), 'r+'));
  const hashing = runningHash(transfer.id, offset);
  let at = offset;
  let buffered: Buffer[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (size === 0) return;
    const batch = buffered;
    const bytes = size;
    buffered = [];
    size = 0;
    const written = writeAll(handle, batch, bytes, at);
    // The hash is computed while the disk writes.
    if (hashing) for (const chunk of batch) hashing.hash.update(chunk);
    await written;
    at += bytes;
    if (hashing) hashing.at = at;
  };
  try {
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        buffered.push(chunk);
        size += chunk.length;
        if (size >= WRITE_BYTES) await flush();
      }
    } finally {
      await flush();
    }
    // Before the last byte is acknowledged, all of them are on the disk.
    if (at === transfer.length) await handle.datasync();
  } catch (error) {
    running.delete(transfer.id);
    throw diskFault(error) ?? error;
  } finally {
    await handle.close();
  }
  return at;
}

async function writeAll(
  handle: Awaited<ReturnType<typeof open>>,
  chunks: Buffer[],
  bytes: number,
  position: number,
): Promise<void> {
  const { bytesWritten } = await handle.writev(chunks, position);
  if (bytesWritten === bytes) return;
  // A nearly full disk writes a part; the next write throws the reason.
  const remaining = Buffer.concat(chunks).subarray(bytesWritten);
  for (let offset = 0; offset < remaining.length;) {
    const written = await handle.write(remaining, offset, remaining.length - offset, position + bytesWritten + offset);
    offset += written.bytesWritten;
  }
}

async function sha256Of(ctx: Context, transfer: TransferRow): Promise<string> {
  const current = running.get(transfer.id);
  running.delete(transfer.id);
  if (current?.at === transfer.length) return current.hash.digest('hex');
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(partOf(ctx, transfer.id), { highWaterMark: WRITE_BYTES }))
    hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Single flight: the running `finish` of each transfer. */
const finishing = new Map<string, Promise<void>>();

/**
 * Makes a staged file of a complete transfer: checksum, type from the content, storage, row. Idempotent, and may be
 * interrupted anywhere and repeated. Only a refused type removes a transfer: after a fault of the disk or the store its
 * bytes and its row stay.
 * @throws {Refusal} `file_type_refused` (the transfer is then gone), `upload_expired` (its bytes are lost)
 * @throws {StorageFull} {StorageGone} and may be tried again
 */
export function finishTransfer(ctx: Context, id: string): Promise<void> {
  const inFlight = finishing.get(id);
  if (inFlight) return inFlight;
  const finished = finish(ctx, id).finally(() => finishing.delete(id));
  finishing.set(id, finished);
  return finished;
}

async function finish(ctx: Context, id: string): Promise<void> {
  let transfer = await transferById(ctx.db, id);
  if (!transfer) return;
  if (transfer.key === null) {
    await findDestination(ctx, transfer);
    transfer = await transferById(ctx.db, id);
    if (!transfer) return;
  }
  const { key, sha256, content_type: contentType, kind } = transfer;
  if (key === null || sha256 === null || contentType === null || kind === null) return;
  try {
    await ctx.storage.take(key, partOf(ctx, id), { contentType, bytes: transfer.length });
  } catch (error) {
    if ((await partBytes(ctx, id)) !== null) throw error;
    // It is in the storage already, unless the disk has lost it.
    if (!(await ctx.storage.stat(key))) throw new Refusal('upload_expired');
  }
  const file = {
    id,
    ownerId: transfer.owner_id,
    purpose: transfer.purpose,
    bucket: key.split('/')[0]!,
    key,
    name: transfer.name,
    bytes: transfer.length,
    sha256,
    contentType,
    kind,
    at: ctx.clock.now(),
  };
  await ctx.db.tx(async (tx) => {
    // A member who was erased meanwhile has no transfers any more.
    const still = await tx.rows(sql`DELETE FROM file_uploads WHERE id = ${id} RETURNING id`);
    if (still.length === 0) return;
    if (!(await insertFile(tx, file))) return;
    await enqueueProcessing(ctx, tx, file);
    tx.afterCommit(() => {
      filesTaken.inc({ kind });
      bytesTaken.inc({ kind }, file.bytes);
    });
  });
}

async function findDestination(ctx: Context, transfer: TransferRow): Promise<void> {
  const sha256 = await asDiskFault(sha256Of(ctx, transfer));
  const detected = await asDiskFault(detectType(partOf(ctx, transfer.id), findHeicProgram(ctx.config)));
  // A part that is shorter than what was acknowledged says nothing of the file.
  if ((await partBytes(ctx, transfer.id)) !== transfer.length)
    throw new StorageGone('Bytes of a transfer are missing.');
  try {
    const kind = checkKind(detected, transfer.purpose);
    const { extension, contentType } = detected;
    const { key } = newKey({
      purpose: transfer.purpose,
      kind,
      extension,
      userId: transfer.user_id,
      at: ctx.clock.now(),
    });
    await setDestination(ctx.db, transfer.id, { key, sha256, contentType, kind });
  } catch (error) {
    if (error instanceof Refusal) await discardTransfer(ctx, transfer);
    throw error;
  }
}

/** Removes a transfer with its bytes. */
export async function discardTransfer(ctx: Context, transfer: Pick<TransferRow, 'id' | 'key'>): Promise<void> {
  running.delete(transfer.id);
  await rm(partOf(ctx, transfer.id), { force: true });
  if (transfer.key !== null) await ctx.storage.remove(transfer.key);
  await deleteTransfer(ctx.db, transfer.id);
}
