import type { Context } from '#platform/server/context.ts';
import { canSeeAdult } from '#content/core/server/policies.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { type Database, type Reader, type SQL, sql } from '#platform/server/db/database.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { authorMark, categoryMark, dayMarks, dayOf, spanEnd, spanStart } from './marks.ts';
import { type SearchQuery, toTsQuery, wholePhrase } from './query.ts';
import { type Estimate, type Shares, estimate, readShares } from './shares.ts';

/** What a search is narrowed to. */
export interface Filter {
  /** Each a mark, or several of which one is enough. */
  readonly marks: readonly (string | readonly string[])[];
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
  readonly parent_id: string | null;
  readonly author_id: string | null;
  readonly title: string;
  readonly created_at: Date;
  readonly reception: number;
  readonly is_near: boolean;
  readonly size: number;
}

/** Documents up to which the whole index is read at once. */
const SMALL = 20_000;
/** Documents of the first span of days that is read where nothing is known of the words. */
const FIRST_SPAN = 2_000;
/** The first span: its expected matches as a multiple of the wanted ones, their upper bound, and its most documents. */
const FIRST_SHARE = { expected: 1.3, most: 6, documents: 20_000 };
/** Bounds of the factor by which each span reaches further back than the one before. */
const GROWTH = { least: 3, most: 16 };
/** Documents after which a search stops that has found enough for some pages. */
const DEEP = 30_000;
/** A search with at most so many expected rows is read without spans, which would cost more than they save. */
const WHOLE_ROWS = 3_000;
/** Rows that are read for a phrase: its words may be common, and their order is checked for each row. */
const PHRASE_ROWS = 2_000;
const EXTENT_MS = 60_000;

interface Extent {
  readonly count: number;
  readonly firstDay: number;
  readonly shares: Shares | null;
  readonly readAt: number;
}

const extents = new WeakMap<Database, Extent>();

/** Estimates of the number of documents, the first day and the frequency of words; cached for a minute. */
async function extentOf(ctx: Context, reader: Reader): Promise<Extent> {
  const readAt = ctx.clock.now().getTime();
  const cached = extents.get(ctx.db);
  if (cached && Math.abs(readAt - cached.readAt) < EXTENT_MS) return cached;
  const [row] = await reader.rows<{ count: number; first: Date | null }>(sql`
    SELECT c.reltuples::float8 AS count, (SELECT d.created_at FROM search_documents d ORDER BY d.id LIMIT 1) AS first
    FROM pg_class c WHERE c.oid = 'search_documents'::regclass`);
  const shares = row!.count > SMALL ? await readShares(reader) : null;
  const extent = { count: row!.count, firstDay: dayOf(row!.first ?? new Date(readAt)), shares, readAt };
  extents.set(ctx.db, extent);
  return extent;
}

/** Days that are read together, inclusive; null is without a limit on that side. */
interface Span {
  readonly from: number | null;
  readonly to: number;
  /** The days are part of the index look-up; else they are a condition on the rows. */
  readonly isMarked: boolean;
}

/** How far a search has come. */
interface Progress {
  readonly found: number;
  readonly wanted: number;
  /** Documents that are looked at, at most. */
  readonly reach: number;
}

/** Documents of a day, on average. */
const perDay = (extent: Extent, to: number): number => extent.count / Math.max(1, to - extent.firstDay + 1);

/** Documents of the first span: as many as are expected to have the wanted matches. Infinity: no spans. */
function firstSpan(extent: Extent, words: Estimate | null, wanted: number): number {
  if (!words) return FIRST_SPAN;
  if (words.most * extent.count <= WHOLE_ROWS) return Infinity;
  const documents = Math.min(
    (FIRST_SHARE.expected * wanted) / words.expected,
    (FIRST_SHARE.most * wanted) / words.most,
    FIRST_SHARE.documents,
  );
  return Math.max(wanted, documents);
}

/**
 * Spans of days from new to old. A common word has enough matches in the first span; a rare one is looked up in all the
 * rest after it. Without spans, a common word would read every document with it.
 * @param words the estimated frequency of the searched words; null where it is not known
 * @param progress asked after each span
 */
