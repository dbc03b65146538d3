import { type SearchType, search as limits } from '#content/search/contract/limits.ts';
import { type MusicKey, tempos } from '#platform/contract/music-limits.ts';
import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import type { Context } from '#platform/server/context.ts';
import { profileIdsByUsername } from '#people/profiles/server/store.ts';
import { type Reader, isTimeout } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { isId } from '#platform/server/ids.ts';
import { badCursor, readTimeCursor, timeCursor, timestampOf } from '#platform/server/paging.ts';
import { type Filter, type Found, type Newest, findNewest } from './find.ts';
import { searchKinds } from './kinds.ts';
import { audioMark, categoryMark, keyMark, tagMark, tempoMarks, typeMark, videoMark } from './marks.ts';
import { type SearchQuery, finished, isContradiction, isEmpty, parseQuery } from './query.ts';
import { scoreOf } from './rank.ts';
import { correctedText, withNearWords } from './typos.ts';

/** What a reader asks for. */
export interface Search {
  readonly q?: string | undefined;
  readonly type?: SearchType | undefined;
  readonly author?: string | undefined;
  readonly tag?: string | undefined;
  readonly category?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly audio?: 'true' | undefined;
  readonly video?: 'true' | undefined;
  readonly minTempo?: number | undefined;
  readonly maxTempo?: number | undefined;
  readonly key?: MusicKey | undefined;
  readonly order?: 'relevance' | 'newest' | undefined;
  readonly after?: string | undefined;
}

/** Results below which words that are nearly the same are searched too. */
const FEW = 5;
/** Results after which relevance needs no more of what is long ago: three pages. */
const ENOUGH = 3 * limits.perPage;
/** Milliseconds after which a server ends a statement of a search. */
const LONGEST_MS = 2_000;
/** Above every id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** @throws {Refusal} `search_too_long` */
export function understand(text: string): SearchQuery {
  if (text.length > limits.queryMax) throw new Refusal('search_too_long');
  return parseQuery(text);
}

/** Null where nothing can fit, such as an author whom nobody knows. */
async function filterOf(ctx: Context, search: Search): Promise<Filter | null> {
  const { type, author, tag, category, audio, video, key, from, to } = search;
  const marks = [
    ...(type ? [typeMark(type)] : []),
    ...(tag ? [tagMark(tag)] : []),
    ...(category ? [categoryMark(category)] : []),
    ...(audio ? [audioMark] : []),
    ...(video ? [videoMark] : []),
    ...(key ? [keyMark(key)] : []),
  ];
  if (marks.some((mark) => mark.length === 1)) return null;
  const tempo = tempoOf(search);
  if (tempo?.length === 0) return null;
  let authorId: string | null = null;
  if (author) {
    // A name that no database could hold is nobody's.
    if (!/^\w{1,40}$/.test(author)) return null;
    authorId = (await profileIdsByUsername(ctx, [author])).get(author.toLowerCase()) ?? null;
    if (authorId === null) return null;
  }
  return {
    marks: [...marks, ...(tempo ? [tempo] : [])],
    authorId,
    from: from ? new Date(`${from}T00:00:00Z`) : null,
    to: to ? new Date(`${to}T23:59:59.999Z`) : null,
  };
}

/**
 * Marks of which one is enough; none where no tempo is within, null where any will do. Of a range below an octave halves
 * and doubles too: people count the same music at either.
 */
function tempoOf({ minTempo, maxTempo }: Search): string[] | null {
  if (minTempo === undefined && maxTempo === undefined) return null;
  const [from, to] = [minTempo ?? tempos.least, maxTempo ?? tempos.most];
  const within = tempoMarks(from, to);
  if (within.length === 0 || to >= from * 2) return within;
  const halves = tempoMarks(Math.max(tempos.least, Math.floor(from / 2)), Math.ceil(to / 2));
  // Tempos are indexed in whole beats: what is 43.5 has the mark of 44.
  return [...halves, ...within, ...tempoMarks(from * 2 - 1, Math.min(tempos.most, to * 2 + 1))];
}

const isFiltered = ({ marks, authorId, from, to }: Filter): boolean =>
  marks.length > 0 || authorId !== null || from !== null || to !== null;

/** One of each thing: a locked post may be found by what everybody reads, and by what is behind its lock. */
const distinct = (found: readonly Found[]): Found[] => [...new Map(found.map((one) => [one.id, one])).values()];

/** Documents with their scores, the best first. Each is one of the newest that the search finds. */
export async function findBest(
  ctx: Context,
  reader: Reader,
  viewer: Viewer | null,
  query: SearchQuery,
  filter: Filter,
  at: Date,
): Promise<{ found: Found; score: number }[]> {
  const newest = (scope: '' | '=', which: SearchQuery): Promise<Newest> => {
    const limit = scope === '' ? limits.ranked : limits.ranked / 2;
    return findNewest(ctx, reader, viewer, which, filter, scope, {
      before: { at, id: LAST_ID },
      limit,
      enough: ENOUGH,
    });
  };
  const whole = finished(query) ?? query;
  const texts = await newest('', whole);
  let said = texts.found;
  // What has every word in its title may be older than all that only says them somewhere.
  let titled = texts.isAll ? [] : (await newest('=', whole)).found;
  if (whole !== query) {
    // A beginning has every word with it looked up in all documents: only where whole words bring too little.
    if (titled.length < ENOUGH) titled = (await newest('=', query)).found;
    if (titled.length + said.length < ENOUGH) said = (await newest('', query)).found;
  }
  return distinct([...said, ...titled])
    .map((found) => ({
      found,
      score: Math.round(
        1e6 *
          scoreOf(
            {
              type: searchKinds().get(found.kind)!.type,
              title: found.title,
              createdAt: found.created_at,
              reception: found.reception,
              isNear: found.is_near,
              size: found.size,
            },
            query,
            at,
          ),
      ),
    }))
    .toSorted((a, b) => b.score - a.score || (a.found.id < b.found.id ? 1 : -1));
}

