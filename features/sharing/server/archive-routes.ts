import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { archive as limits } from '#platform/contract/archive-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { canSeeAdult, fileReaders, requireSeen } from '#content/core/server/policies.ts';
import { boughtAt } from '#content/core/server/purchases/purchases.ts';
import type { ContentFacts } from '#content/core/server/type.ts';
import {
  type ArchiveRow,
  type EntryRow,
  NotPlayable,
  entriesAt,
  entryAt,
  heardAs,
  listedArchive,
  openRendition,
  writtenEntries,
} from '#content/media/server/actions.ts';
import { entryContent, packedContent } from '#platform/server/archive/content.ts';
import { ArchiveRefused } from '#platform/server/archive/errors.ts';
import { NoDecoder, ProcessingInterrupted } from '#platform/server/media/errors.ts';
import { zipOf } from '#platform/server/archive/write.ts';
import type { Exchange, RawRoute } from '#platform/server/http/raw-route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type SentFile, attachment, filePolicy, sendFile } from '#platform/server/http/send-file.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { isId } from '#platform/server/ids.ts';
import { requireBought } from './buying/access.ts';
import { countDownload } from './store.ts';
import { type SharedType, sharedTypes } from './types.ts';
import { type VersionRow, versionById, versionKind } from './versions/versions-store.ts';

/** An archive that this reader may hear and download. */
interface OpenArchive {
  readonly file: ArchiveRow;
  readonly shared: SharedType;
  readonly facts: ContentFacts;
}

/**
 * Checked at every request: the thing's state, age, blocks, and what it costs.
 * @throws {Refusal} `not_found`, the type's `notFound`, `adults_only`, `not_bought`
 */
async function openArchive(ctx: Context, { params, viewer }: Exchange): Promise<OpenArchive> {
  const id = params['fileId'] ?? '';
  const file = isId(id) ? await listedArchive(ctx.db, id) : null;
  const isVersion = file?.content_kind === versionKind && file.content_id !== null;
  const version = isVersion ? await versionById(ctx.db, file.content_id) : null;
  const shared = sharedTypes.find(({ item }) => item.kind === version?.item_kind);
  if (!file || !version || !shared) throw new Refusal('not_found');
  const reader = await viewer();
  const facts = await requireSeen(ctx.db, shared.item, version.item_id, reader);
  await requireBought(ctx, shared, facts, reader);
  await refuseNewerAdult(ctx, version, shared, facts, reader);
  return { file, shared, facts };
}

/**
 * A seller who marks a thing as 18+ shuts no buyer out of what was there when they bought it; what came later is for adults.
 * @throws {Refusal} `adults_only`
 */
async function refuseNewerAdult(
  ctx: Context,
  version: VersionRow,
  { item }: SharedType,
  { id, authorId, isAdult }: ContentFacts,
  reader: Viewer | null,
): Promise<void> {
  if (!isAdult || reader === null || canSeeAdult(reader) || isStaff(reader) || reader.profileId === authorId) return;
  const at = await boughtAt(ctx.db, item, id, reader.profileId);
  if (at !== null && version.created_at > at) throw new Refusal('adults_only');
}

/** Only archives that are public and free may be cached for a while. */
async function cachingOf(ctx: Context, { shared, facts }: OpenArchive): Promise<'shared' | 'none'> {
  const isOpen = (await fileReaders(ctx, shared.item, facts.id, null)) === 'everybody';
  if (!isOpen) return 'none';
  try {
    await requireBought(ctx, shared, facts, null);
    return 'shared';
  } catch {
    // It costs something: nobody else gets this reader's copy.
    return 'none';
  }
}

/** Counts the download of a member, once, and not for its author. */
async function count(ctx: Context, { shared, facts }: OpenArchive, { request, viewer }: Exchange): Promise<void> {
  const reader = await viewer();
  if (request.method !== 'GET' || !reader || reader.profileId === facts.authorId) return;
  await countDownload(ctx.db, shared, facts.id, reader.userId, ctx.clock.now());
}

/** `3,7-9` as numbers; null for anything else, and for too many. */
export function positionsIn(text: string): number[] | null {
  const positions = new Set<number>();
  for (const part of text.split(',')) {
    const [, first, last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part) ?? [];
    if (first === undefined || Number(last) - Number(first) > limits.selectionMax) return null;
    for (let at = Number(first); at <= Number(last); at++) positions.add(at);
    if (positions.size > limits.selectionMax) return null;
  }
  return [...positions];
}

const selectionTooLarge = (): Refusal => new Refusal('selection_too_large', { meta: { max: limits.selectionMax } });

/** Streams a ZIP of some files of an archive; their compressed bytes are copied, not compressed again. */
async function sendSelection(ctx: Context, exchange: Exchange, open: OpenArchive, asked: string): Promise<void> {
  const positions = positionsIn(asked);
  if (!positions) throw selectionTooLarge();
  const { file } = open;
  const rows = await entriesAt(ctx.db, file.file_id, positions);
  if (rows.length === 0) throw new Refusal('not_found');
  if (rows.reduce((sum, row) => sum + row.packed, 0) > limits.selectionMaxBytes) throw selectionTooLarge();
  const zip = zipOf(rows, (entry, range) => packedContent(ctx.storage, file, entry, range));
  await count(ctx, open, exchange);
  const { request, response } = exchange;
  response.setHeader('cache-control', 'private, no-store');
  response.setHeader('content-security-policy', filePolicy);
  response.writeHead(200, {
    'content-type': 'application/zip',
    'content-length': zip.bytes,
    'content-disposition': attachment(`${file.name.replace(/\.zip$/i, '')} (${rows.length}).zip`),
  });
  if (request.method === 'HEAD') response.end();
  // A failure, or a reader who leaves, has ended the connection: the file is short of its length.
  else await pipeline(Readable.from(zip.content()), response).catch(() => void response.destroy());
}

