import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { zipOf } from '#platform/server/archive/write.ts';
import type { StoredFileOf } from '#platform/server/content-kind.ts';
import type { TaggedSound, WrittenTags } from '#platform/server/media/audio/tags.ts';
import { withTags } from '#platform/server/media/audio/written-tags.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
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
  /** What stands before and after them in the archive, in Base64: tags of a sound. */
  head: z.base64().default(''),
  tail: z.base64().default(''),
});
type Entry = z.infer<typeof entry>;
const listShape = z.array(entry);

/** Where the parts of an export lie: below this prefix. */
export const exportPrefix = (userId: string, exportId: string): string => `exports/${userId}/${exportId}`;
const listKey = (prefix: string): string => `${prefix}.json`;
const textsKey = (prefix: string): string => `${prefix}.texts`;

/** Bytes that an export holds of tags and what is written again with them; sounds beyond stay as they are. */
const MAX_AROUND_BYTES = 32 * 1024 * 1024;

const STORED = 0;
const DEFLATED = 8;
const deflated = promisify(deflateRaw);

/** Names in the archive: a number keeps two of the same name apart, also where case does not count. */
const pathsOf = (files: readonly StoredFileOf[]): Map<string, string> =>
  new Map(files.map(({ id, name }, index) => [id, `files/${String(index + 1).padStart(4, '0')} ${name}`]));

/** What is written around a sound that has no title; null where it stays as it is. */
async function tagsAround(
  ctx: Context,
  { key, bytes }: StoredFileOf,
  tags: Partial<WrittenTags> | undefined,
): Promise<TaggedSound | null> {
  const { title, artist = null, album = null } = tags ?? {};
  if (title === undefined) return null;
  const read = async (start: number, end: number): Promise<Buffer> => {
    // The storage knows no empty range.
    const stored = start < end ? await ctx.storage.read(key, { start, end: end - 1 }) : null;
    return stored ? await buffer(stored.body) : Buffer.alloc(0);
  };
  const sound = await withTags(read, bytes, { title, artist, album });
  return sound && sound.replaced + (sound.cut ?? 0) < bytes ? sound : null;
}

/** A file with its checksum and size; null where the storage has lost it. */
async function fileEntry(
  ctx: Context,
  file: StoredFileOf,
  path: string,
  sound: TaggedSound | null,
): Promise<Entry | null> {
  const offset = sound?.replaced ?? 0;
  const [head, tail] = [sound?.head ?? Buffer.alloc(0), sound?.tail ?? Buffer.alloc(0)];
  const end = file.bytes - (sound?.cut ?? 0) - 1;
  const stored = await ctx.storage.read(file.key, sound ? { start: offset, end } : undefined);
  if (!stored) return null;
  let crc = crc32(head);
  let bytes = head.length + tail.length;
  for await (const chunk of stored.body as AsyncIterable<Buffer>) {
    crc = crc32(chunk, crc);
    bytes += chunk.length;
  }
  const around = { head: head.toString('base64'), tail: tail.toString('base64') };
  const { key, id: fileId } = file;
  return { path, method: STORED, crc: crc32(tail, crc), packed: bytes, bytes, key, fileId, offset, ...around };
}

async function fileEntries(ctx: Context, profileId: string): Promise<Entry[]> {
  const files = await filesOfMember(ctx, profileId);
  const paths = pathsOf(files);
  const tags = new Map<string, Partial<WrittenTags>>();
  for (const part of ctx.personal)
    for (const [id, more] of (await part.tagsOf?.(ctx, profileId)) ?? []) tags.set(id, { ...tags.get(id), ...more });
  const entries: Entry[] = [];
  let room = MAX_AROUND_BYTES;
  for (const file of files) {
    const sound = room > 0 ? await tagsAround(ctx, file, tags.get(file.id)) : null;
    room -= sound ? sound.head.length + sound.tail.length : 0;
    const found = await fileEntry(ctx, file, paths.get(file.id)!, sound);
    if (found) entries.push(found);
  }
  return entries;
}

/** Files of an export in the rows of their section, by where they lie in the archive. */
function withPaths(data: ExportedData, paths: ReadonlyMap<string, string>): ExportedData {
  const files = (data.made['files'] ?? []).map((row) => ({ ...row, path: paths.get(String(row['id'])) ?? null }));
  return files.length === 0 ? data : { ...data, made: { ...data.made, files } };
}

/** Writes the parts of an export of its reader. @returns the size that its archive will have, in bytes */
export async function storeExport(ctx: Context, prefix: string, data: ExportedData, reader: Viewer): Promise<number> {
  const entries = await fileEntries(ctx, reader.profileId);
  const paths = new Map(entries.flatMap(({ fileId, path }) => (fileId === null ? [] : [[fileId, path] as const])));
  const texts = [
    { path: 'data.json', content: JSON.stringify(withPaths(data, paths), null, 2) },
    ...exportPages(data, paths).map(({ path, html }) => ({ path, content: html })),
    ...(await Promise.all(ctx.personal.map(async (part) => (await part.textsFor?.(ctx, reader, paths)) ?? []))).flat(),
  ];
  const packed: Buffer[] = [];
  const list: Entry[] = [];
  let offset = 0;
  for (const { path, content } of texts) {
    const bytes = Buffer.from(content);
    const body = await deflated(bytes);
    const sizes = { crc: crc32(bytes), packed: body.length, bytes: bytes.length };
    list.push({ path, method: DEFLATED, ...sizes, key: null, fileId: null, offset, head: '', tail: '' });
    packed.push(body);
    offset += body.length;
  }
  list.push(...entries);
  await ctx.storage.put(textsKey(prefix), Buffer.concat(packed), { contentType: 'application/octet-stream' });
  await ctx.storage.put(listKey(prefix), Buffer.from(JSON.stringify(list)), { contentType: 'application/json' });
  return zipOf(list, never).bytes;
}

async function* joined(head: Buffer, body: Readable, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  yield* body as AsyncIterable<Buffer>;
  yield tail;
}

const never = (): Promise<Readable> => Promise.reject(new Error('Nothing is read to know a size.'));

/** Every file that a member has on the site. */
async function filesOfMember(ctx: Context, profileId: string): Promise<StoredFileOf[]> {
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
    async ({ key, offset, packed, path, ...around }) => {
      const [head, tail] = [Buffer.from(around.head, 'base64'), Buffer.from(around.tail, 'base64')];
      const end = offset + packed - head.length - tail.length - 1;
      const source = await ctx.storage.read(key ?? textsKey(prefix), { start: offset, end });
      if (!source) throw new Error(`An export lacks ${path}.`);
      return head.length + tail.length === 0 ? source.body : Readable.from(joined(head, source.body, tail));
    },
  );
  return { bytes: zip.bytes, body: Readable.from(zip.content(), { objectMode: false }) };
}

/** Removes the parts of an export. */
export async function removeExport(ctx: Context, prefix: string): Promise<void> {
  await ctx.storage.remove(listKey(prefix));
  await ctx.storage.remove(textsKey(prefix));
}