/** One page of what was found, with the search as it was carried out. */
export interface FoundPage {
  readonly found: readonly Found[];
  readonly next: string | null;
  readonly query: SearchQuery;
  readonly corrected: string | null;
}

const nothing = (query: SearchQuery): FoundPage => ({ found: [], next: null, query, corrected: null });

/**
 * One page. By relevance at most `limits.ranked` of the newest that fit are ordered, as they stood at the first page.
 * @throws {Refusal} `search_too_long`, `search_too_slow`, `invalid` for a cursor of another list
 */
export async function find(ctx: Context, viewer: Viewer | null, search: Search): Promise<FoundPage> {
  const query = understand(search.q ?? '');
  const filter = await filterOf(ctx, search);
  if (!filter || isContradiction(query) || (isEmpty(query) && !isFiltered(filter))) return nothing(query);
  // Without words there is nothing to be relevant for.
  const page = search.order === 'newest' || isEmpty(query) ? newestPage : bestPage;
  return await inTime(ctx, (reader) => page(ctx, reader, viewer, query, filter, search.after));
}

/** Reads with a limit of time. @throws {Refusal} `search_too_slow` */
export async function inTime<T>(ctx: Context, work: (reader: Reader) => Promise<T>): Promise<T> {
  try {
    return await ctx.db.reading(LONGEST_MS, work);
  } catch (error) {
    if (isTimeout(error)) throw new Refusal('search_too_slow');
    throw error;
  }
}

async function newestPage(
  ctx: Context,
  reader: Reader,
  viewer: Viewer | null,
  query: SearchQuery,
  filter: Filter,
  after: string | undefined,
): Promise<FoundPage> {
  const before = readTimeCursor(after) ?? { at: later(ctx.clock.now()), id: LAST_ID };
  // A thing may be found twice: so many rows are at least one thing more than a page.
  const limit = 2 * limits.perPage + 1;
  const { found: rows } = await findNewest(ctx, reader, viewer, query, filter, '', { before, limit, enough: limit });
  const things = distinct(rows);
  const found = things.slice(0, limits.perPage);
  const last = things.length > found.length ? found.at(-1) : undefined;
  return { found, next: last ? timeCursor(last.created_at, last.id) : null, query, corrected: null };
}

/** Another process's clock may be a little ahead. */
const later = (now: Date): Date => new Date(now.getTime() + 60_000);

async function bestPage(
  ctx: Context,
  reader: Reader,
  viewer: Viewer | null,
  understood: SearchQuery,
  filter: Filter,
  after: string | undefined,
): Promise<FoundPage> {
  const cursor = readBestCursor(after);
  const at = cursor?.at ?? later(ctx.clock.now());
  let query = understood;
  let best = await findBest(ctx, reader, viewer, query, filter, at);
  let corrected: string | null = null;
  if (best.length < FEW) {
    const near = await withNearWords(reader, query);
    if (near) {
      const more = await findBest(ctx, reader, viewer, near, filter, at);
      if (more.length > best.length) {
        if (best.length === 0) corrected = correctedText(near);
        [query, best] = [near, more];
      }
    }
  }
  const rest = cursor
    ? best.filter(({ score, found: { id } }) => score < cursor.score || (score === cursor.score && id < cursor.id))
    : best;
  const page = rest.slice(0, limits.perPage);
  const last = rest.length > page.length ? page.at(-1) : undefined;
  return {
    found: page.map(({ found }) => found),
    next: last ? encodeCursor(['best', at.getTime(), last.score, last.found.id]) : null,
    query,
    corrected,
  };
}

/** @throws {Refusal} `invalid` */
function readBestCursor(cursor: string | undefined): { at: Date; score: number; id: string } | null {
  if (cursor === undefined) return null;
  const [of, at = '', score = '', id = ''] = decodeCursor(cursor, 4) ?? [];
  if (of !== 'best' || !isId(id) || !/^-?\d{1,9}$/.test(score)) throw badCursor();
  return { at: timestampOf(at), score: Number(score), id };
}

/** The best few while somebody types. @throws {Refusal} `search_too_long`, `search_too_slow` */
export async function suggest(ctx: Context, viewer: Viewer | null, text: string): Promise<FoundPage> {
  const query = understand(text);
  const length = query.terms.reduce((sum, term) => sum + term.words.join('').length, 0);
  if (isEmpty(query) || isContradiction(query) || (length < limits.suggestFrom && query.phrases.length === 0))
    return nothing(query);
  return await inTime(ctx, (reader) =>
    bestPage(ctx, reader, viewer, query, { marks: [], authorId: null, from: null, to: null }, undefined),
  );
}
