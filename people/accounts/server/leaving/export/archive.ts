import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { zipOf } from '#platform/server/archive/write.ts';
import type { StoredFileOf } from '#platform/server/content-kind.ts';
import type { ExportedData } from './data.ts';
import { exportPages } from './pages.ts';

/**
 * An export is stored as two small files: its texts, deflated one after the other, and the list of what the archive
 * holds. The member's own files are read from their place while the archive is sent, so that an export takes no room of
 * its own for them.
 */
const entry = z.object({
  path: z.string(),
  method: z.literal([0, 8]),
  crc: z.number(),
  packed: z.number(),
  bytes: z.number(),
  /** The stored file; null for a part of the texts. */
  key: z.string().nullable(),
  /** The id of a member's file: one that was removed meanwhile is left out. */
  fileId: z.string().nullable(),
  /** Where its bytes begin. */
  offset: z.number(),
});
type Entry = z.infer<typeof entry>;
const listShape = z.array(entry);

/** Where the parts of an export lie: below this prefix. */
export const exportPrefix = (userId: string, exportId: string): string => `exports/${userId}/${exportId}`;
const listKey = (prefix: string): string => `${prefix}.json`;
const textsKey = (prefix: string): string => `${prefix}.texts`;

const STORED = 0;
const DEFLATED = 8;
const deflated = promisify(deflateRaw);

/** Names in the archive: a number keeps two of the same name apart, also where case does not count. */
const pathsOf = (files: readonly StoredFileOf[]): Map<string, string> =>
  new Map(files.map(({ id, name }, index) => [id, `files/${String(index + 1).padStart(4, '0')} ${name}`]));

/** Checksum and size of a stored file; null where the storage has lost it. */
async function measured(ctx: Context, key: string): Promise<{ crc: number; bytes: number } | null> {
  const stored = await ctx.storage.read(key);
  if (!stored) return null;
  let crc = 0;
  let bytes = 0;
  for await (const chunk of stored.body as AsyncIterable<Buffer>) {
    crc = crc32(chunk, crc);
    bytes += chunk.length;
  }
  return { crc, bytes };
}

async function fileEntries(
  ctx: Context,
  files: readonly StoredFileOf[],
  paths: ReadonlyMap<string, string>,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { id, key } of files) {
    const found = await measured(ctx, key);
    if (found)
      entries.push({ path: paths.get(id)!, method: STORED, ...found, packed: found.bytes, key, fileId: id, offset: 0 });
  }
  return entries;
}

/** Files of an export in the rows of their section, by where they lie in the archive. */
function withPaths(data: ExportedData, paths: ReadonlyMap<string, string>): ExportedData {
  const files = (data.made['files'] ?? []).map((row) => ({ ...row, path: paths.get(String(row['id'])) ?? null }));
  return files.length === 0 ? data : { ...data, made: { ...data.made, files } };
}

/** Writes the parts of an export. @returns the size that its archive will have, in bytes */
export async function storeExport(
  ctx: Context,
  prefix: string,
  { data, files }: { readonly data: ExportedData; readonly files: readonly StoredFileOf[] },
): Promise<number> {
  const entries = await fileEntries(ctx, files, pathsOf(files));
  const paths = new Map(entries.flatMap(({ fileId, path }) => (fileId === null ? [] : [[fileId, path] as const])));
  const texts = [
    { path: 'data.json', content: JSON.stringify(withPaths(data, paths), null, 2) },
    ...exportPages(data, paths).map(({ path, html }) => ({ path, content: html })),
  ];
  const packed: Buffer[] = [];
  const list: Entry[] = [];
  let offset = 0;
  for (const { path, content } of texts) {
    const bytes = Buffer.from(content);
    const body = await deflated(bytes);
    const sizes = { crc: crc32(bytes), packed: body.length, bytes: bytes.length };
    list.push({ path, method: DEFLATED, ...sizes, key: null, fileId: null, offset });
    packed.push(body);
    offset += body.length;
  }
  list.push(...entries);
  await ctx.storage.put(textsKey(prefix), Buffer.concat(packed), { contentType: 'application/octet-stream' });
  await ctx.storage.put(listKey(prefix), Buffer.from(JSON.stringify(list)), { contentType: 'application/json' });
  return zipOf(list, never).bytes;
}

const never = (): Promise<Readable> => Promise.reject(new Error('Nothing is read to know a size.'));

/** Every file that a member has on the site. */
export async function filesOfMember(ctx: Context, profileId: string): Promise<StoredFileOf[]> {
  const parts = await Promise.all(ctx.personal.map(async (part) => (await part.filesOf?.(ctx, profileId)) ?? []));
  return parts.flat();
}

/**
 * The archive of an export, made while it is read; null where there is none. Files that their owner has deleted since are
 * left out.
 */
export async function openExport(
  ctx: Context,
  prefix: string,
  profileId: string,
): Promise<{ bytes: number; body: Readable } | null> {
  const stored = await ctx.storage.read(listKey(prefix));
  if (!stored) return null;
  const list = listShape.parse(JSON.parse(await text(stored.body)));
  const left = new Set((await filesOfMember(ctx, profileId)).map((file) => file.id));
  const zip = zipOf(
    list.filter(({ fileId }) => fileId === null || left.has(fileId)),
    async ({ key, offset, packed, path }) => {
      const source = await ctx.storage.read(key ?? textsKey(prefix), { start: offset, end: offset + packed - 1 });
      if (!source) throw new Error(`An export lacks ${path}.`);
      return source.body;
    },
  );
  return { bytes: zip.bytes, body: Readable.from(zip.content(), { objectMode: false }) };
}

/** Removes the parts of an export. */
export async function removeExport(ctx: Context, prefix: string): Promise<void> {
  await ctx.storage.remove(listKey(prefix));
  await ctx.storage.remove(textsKey(prefix));
}
