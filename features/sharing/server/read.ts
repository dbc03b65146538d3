import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { sharing } from '#features/sharing/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type ContentPage, type ContentReader, contentReader } from '#content/core/server/reader.ts';
import { canSeeAdult, requireSeen } from '#content/core/server/policies.ts';
import { contentHistory } from '#content/core/server/versions.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { holdsRight } from '#people/ledger/server/actions.ts';
import { searchText } from '#features/gallery/server/rules.ts';
import { archivesOf, filesOf } from '#content/media/server/actions.ts';
import { profileIdsByUsername } from '#people/profiles/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { isId } from '#platform/server/ids.ts';
import { badCursor, readTimeCursor, timestampOf } from '#platform/server/paging.ts';
import { priceFor } from './buying/access.ts';
import { presentItem } from './present.ts';
import { tagForm } from './rules.ts';
import { musicOf } from './sounds/sounds.ts';
import {
  type ItemFilter,
  type ItemPlace,
  type ItemRow,
  type ItemSkeleton,
  aheadIds,
  itemColumns,
  itemIds,
  ownIds,
} from './store.ts';
import { type SharedType, sharedTypes } from './types.ts';
import { boughtAmong } from './versions/versions-store.ts';
import { withoutAddress } from './words.ts';

type ItemPage = ContentPage<SharedItem>;

const readers = new Map(sharedTypes.map((shared) => [shared, readerOf(shared)]));

/** Reads items of a type with their archives, previews and tracks. */
export const itemsOf = (shared: SharedType): ContentReader<ItemRow, SharedItem> => readers.get(shared)!;

function readerOf(shared: SharedType): ContentReader<ItemRow, SharedItem> {
  const { kind, columns } = shared.descriptor;
  const own = itemColumns(shared.descriptor);
  return contentReader<ItemRow, SharedItem>(shared.item, {
    columns: () => own,
    async present(ctx, viewer, rows) {
      const ids = rows.map((row) => row.id);
      const archiveIds = rows.flatMap((row) => row.archive_file_id ?? []);
      const [previews, archives, bought] = await Promise.all([
        columns.previewUrl ? filesOf(ctx.db, kind, ids) : null,
        archivesOf(ctx.db, archiveIds),
        viewer && columns.archiveFileId ? boughtAmong(ctx.db, ids, viewer.profileId) : null,
      ]);
      const music = await musicOf(ctx, viewer, shared, rows, { previews, archives, bought });
      return (row, content) => {
        const parts = {
          ...music(row, content.author.displayName),
          preview: previews?.get(row.id)?.[0],
          archive: archives.get(row.archive_file_id ?? ''),
          bought: bought?.has(row.id) ?? false,
        };
        return presentItem(shared, row, content, parts, viewer);
      };
    },
  });
}

/** An item or its row, as far as a cursor names it. */
type Placed = Pick<ItemSkeleton, 'id' | 'created_at' | 'like_count'>;

const cursors = {
  newest: (last: Placed): string => encodeCursor([last.created_at.getTime(), last.id]),
  'most-liked': (last: Placed): string => encodeCursor([last.like_count, last.created_at.getTime(), last.id]),
} as const;

/**
 * A first page with things ahead: its cursor, and those of later pages, name them, so that none is shown twice.
 * @param skipped ids that earlier pages have shown ahead of their place
 */
function newestCursor(places: readonly ItemSkeleton[], ahead: number, skipped: readonly string[]) {
  return (last: Placed, count: number): string => {
    const all = [...skipped, ...places.slice(0, Math.min(ahead, count)).map((place) => place.id)];
    // Texts so long that the page ends among those ahead: the others come at their place.
    const next = places[ahead];
    const place = count > ahead || !next ? last : { ...next, created_at: new Date(next.created_at.getTime() + 1) };
    const key = cursors.newest(place);
    return all.length === 0 ? key : `${key}~${all.join('.')}`;
  };
}

/** Takes the ids that stood ahead off a cursor. @throws {Refusal} `invalid` */
function readSkipped(cursor: string | undefined): { cursor: string | undefined; skipped: readonly string[] } {
  const parts = cursor?.split('~') ?? [];
  if (parts.length !== 3) return { cursor, skipped: [] };
  const skipped = parts[2]!.split('.');
  if (skipped.length > sharing.ahead.most || !skipped.every(isId)) throw badCursor();
  return { cursor: parts.slice(0, 2).join('~'), skipped };
}

