import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Context } from '#platform/server/context.ts';
import { entryContent } from '#platform/server/archive/content.ts';
import { ArchiveRefused } from '#platform/server/archive/errors.ts';
import { ProcessingInterrupted } from '#platform/server/media/errors.ts';
import { findOutage } from '#platform/server/outages.ts';
import { workFolder } from '#content/media/server/put-content.ts';
import type { EntryRow } from './store.ts';

/** Where an archive is stored. */
export interface StoredArchive {
  readonly key: string;
  readonly bytes: number;
}

/** The content of an entry is not what the directory says. */
export class Damaged extends Error {
  override name = 'Damaged';
}

const isUnpackError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^Z(STD)?_/.test(error.code);
/** Whether the content of an entry, and nothing else, is at fault. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Damaged || error instanceof ArchiveRefused || isUnpackError(error);
/** Whether the machine is at fault: another try may come to an end. */
export const isOfMachine = (error: unknown): boolean =>
  error instanceof ProcessingInterrupted || findOutage(error) !== null;

/** Reads an entry and compares its checksum where all of it is read. @throws {Damaged} {ArchiveRefused} at its end */
export async function* checkedContent(ctx: Context, file: StoredArchive, entry: EntryRow): AsyncGenerator<Buffer> {
  let sum = 0;
  let bytes = 0;
  const content = await entryContent(ctx.storage, file, entry);
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      bytes += chunk.length;
      yield chunk;
    }
  } finally {
    content.destroy();
  }
  if (bytes !== entry.bytes || sum !== entry.crc) throw new Damaged();
}

/**
 * Does something with an entry as a file of its own.
 * @param work gets the file, and the folder that it is in, which is removed afterwards
 * @throws {Damaged} {ArchiveRefused}
 */
export async function withExtracted<T>(
  ctx: Context,
  file: StoredArchive,
  entry: EntryRow,
  work: (local: string, folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(workFolder(ctx), { recursive: true });
  const folder = await mkdtemp(path.join(workFolder(ctx), 'sound-'));
  try {
    const local = path.join(folder, 'sound');
    await pipeline(checkedContent(ctx, file, entry), createWriteStream(local, { mode: 0o600 }));
    return await work(local, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
