import type { Context } from '#server/context.ts';
import { canSeeAdult } from '#server/features/content/policies.ts';
import { unblockedOnly } from '#server/features/friends/store.ts';
import { type Database, type SQL, sql } from '#server/platform/db/database.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';
import { dayMarks, dayOf } from './marks.ts';
import { type SearchQuery, toTsQuery, wholePhrase } from './query.ts';

/** What a search is narrowed to. */
export interface Filter {
  /** Each a mark. */
  readonly marks: readonly string[];
  /** Profile id. */
  readonly authorId: string | null;
  /** The first and the last UTC day. */
  readonly from: Date | null;
  readonly to: Date | null;
}

/** A document that was found. */
export interface Found {
  readonly id: string;
  readonly part: number;
  readonly kind: string;
  readonly title: string;
  readonly created_at: Date;
  readonly reception: number;
  readonly is_near: boolean;
  readonly size: number;
}

/** Documents up to which the whole index is read at once. */
const SMALL = 20_000;
/** Documents of the first span of days that is read, and how much longer each following span is. */
const FIRST_SPAN = 4_000;
const GROWTH = 6;
const EXTENT_MS = 60_000;

interface Extent {
  readonly count: number;
  readonly firstDay: number;
  readonly readAt: number;
}

const extents = new WeakMap<Database, Extent>();

/** About how many documents there are, and since when; read once a minute. */
async function extentOf(ctx: Context): Promise<Extent> {
  const readAt = ctx.clock.now().getTime();
  const known = extents.get(ctx.db);
  if (known && Math.abs(readAt - known.readAt) < EXTENT_MS) return known;
  const [row] = await ctx.db.rows<{ count: number; first: Date | null }>(sql`
    SELECT c.reltuples::float8 AS count, (SELECT d.created_at FROM search_documents d ORDER BY d.id LIMIT 1) AS first
    FROM pg_class c WHERE c.oid = 'search_documents'::regclass`);
  const extent = { count: row!.count, firstDay: dayOf(row!.first ?? new Date(readAt)), readAt };
  extents.set(ctx.db, extent);
  return extent;
}

/** Days that are read together; null is without a limit on that side. */
interface Span {
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * Spans of days from new to old, each several times as long as the one before. A word that is everywhere is found in the
 * first; a rare one costs a look-up for each. Without them a common word would read every document with it.
 */
function* spansFrom(extent: Extent, from: number | null, to: number): Generator<Span> {
  const first = Math.max(extent.firstDay, from ?? extent.firstDay);
  let length = Math.max(1, Math.ceil(FIRST_SPAN / (extent.count / Math.max(1, to - extent.firstDay + 1))));
  let end = to;
  if (extent.count > SMALL)
    for (; end >= first; length *= GROWTH) {
      const begin = Math.max(first, end - length + 1);
      yield { from: begin, to: end };
      end = begin - 1;
    }
  // All of a small site; else what is older than the oldest id says, which is nothing, or few.
  if (from === null || extent.count <= SMALL) yield { from, to: end };
}

/**
 * What a reader finds: every rule about what they may see, in the query itself. Rows `d`.
 * The look-up of what an answer stands below is inside CASE, so that it stays one by key for each row.
 */
function visibleTo(viewer: Viewer | null, now: Date): SQL {
  const adult = canSeeAdult(viewer);
  const harmless = (row: string): SQL => (adult ? sql`` : sql.raw(` AND NOT ${row}.is_adult`));
  const unlocked = isStaff(viewer)
    ? sql``
    : viewer
      ? sql` AND (d.part = 0 OR d.author_id = ${viewer.profileId}::uuid OR EXISTS (
          SELECT 1 FROM post_unlocks u WHERE u.post_id = d.id AND u.profile_id = ${viewer.profileId}::uuid))`
      : sql` AND d.part = 0`;
  return sql` AND (d.expires_at IS NULL OR d.expires_at > ${now}::timestamptz)${harmless('d')}${unlocked}${unblockedOnly(viewer, sql.raw('d.author_id'))}
    AND CASE WHEN d.parent_id IS NULL THEN true ELSE EXISTS (
      SELECT 1 FROM search_documents o WHERE o.id = d.parent_id AND o.part = 0${harmless('o')}${unblockedOnly(viewer, sql.raw('o.author_id'))}) END`;
}

const holds = (column: string, phrase: readonly string[]): SQL =>
  sql`strpos(' ' || ${sql.raw(column)} || ' ', ${` ${phrase.join(' ')} `}) > 0`;

/** Phrases are words in the index; that they stand one after the other is asked of the rows. */
function phraseConditions({ phrases, without }: SearchQuery, scope: '' | '='): SQL {
  const inRow = (phrase: readonly string[]): SQL =>
    scope === '=' ? holds('d.title', phrase) : sql`(${holds('d.title', phrase)} OR ${holds('d.body', phrase)})`;
  return sql.join(
    [
      ...phrases.map((phrase) => sql` AND ${inRow(phrase)}`),
      ...without.flatMap((phrase) =>
        phrase.length > 1 ? [sql` AND NOT (${holds('d.title', phrase)} OR ${holds('d.body', phrase)})`] : [],
      ),
    ],
    sql``,
  );
}

/**
 * The newest documents that a search finds for a reader, newest first.
 * @param scope `=`: every word stands in the title or name
 * @param before only older ones, and of the same time those with a lower id
 */
export async function findNewest(
  ctx: Context,
  viewer: Viewer | null,
  query: SearchQuery,
  filter: Filter,
  scope: '' | '=',
  before: { readonly at: Date; readonly id: string },
  limit: number,
): Promise<Found[]> {
  const extent = await extentOf(ctx);
  const phrase = wholePhrase(query);
  const near = phrase === null ? sql`false` : sql`(${holds('d.title', [phrase])} OR ${holds('d.body', [phrase])})`;
  const last = filter.to && filter.to < before.at ? filter.to : before.at;
  const conditions = sql`${phraseConditions(query, scope)}${
    filter.authorId === null ? sql`` : sql` AND d.author_id = ${filter.authorId}::uuid`
  }${visibleTo(viewer, ctx.clock.now())}`;
  const found: Found[] = [];
  for (const span of spansFrom(extent, filter.from && dayOf(filter.from), dayOf(last))) {
    const days = span.from === null ? [] : [dayMarks(span.from, span.to!)];
    const words = toTsQuery(query, scope, [...filter.marks, ...days.filter((marks) => marks.length > 0)]);
    const older =
      span.from === null && span.to !== null ? sql` AND d.created_at < ${startOf(span.to + 1)}::timestamptz` : sql``;
    found.push(
      ...(await ctx.db.rows<Found>(sql`
        SELECT d.id, d.part, d.kind, d.title, d.created_at, d.reception, ${near} AS is_near, pg_column_size(d.body) AS size
        FROM search_documents d
        WHERE search_vector(d.title, d.body, d.marks) @@ ${words}::tsquery
          AND (d.created_at, d.id) < (${before.at}::timestamptz, ${before.id}::uuid)${older}${conditions}
        ORDER BY d.created_at DESC, d.id DESC, d.part LIMIT ${limit - found.length}`)),
    );
    if (found.length >= limit) break;
  }
  return found;
}

const startOf = (day: number): Date => new Date(day * 86_400_000);