function readCursor(order: keyof typeof cursors, cursor: string | undefined): ItemPlace | null {
  if (order === 'newest') {
    const place = readTimeCursor(cursor);
    return place && { ...place, likes: null };
  }
  if (cursor === undefined) return null;
  const [likes, at, id] = decodeCursor(cursor, 3) ?? [];
  if (likes === undefined || !/^\d{1,9}$/.test(likes) || !isId(id!)) throw badCursor();
  return { likes: Number(likes), at: timestampOf(at!), id: id! };
}

/** Filters of a list. */
export interface ListQuery {
  readonly after?: string | undefined;
  readonly order: 'newest' | 'most-liked';
  readonly type?: string | undefined;
  readonly tag?: string | undefined;
  readonly search?: string | undefined;
  readonly author?: string | undefined;
}

/** Published things of a type, newest or most liked first. @throws {Refusal} `invalid` for a cursor of another list */
export async function listItems(
  ctx: Context,
  viewer: Viewer | null,
  shared: SharedType,
  query: ListQuery,
): Promise<ItemPage> {
  const isNewest = query.order === 'newest';
  const { cursor, skipped } = isNewest ? readSkipped(query.after) : { cursor: query.after, skipped: [] };
  const after = readCursor(query.order, cursor);
  let authorId: string | null = null;
  if (query.author !== undefined) {
    authorId = (await profileIdsByUsername(ctx, [query.author])).get(query.author.toLowerCase()) ?? null;
    if (authorId === null) return { items: [], next: null };
  }
  const filter = {
    type: query.type ?? null,
    tag: query.tag === undefined || query.tag === '' ? null : tagForm(query.tag),
    search: searchText(query.search ?? ''),
    authorId,
    adult: canSeeAdult(viewer),
    unblocked: unblockedOnly(viewer, sql`t.author_id`),
  };
  const limit = sharing.perPage + 1 + (isNewest ? sharing.ahead.most : 0);
  const [places, ahead] = await Promise.all([
    itemIds(ctx.db, shared, filter, query.order, after, limit),
    isNewest && after === null ? aheadOf(ctx, shared, filter) : [],
  ]);
  const { perPage: size } = sharing;
  if (!isNewest) return await itemsOf(shared).page(ctx, viewer, { places, size, cursorOf: cursors[query.order] });
  const apart = new Set([...skipped, ...ahead.map((place) => place.id)]);
  const all = [...ahead, ...places.filter((place) => !apart.has(place.id))].slice(0, sharing.perPage + 1);
  const cursorOf = newestCursor(all, ahead.length, skipped);
  const page = await itemsOf(shared).page(ctx, viewer, { places: all, size, cursorOf });
  const isAhead = new Set(ahead.map((place) => place.id));
  return { ...page, items: page.items.map((item) => (isAhead.has(item.id) ? { ...item, isAhead: true } : item)) };
}

/** Items with listing priority, which precede the newest: in lists of everybody's items, unless somebody searches. */
async function aheadOf(ctx: Context, shared: SharedType, filter: ItemFilter): Promise<readonly ItemSkeleton[]> {
  const hasPriority = holdsRight(ctx, 'listing_priority', sql`t.author_id`);
  if (hasPriority === null || filter.search !== '' || filter.authorId !== null) return [];
  const since = new Date(ctx.clock.now().getTime() - sharing.ahead.days * 86_400_000);
  return await aheadIds(ctx.db, shared, filter, { hasPriority, since });
}

/** The member's own things of a type, newest first. @throws {Refusal} `invalid` for a cursor of another list */
export async function listOwn(
  ctx: Context,
  viewer: Viewer,
  shared: SharedType,
  query: { list: 'all' | 'waiting'; after?: string | undefined },
): Promise<ItemPage> {
  const after = readTimeCursor(query.after);
  const places = await ownIds(ctx.db, shared, viewer.profileId, query.list === 'waiting', after, sharing.perPage + 1);
  return await itemsOf(shared).page(ctx, viewer, { places, size: sharing.perPage, cursorOf: cursors.newest });
}

/** The versions of a thing, as `contentHistory`; without its address for who has not bought what costs something. */
export async function readHistory(
  ctx: Context,
  viewer: Viewer | null,
  shared: SharedType,
  id: string,
  after: string | undefined,
) {
  const history = await contentHistory(ctx, viewer, shared.item, id, { after });
  const facts = await requireSeen(ctx.db, shared.item, id, viewer);
  if ((await priceFor(ctx, shared, facts, viewer)) === null) return history;
  return {
    ...history,
    items: history.items.map((version) => ({ ...version, source: withoutAddress(version.source) })),
  };
}
