import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '#platform/server/context.ts';
import type { StoredFile } from '#platform/server/storage/storage.ts';

/** What was made of a file: on this machine, or in memory. */
export type Content = { readonly file: string } | Uint8Array;

/** Folders of runs that are running. */
export function workFolder(ctx: Context): string {
  return path.join(ctx.config.dataDir, 'work');
}

/** Stores what was made. */
export async function putContent(
  ctx: Context,
  key: string,
  content: Content,
  contentType: string,
): Promise<StoredFile> {
  if (content instanceof Uint8Array) return await ctx.storage.put(key, content, { contentType, bytes: content.length });
  const { size } = await stat(content.file);
  const source = createReadStream(content.file, { highWaterMark: 1024 * 1024 });
  // A write that is refused before it reads does not close the stream, whose late error would end the process.
  source.on('error', () => {});
  try {
    return await ctx.storage.put(key, source, { contentType, bytes: size });
  } finally {
    source.destroy();
  }
}