/**
 * A ZIP of what an archive's list says, in the place of one that programs would unpack to other files or names: nothing
 * that was left out is handed to anybody. It can be read in ranges, and has the same bytes each time.
 */
async function listedZip(ctx: Context, file: ArchiveRow): Promise<Pick<SentFile, 'key' | 'bytes' | 'content'>> {
  const zip = zipOf(await writtenEntries(ctx.db, file.file_id), (entry, range) =>
    packedContent(ctx.storage, file, entry, range),
  );
  return {
    key: `${file.key}/listed`,
    bytes: zip.bytes,
    content: async (range) => Readable.from(zip.content(range ?? undefined)),
  };
}

const wholeRoute: RawRoute = {
  methods: ['GET', 'HEAD'],
  path: '/archives/:fileId',
  access: 'public',
  limit: 'file',
  summary: 'An archive of a kit or pack, whole or in ranges; with `entries=3,7-9` a ZIP of some of its files.',
  async handle(ctx, exchange) {
    const open = await openArchive(ctx, exchange);
    const asked = exchange.url.searchParams.get('entries');
    if (asked !== null) {
      await sendSelection(ctx, exchange, open, asked);
      return;
    }
    await count(ctx, open, exchange);
    const { file } = open;
    await sendFile(ctx.storage, exchange.request, exchange.response, {
      ...(file.is_exact ? { key: file.key, bytes: file.bytes } : await listedZip(ctx, file)),
      name: file.name,
      contentType: 'application/zip',
      // Each download of a member is counted here.
      caching: 'none',
      download: true,
    });
  },
};

/** Why an entry is not heard. */
function unheard({ analysis, bytes }: EntryRow): Refusal {
  if (analysis === 'waiting' || analysis === 'interrupted') return new Refusal('sound_not_ready');
  if (analysis === 'not_sound' || analysis === 'damaged') return new Refusal('not_a_sound');
  return new Refusal(bytes > limits.analysedMaxBytes ? 'sound_too_large' : 'sound_not_playable');
}

/** Sends the version of a sound that every browser plays, once it is made. @returns false where it plays as it is */
async function sendRendition(ctx: Context, exchange: Exchange, file: ArchiveRow, entry: EntryRow): Promise<boolean> {
  const rendition = await openRendition(ctx, file, entry);
  if (!rendition) return false;
  const { handle, bytes, contentType, ending } = rendition;
  try {
    // It took its time: what the reader may hear is what they may hear now.
    const now = await openArchive(ctx, exchange);
    await sendFile(ctx.storage, exchange.request, exchange.response, {
      // Made again by another decoder, it may have other bytes.
      key: `${file.key}/${entry.position}/${bytes}${ending}`,
      bytes,
      contentType,
      name: `${entry.path
        .split('/')
        .at(-1)!
        .replace(/\.[^.]*$/, '')}${ending}`,
      caching: await cachingOf(ctx, now),
      download: false,
      content: async (range) => handle.createReadStream({ ...range, autoClose: false }),
    });
    return true;
  } finally {
    await handle.close();
  }
}

const soundRoute: RawRoute = {
  methods: ['GET', 'HEAD'],
  path: '/archives/:fileId/:position',
  access: 'public',
  limit: 'file',
  summary: 'A sound in an archive, whole or in ranges; where not every browser plays it, as FLAC or AAC.',
  async handle(ctx, exchange) {
    const open = await openArchive(ctx, exchange);
    const { file } = open;
    const position = exchange.params['position'] ?? '';
    const entry = /^\d{1,6}$/.test(position) ? await entryAt(ctx.db, file.file_id, Number(position)) : null;
    if (!entry || entry.kind !== 'sound') throw new Refusal('not_found');
    const heard = heardAs(entry);
    if (heard === null) throw unheard(entry);
    try {
      if (heard === 'prepared' && (await sendRendition(ctx, exchange, file, entry))) return;
      await sendFile(ctx.storage, exchange.request, exchange.response, {
        key: `${file.key}/${entry.position}`,
        bytes: entry.bytes,
        contentType: entry.content_type ?? 'application/octet-stream',
        name: entry.path.split('/').at(-1)!,
        caching: await cachingOf(ctx, open),
        download: false,
        content: (range) => entryContent(ctx.storage, file, entry, range ?? undefined),
      });
    } catch (error) {
      if (error instanceof ArchiveRefused || error instanceof NotPlayable) throw new Refusal('not_a_sound');
      if (!(error instanceof ProcessingInterrupted) && !(error instanceof NoDecoder)) throw error;
      // The sound may be fine: another try may come to an end.
      ctx.log.warn({ err: error, file: file.file_id, position: entry.position }, 'a sound could not be prepared');
      throw new Refusal('sound_not_ready');
    }
  },
};

/** Archives and the sounds in them, at addresses of their own: the file itself is nobody's but its owner's. */
export const archiveRoutes: readonly RawRoute[] = [wholeRoute, soundRoute];
