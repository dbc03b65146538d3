import type { Context } from '#platform/server/context.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import type { ContentItem, ContentKind } from '#platform/server/content-kind.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { isId } from '#platform/server/ids.ts';
import type { ExportedRow } from './data.ts';

/** What an id points at, for people: no name says anything by its number. */
export interface Reference {
  readonly title: string;
  readonly url: string;
}

type References = ReadonlyMap<string, Reference>;

/** Ids that one query asks for. */
const BATCH = 5000;

/** A reader with the member's age and blocks, and no right of staff: a copy of one's data shows nothing but one's own. */
export async function readerFor(ctx: Context, profileId: string): Promise<Viewer | null> {
  const [row] = await ctx.db.rows<{
    user_id: string;
    username: string;
    display_name: string;
    is_adult: boolean;
    created_at: Date;
  }>(
    sql`SELECT user_id, username, display_name, is_adult, created_at FROM profiles WHERE id = ${profileId} AND user_id IS NOT NULL`,
  );
  if (!row) return null;
  return {
    profileId,
    userId: row.user_id,
    sessionId: '',
    username: row.username,
    displayName: row.display_name,
    avatarUrl: null,
    customRole: null,
    isAdmin: false,
    isModerator: false,
    twoFactorMissing: false,
    verified: true,
    adult: row.is_adult,
    hasBlocks: true,
    joinedInBurst: false,
    xp: 0,
    credits: 0,
    createdAt: row.created_at,
    suspendedUntil: null,
    silencedUntil: null,
    legalPending: false,
    eventSeq: 0,
  };
}

const isObject = (value: unknown): value is ExportedRow =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value);

/** Names of a row's columns whose value is an id: its own, and those of other things. */
const idColumns = (row: ExportedRow): [string, string][] =>
  Object.entries(row).filter(
    (entry): entry is [string, string] =>
      (entry[0] === 'id' || entry[0].endsWith('_id')) && typeof entry[1] === 'string' && isId(entry[1]),
  );

function idsIn(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) idsIn(one, found);
  else if (isObject(value)) {
    for (const [, id] of idColumns(value)) found.add(id);
    for (const part of Object.values(value)) idsIn(part, found);
  }
}

/** Of some things of a kind, those that the member finds on the site: their own, and what is listed for them. */
async function foundOf(
  ctx: Context,
  kind: ContentKind<Context>,
  reader: Viewer,
  ids: readonly string[],
): Promise<ContentItem[]> {
  const items = (await kind.load?.(ctx, ids)) ?? [];
  if (items.length === 0) return [];
  const listed = await kind.listedFor?.(
    ctx,
    reader,
    items.map((item) => item.id),
  );
  return items.flatMap((item) => {
    if (listed?.has(item.id)) return [item];
    if (item.authorId !== reader.profileId) return [];
    // The title of an own answer names what it stands below, which others may have hidden since.
    return [item.threadId ? { ...item, title: item.excerpt } : item];
  });
}

async function referencesTo(ctx: Context, profileId: string, ids: ReadonlySet<string>): Promise<References> {
  const found = new Map<string, Reference>();
  const reader = await readerFor(ctx, profileId);
  if (!reader) return found;
  const all = [...ids];
  for (let from = 0; from < all.length; from += BATCH) {
    const left = new Set(all.slice(from, from + BATCH));
    for (const [id, person] of await peopleById(ctx.db, [...left])) {
      left.delete(id);
      found.set(id, {
        title: `${person.displayName} (@${person.username})`,
        url: `${ctx.siteUrl}/profile/${person.username}`,
      });
    }
    for (const kind of ctx.kinds.values()) {
      if (left.size === 0) break;
      for (const { id, title, url } of await foundOf(ctx, kind, reader, [...left])) {
        left.delete(id);
        found.set(id, { title, url: ctx.siteUrl + url });
      }
    }
  }
  return found;
}

function annotated(value: unknown, references: References): unknown {
  if (Array.isArray(value)) return value.map((one) => annotated(one, references));
  if (!isObject(value)) return value;
  const row = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, annotated(part, references)]));
  const pointsAt = idColumns(value).flatMap(([name, id]) => {
    const reference = references.get(id);
    return reference ? [[name, reference] as const] : [];
  });
  return pointsAt.length === 0 ? row : { ...row, refers_to: Object.fromEntries(pointsAt) };
}

/**
 * The sections of an export with title and address of what their ids point at, by column, under `refers_to`. What the
 * member would not find on the site stays an id.
 */
export async function withReferences(
  ctx: Context,
  profileId: string,
  made: Readonly<Record<string, readonly ExportedRow[]>>,
): Promise<Record<string, ExportedRow[]>> {
  const ids = new Set<string>();
  for (const rows of Object.values(made)) idsIn(rows, ids);
  const references = await referencesTo(ctx, profileId, ids);
  return Object.fromEntries(
    Object.entries(made).map(([name, rows]) => [name, annotated(rows, references) as ExportedRow[]]),
  );
}
