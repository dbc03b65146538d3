import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FilePurpose } from '#content/media/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { detectType } from '#platform/server/media/detect.ts';
import { findHeicProgram } from '#platform/server/media/pictures/convert.ts';
import { enqueueProcessing } from './processing/queues.ts';
import { checkKind, checkLength, cleanName, newKey } from './rules.ts';
import { insertFile } from './store.ts';

/** A content in the storage that has no row yet. */
export type StoredContent = Parameters<typeof insertFile>[1];

/**
 * Stores a content that a job has fetched for a member, by its own type and within the limit of its purpose. Outside of
 * transactions; without a row (`insertContent`) the daily cleaning removes it.
 * @param owner `profileId` and the sign-in user's id
 * @throws {Refusal} `file_empty`, `file_too_large`, `file_type_refused`
 * @throws {StorageFull}
 */
export async function storeContent(
  ctx: Context,
  owner: { readonly profileId: string; readonly userId: string },
  content: Uint8Array,
  { purpose, name }: { readonly purpose: FilePurpose; readonly name: string },
): Promise<StoredContent> {
  checkLength(content.length, purpose, Number.POSITIVE_INFINITY);
  const work = path.join(ctx.config.dataDir, 'work');
  await mkdir(work, { recursive: true });
  const folder = await mkdtemp(path.join(work, 'fetched-'));
  try {
    const file = path.join(folder, 'content');
    await writeFile(file, content, { mode: 0o600 });
    const found = await detectType(file, findHeicProgram(ctx.config));
    const { contentType, extension } = found;
    const kind = checkKind(found, purpose);
    const at = ctx.clock.now();
    const { bucket, key } = newKey({ purpose, kind, extension, userId: owner.userId, at });
    await ctx.storage.take(key, file, { contentType, bytes: content.length });
    return {
      id: newId(at),
      ownerId: owner.profileId,
      purpose,
      bucket,
      key,
      name: cleanName(name),
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      contentType,
      kind,
      at,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a staged file of a stored content, and has it processed after the commit. The caller claims it at once. */
export async function insertContent(ctx: Context, tx: Tx, content: StoredContent): Promise<void> {
  if (await insertFile(tx, content)) await enqueueProcessing(ctx, tx, content);
}
