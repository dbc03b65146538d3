import path from 'node:path';
import type { Context } from '#platform/server/context.ts';
import type { FileReaders } from '#platform/server/content-kind.ts';
import type { RawRoute } from '#platform/server/http/raw-route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { sendFile } from '#platform/server/http/send-file.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { recordServing } from './served-ranges.ts';
import { type ServedRow, servedByKey } from './store.ts';

/** Milliseconds for which the answer "everybody" is cached, if nothing that visitors see changes in between. */
const KEEP_MS = 5000;
const MAX_KEPT = 2000;

interface CachedRow {
  readonly row: ServedRow;
  readonly until: number;
  readonly generation: number;
}
const caches = new WeakMap<Context, Map<string, CachedRow>>();

/** A file that everybody may have, from the LRU cache of this process. As with pages, every change drops the cache. */
function cachedRow(ctx: Context, key: string): ServedRow | null {
  const cached = caches.get(ctx)?.get(key);
  return cached && cached.until > performance.now() && cached.generation === ctx.pages.generation ? cached.row : null;
}

function keep(ctx: Context, key: string, row: ServedRow, generation: number): void {
  const cache = caches.get(ctx) ?? new Map<string, CachedRow>();
  caches.set(ctx, cache);
  cache.delete(key);
  if (cache.size >= MAX_KEPT) cache.delete(cache.keys().next().value!);
  cache.set(key, { row, until: performance.now() + KEEP_MS, generation });
}

/** Who may have a file: its owner always, others as far as it is open to them and the content's kind allows. */
async function readersOf(
  ctx: Context,
  row: ServedRow,
  viewer: () => Promise<Viewer | null>,
  link: string | null,
): Promise<FileReaders> {
  const isOwner = async (): Promise<boolean> => (await viewer())?.profileId === row.owner_id;
  if (row.state === 'staged' || row.audience === 'owner') return (await isOwner()) ? 'reader' : 'nobody';
  if (row.audience === 'staff' && !(await isOwner()) && !isStaff(await viewer())) return 'nobody';
  const readers = await readersOfContent(ctx, row, viewer, link);
  return row.audience === 'staff' && readers === 'everybody' ? 'reader' : readers;
}

async function readersOfContent(
  ctx: Context,
  row: ServedRow,
  viewer: () => Promise<Viewer | null>,
  link: string | null,
): Promise<FileReaders> {
  if (!row.guarded) return 'everybody';
  const kind = row.content_kind === null ? undefined : ctx.kinds.get(row.content_kind);
  if (!kind?.mayReadFile || row.content_id === null) return 'nobody';
  return await kind.mayReadFile(ctx, await viewer(), row.content_id, link);
}

/** Refuses a download where the reader may only play the file. @throws {Refusal} `download_off` */
async function checkDownload(row: ServedRow, viewer: () => Promise<Viewer | null>): Promise<void> {
  if (row.download !== 'off') return;
  const reader = await viewer();
  if (reader?.profileId !== row.owner_id && !isStaff(reader)) throw new Refusal('download_off');
}

/** The file's name; a rendition has another ending than the file that it was made from. */
function nameFor(row: ServedRow, key: string): string {
  const ending = path.extname(key);
  return path.extname(row.name).toLowerCase() === ending ? row.name : `${path.parse(row.name).name}${ending}`;
}

/** Every stored file of members, by its key. What is not for everybody is decided at each request. */
export const fileRoute: RawRoute = {
  methods: ['GET', 'HEAD'],
  path: '/files/*',
  access: 'public',
  limit: 'file',
  summary: 'A file of a member, whole or in ranges; what is not public is asked of its content at every request.',
  async handle(ctx, { request, response, params, url, address, viewer }) {
    const key = params['*'] ?? '';
    const { generation } = ctx.pages;
    let row = cachedRow(ctx, key);
    let isPublic = row !== null;
    if (!row) {
      row = key.length > 500 || key.includes('\0') ? null : await servedByKey(ctx.db, key);
      const readers = row ? await readersOf(ctx, row, viewer, url.searchParams.get('link')) : 'nobody';
      // The same answer as for a missing file.
      if (!row || readers === 'nobody') throw new Refusal('not_found');
      isPublic = readers === 'everybody';
      if (isPublic) keep(ctx, key, row, generation);
    }
    const download = url.searchParams.has('download');
    if (download) await checkDownload(row, viewer);
    const hasPlays =
      row.is_played && row.content_kind !== null && ctx.kinds.get(row.content_kind)?.countsPlays === true;
    await sendFile(ctx.storage, request, response, {
      key,
      bytes: row.bytes,
      contentType: row.content_type,
      name: nameFor(row, key),
      caching: !isPublic ? 'none' : hasPlays ? 'browser' : 'shared',
      download,
      onBody: hasPlays ? (range) => recordServing(ctx, address, key, range, response) : undefined,
    });
  },
};
