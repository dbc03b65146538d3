import type { ArchiveEntry } from '#content/media/contract/archives.ts';
import { type EntryKind, archive } from '#platform/contract/archive-limits.ts';
import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import type { Context } from '#platform/server/context.ts';
import { requireSeen } from '#content/core/server/policies.ts';
import { type EntryRow, archivesOf, entriesOf, facetsOf, heardAs } from '#content/media/server/actions.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { badCursor } from '#platform/server/paging.ts';
import type { SharedType } from './types.ts';
import { versionsOf } from './versions/versions-store.ts';

/** Filters of a list of entries. */
export interface EntriesQuery {
  readonly version?: number | undefined;
  readonly after?: string | undefined;
  readonly kind?: EntryKind | undefined;
  readonly search?: string | undefined;
  readonly minSeconds?: number | undefined;
  readonly maxSeconds?: number | undefined;
  readonly minTempo?: number | undefined;
  readonly maxTempo?: number | undefined;
  readonly key?: string | undefined;
}

function presentEntry(row: EntryRow): ArchiveEntry {
  return {
    position: row.position,
    path: row.path,
    kind: row.kind,
    bytes: row.bytes,
    analysis: row.analysis,
    playback: heardAs(row),
    durationMs: row.duration_ms,
    tempo: row.stated.tempo ?? row.tempo,
    key: row.stated.key ?? row.musical_key,
    peaks: row.peaks ? Buffer.from(row.peaks).toString('base64') : null,
  };
}

function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return -1;
  const [place] = decodeCursor(cursor, 1) ?? [];
  if (place === undefined || !/^\d{1,7}$/.test(place)) throw badCursor();
  return Number(place);
}

const milliseconds = (seconds: number | undefined): number | null =>
  seconds === undefined ? null : Math.round(seconds * 1000);

/**
 * The files in the archive of a thing, folder by folder.
 * @throws {Refusal} the type's `notFound`, `adults_only`, `not_found` for another version, `archive_not_ready`, `invalid`
 */
export async function listEntries(
  ctx: Context,
  viewer: Viewer | null,
  shared: SharedType,
  id: string,
  query: EntriesQuery,
) {
  await requireSeen(ctx.db, shared.item, id, viewer);
  const versions = await versionsOf(ctx.db, id);
  const version = query.version === undefined ? versions[0] : versions.find(({ number }) => number === query.version);
  if (!version) throw new Refusal('not_found');
  const fileId = version.file_id;
  const file = (await archivesOf(ctx.db, [fileId])).get(fileId);
  if (file?.processing !== 'done') throw new Refusal('archive_not_ready');
  const filter = {
    kind: query.kind ?? null,
    search: (query.search ?? '').normalize('NFC').toLowerCase(),
    minMs: milliseconds(query.minSeconds),
    maxMs: milliseconds(query.maxSeconds),
    minTempo: query.minTempo ?? null,
    maxTempo: query.maxTempo ?? null,
    key: query.key === undefined || query.key === '' ? null : query.key,
  };
  const after = placeOf(query.after);
  const [found, facets] = await Promise.all([
    entriesOf(ctx.db, fileId, filter, after, archive.perPage + 1),
    facetsOf(ctx.db, fileId),
  ]);
  const page = found.slice(0, archive.perPage);
  return {
    fileId,
    version: version.number,
    items: page.map(presentEntry),
    next: found.length > page.length ? encodeCursor([page.at(-1)!.position]) : null,
    ...facets,
  };
}