function* spansFrom(
  extent: Extent,
  words: Estimate | null,
  from: number | null,
  to: number,
  progress: () => Progress,
): Generator<Span> {
  const first = Math.max(extent.firstDay, from ?? extent.firstDay);
  const daily = perDay(extent, to);
  let end = to;
  let length = Math.ceil(Math.min(firstSpan(extent, words, progress().wanted), progress().reach) / daily);
  while (extent.count > SMALL && Number.isFinite(length) && end >= first) {
    const begin = Math.max(first, spanStart(end - length + 1, length));
    yield { from: begin, to: end, isMarked: true };
    end = begin - 1;
    const covered = (to - end) * daily;
    const { found, wanted, reach } = progress();
    if (covered >= reach) return;
    const expected = ((found + 2) / covered) * extent.count;
    if (expected <= WHOLE_ROWS && reach >= extent.count) break;
    const factor = Math.min(GROWTH.most, Math.max(GROWTH.least, (1.5 * (wanted - found)) / Math.max(1, found)));
    length = Math.ceil(Math.min(reach - covered, covered * factor) / daily);
  }
  // All documents of a small site; else the older ones.
  if (from === null || end >= from) yield { from, to: end, isMarked: false };
}

/**
 * The policies of what a reader may see, as a condition on the rows `d`. CASE keeps the look-up of an answer's parent
 * one by key for each row.
 */
function visibleTo({ switches }: Context, viewer: Viewer | null, now: Date): SQL {
  const { unlistedKinds: kinds, unlistedCategories: categories } = switches;
  const listed = (row: string): SQL =>
    sql`${kinds.length === 0 ? sql`` : sql` AND ${sql.raw(row)}.kind <> ALL(${[...kinds]}::text[])`}${sql.join(
      categories.map(
        (key) =>
          // What members share is filtered by words of the same index.
          sql` AND NOT (${sql.raw(row)}.kind = 'forum_post' AND strpos(' ' || ${sql.raw(row)}.marks || ' ', ${` ${categoryMark(key)} `}) > 0)`,
      ),
    )}`;
  const adult = canSeeAdult(viewer);
  const notAdult = (row: string): SQL => (adult ? sql`` : sql.raw(` AND NOT ${row}.is_adult`));
  const unlocked = isStaff(viewer)
    ? sql``
    : viewer
      ? sql` AND (d.part = 0 OR d.author_id = ${viewer.profileId}::uuid OR EXISTS (
          SELECT 1 FROM post_unlocks u WHERE u.post_id = d.id AND u.profile_id = ${viewer.profileId}::uuid))`
      : sql` AND d.part = 0`;
  return sql` AND (d.expires_at IS NULL OR d.expires_at > ${now}::timestamptz)${notAdult('d')}${listed('d')}${unlocked}${unblockedOnly(viewer, sql.raw('d.author_id'))}
    AND CASE WHEN d.parent_id IS NULL THEN true ELSE EXISTS (
      SELECT 1 FROM search_documents o WHERE o.id = d.parent_id AND o.part = 0${notAdult('o')}${listed('o')}${unblockedOnly(viewer, sql.raw('o.author_id'))}) END`;
}

const holds = (column: string, phrase: readonly string[]): SQL =>
  sql`strpos(' ' || ${sql.raw(column)} || ' ', ${` ${phrase.join(' ')} `}) > 0`;

/** Phrases are words in the index; the order of these words is checked on the rows. */
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
 * How many of the newest documents a phrase is searched in: as many as have its words in `PHRASE_ROWS`, estimated from
 * the first span. Rare words are searched everywhere.
 */
