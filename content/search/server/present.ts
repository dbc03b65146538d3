import { type SearchType, search as limits } from '#content/search/contract/limits.ts';
import type { SearchHit, SearchSuggestion } from '#content/search/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { plainText } from '#platform/server/markdown/render.ts';
import type { Found } from './find.ts';
import { excerptOf, markMatches, matcherOf } from './highlight.ts';
import { type SearchKind, searchKinds } from './kinds.ts';
import type { SearchQuery } from './query.ts';

/** Characters of a text from which an excerpt is made. */
const TEXT_MAX = 6_000;

/** Characters that Markdown may mean something by: a text without them is plain as it is, and needs no parser. */
const markup = /[*_`~|<>[\]#\\&]|^\s*(?:[-+]|\d+[.)])\s/m;

/** A text without Markdown. Spoilers stay hidden. */
const plainOf = (text: string): string => (markup.test(text) ? plainText(text) : text);

interface ThingRow {
  readonly id: string;
  readonly author_id: string | null;
  readonly parent_id: string | null;
  readonly title: string;
  readonly body: string;
  readonly hidden: string;
  readonly created_at: Date;
  readonly is_adult: boolean;
}

/** The things of one kind as they are shown now, one query. Only their titles with `body` false. */
async function thingsOf(
  ctx: Context,
  kind: SearchKind,
  ids: readonly string[],
  withBody: boolean,
): Promise<[string, ThingRow][]> {
  const text = (source: string): string => `left(${source}, ${TEXT_MAX})`;
  const rows = await ctx.db.rows<ThingRow>(sql`
    SELECT t.id, ${sql.raw(kind.author)} AS author_id, ${sql.raw(kind.parent?.column ?? 'NULL::uuid')} AS parent_id, ${sql.raw(kind.title ?? `''`)} AS title,
      ${sql.raw(withBody ? text(kind.body) : `''`)} AS body, ${sql.raw(withBody && kind.locked ? `CASE WHEN ${kind.locked.when} THEN ${text(kind.locked.body)} ELSE '' END` : `''`)} AS hidden,
      t.created_at, ${sql.raw(kind.isAdult ?? 'false')} AS is_adult
    FROM ${sql.raw(kind.table)} t WHERE t.id = ANY(${[...ids]}::uuid[]) AND ${sql.raw(kind.shown)}`);
  return rows.map((row) => [row.id, row]);
}

/** Things by id, one query for each kind that is among them. */
async function load(
  ctx: Context,
  wanted: readonly { readonly kind: string; readonly id: string }[],
  withBody: boolean,
): Promise<Map<string, ThingRow>> {
  const byKind = Map.groupBy(wanted, ({ kind }) => kind);
  const loaded = await Promise.all(
    [...byKind].map(([kind, things]) =>
      thingsOf(
        ctx,
        searchKinds().get(kind)!,
        things.map(({ id }) => id),
        withBody,
      ),
    ),
  );
  return new Map(loaded.flat());
}

/** All that results are made of, by id: the things, what answers stand below, and who made them. */
async function loadAll(ctx: Context, found: readonly Found[]) {
  const parents = found.flatMap(({ kind, parent_id: id }) => {
    const parentKind = searchKinds().get(kind)!.parent?.kind;
    return id === null || parentKind === undefined ? [] : [{ id, kind: parentKind }];
  });
  const [things, above, people] = await Promise.all([
    load(ctx, found, true),
    load(ctx, parents, false),
    peopleById(
      ctx.db,
      found.flatMap(({ author_id: id }) => id ?? []),
    ),
  ]);
  return { things, parents: above, people };
}

/** What a member is called: the name alone, without the username that is searched with it. */
const shownTitle = (kind: SearchKind, title: string): string =>
  kind.kind === 'profile' ? title.slice(0, title.lastIndexOf(' ')) : title;

/** What was found, as a page shows it. What was removed since is left out. */
export async function presentHits(ctx: Context, query: SearchQuery, found: readonly Found[]): Promise<SearchHit[]> {
  const { things, parents, people } = await loadAll(ctx, found);
  const isMatch = matcherOf(query);
  return found.flatMap(({ id, kind: name, part }) => {
    const thing = things.get(id);
    if (!thing) return [];
    const kind = searchKinds().get(name)!;
    const parent = thing.parent_id === null ? undefined : parents.get(thing.parent_id);
    const title = kind.title ? shownTitle(kind, thing.title) : (parent?.title ?? '');
    return [
      {
        type: kind.type,
        id,
        url: kind.address(id, thing.parent_id, thing.title),
        title: markMatches(title, isMatch),
        excerpt: excerptOf(plainOf(part === 1 ? thing.hidden : thing.body), isMatch),
        author: (thing.author_id === null ? undefined : people.get(thing.author_id)) ?? null,
        createdAt: thing.created_at.toISOString(),
        isAdult: thing.is_adult || (parent?.is_adult ?? false),
      },
    ];
  });
}

/** What was found while typing, by type: the types with the best match first, a few of each. */
export async function presentSuggestions(
  ctx: Context,
  query: SearchQuery,
  found: readonly Found[],
): Promise<{ type: SearchType; items: SearchSuggestion[] }[]> {
  const groups = Map.groupBy(found, ({ kind }) => searchKinds().get(kind)!.type);
  const shown = [...groups.values()].flatMap((group) => group.slice(0, limits.suggestPerType));
  const { things, parents, people } = await loadAll(ctx, shown);
  const isMatch = matcherOf(query);
  const presented = shown.flatMap(({ id, kind: name, part }) => {
    const thing = things.get(id);
    if (!thing) return [];
    const kind = searchKinds().get(name)!;
    const author = thing.author_id === null ? undefined : people.get(thing.author_id);
    const isMember = kind.type === 'member';
    const parent = thing.parent_id === null ? undefined : parents.get(thing.parent_id);
    const title = kind.title
      ? markMatches(shownTitle(kind, thing.title), isMatch)
      : excerptOf(plainOf(part === 1 ? thing.hidden : thing.body), isMatch);
    const by = isMember ? `@${author?.username ?? ''}` : parent ? parent.title : (author?.displayName ?? null);
    const item = {
      id,
      url: kind.address(id, thing.parent_id, thing.title),
      title,
      by,
      avatarUrl: isMember ? (author?.avatarUrl ?? null) : null,
    };
    return [{ type: kind.type, item }];
  });
  return [...Map.groupBy(presented, ({ type }) => type)].map(([type, items]) => ({
    type,
    items: items.map(({ item }) => item),
  }));
}