async function reachOf(reader: Reader, query: SearchQuery, extent: Extent, to: number): Promise<number> {
  if (query.phrases.length === 0 || extent.count <= SMALL) return Infinity;
  const days = Math.max(1, Math.ceil(FIRST_SPAN / perDay(extent, to)));
  const words = toTsQuery(query, '', [dayMarks(to - days + 1, to)]);
  const [row] = await reader.rows<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM search_documents d WHERE search_vector(d.title, d.body, d.marks) @@ ${words}::tsquery`,
  );
  return row!.count === 0 ? Infinity : (PHRASE_ROWS / row!.count) * days * perDay(extent, to);
}

/** Keyset pagination: at most `limit` documents, older than `before`, or of the same time with a lower id. */
export interface Extract {
  readonly before: { readonly at: Date; readonly id: string };
  readonly limit: number;
  /** Found documents after which the search does not go far back for more. */
  readonly enough: number;
}

/** Marks of a span. One that ends today includes its whole last group of days, which has one mark. */
const marksOfSpan = ({ from, to }: Span, today: number): string[] =>
  dayMarks(from!, to >= today ? spanEnd(to, to - from! + 1) : to);

/** The result of a search. */
export interface Newest {
  readonly found: Found[];
  /** There is nothing else. */
  readonly isAll: boolean;
}

/**
 * The newest documents that a search finds for a reader, newest first.
 * @param scope `=`: every word stands in the title or name
 * @throws with PostgreSQL's code 57014 where it takes too long
 */
export async function findNewest(
  ctx: Context,
  reader: Reader,
  viewer: Viewer | null,
  query: SearchQuery,
  filter: Filter,
  scope: '' | '=',
  { before, limit, enough }: Extract,
): Promise<Newest> {
  const extent = await extentOf(ctx, reader);
  const phrase = wholePhrase(query);
  const near = phrase === null ? sql`false` : sql`(${holds('d.title', [phrase])} OR ${holds('d.body', [phrase])})`;
  const last = filter.to && filter.to < before.at ? filter.to : before.at;
  const conditions = sql`${phraseConditions(query, scope)}${
    filter.authorId === null ? sql`` : sql` AND d.author_id = ${filter.authorId}::uuid`
  }`;
  const visible = visibleTo(ctx, viewer, ctx.clock.now());
  const found: Found[] = [];
  const to = dayOf(last);
  const today = dayOf(ctx.clock.now());
  const marks = [...filter.marks, ...(filter.authorId === null ? [] : [authorMark(filter.authorId)])];
  const words = extent.shares && estimate(extent.shares, query, scope, marks);
  const phraseReach = await reachOf(reader, query, extent, to);
  const progress = (): Progress => ({
    found: found.length,
    wanted: limit,
    reach: found.length >= enough ? Math.min(DEEP, phraseReach) : phraseReach,
  });
  let isAll = false;
  for (const span of spansFrom(extent, words, filter.from && dayOf(filter.from), to, progress)) {
    const lookup = toTsQuery(query, scope, [...marks, ...(span.isMarked ? [marksOfSpan(span, today)] : [])]);
    const older = span.isMarked
      ? sql``
      : sql` AND d.created_at < ${startOf(span.to + 1)}::timestamptz AND d.created_at >= ${startOf(span.from ?? 0)}::timestamptz`;
    isAll = !span.isMarked;
    found.push(
      // Ordered before the policies, which need a look-up for each row: the first rows are enough.
      ...(await reader.rows<Found>(sql`
        SELECT d.id, d.part, d.kind, d.parent_id, d.author_id, d.title, d.created_at, d.reception, ${near} AS is_near, pg_column_size(d.body) AS size FROM (
          SELECT d.id, d.part, d.kind, d.title, d.body, d.created_at, d.reception, d.expires_at, d.is_adult, d.author_id, d.parent_id${ctx.switches.unlistedCategories.length === 0 ? sql`` : sql`, d.marks`}
          FROM search_documents d
          WHERE search_vector(d.title, d.body, d.marks) @@ ${lookup}::tsquery
            AND (d.created_at, d.id) < (${before.at}::timestamptz, ${before.id}::uuid)${older}${conditions}
          ORDER BY d.created_at DESC, d.id DESC, d.part OFFSET 0) d
        WHERE true${visible}
        ORDER BY d.created_at DESC, d.id DESC, d.part LIMIT ${limit - found.length}`)),
    );
    if (found.length >= limit) return { found, isAll: false };
  }
  return { found, isAll };
}

const startOf = (day: number): Date => new Date(day * 86_400_000);
