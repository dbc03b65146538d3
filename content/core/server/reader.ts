import type { Person } from '#platform/contract/shapes.ts';
import { type HiddenAnswers, holdReasons, withoutHidden } from '#content/core/server/answers/thread.ts';
import { likedColumn } from '#content/core/server/reactions/likes.ts';
import {
  type MaybePersonColumns,
  activeCustomRoles,
  editorsOf,
  personColumns,
  personOf,
} from '#people/profiles/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { type Weighed, fitting } from '#platform/server/page-budget.ts';
import { offColumn, rejectedColumn } from './facts.ts';
import { canEdit, canRemove, canReport, checkRowSeen, isActiveMember, restorableAmong } from './policies.ts';
import { asBought, noticeFor, visibilityOf } from './present.ts';
import type { ContentState, ContentType } from './type.ts';

/** A content that stands by itself, with its author and the reader's own like: what every type has. */
export interface ContentRow extends MaybePersonColumns, HiddenAnswers {
  readonly id: string;
  readonly author_id: string;
  readonly title: string;
  readonly version: number;
  readonly state: ContentState;
  readonly is_off: boolean;
  readonly is_adult: boolean;
  readonly removed_by: string | null;
  readonly removed_reason: string | null;
  /** Staff rejected it instead of approving it. */
  readonly is_rejected: boolean;
  readonly hold_reasons: string[] | null;
  readonly created_at: Date;
  readonly edited_at: Date | null;
  readonly edited_by: string | null;
  readonly like_count: number;
  readonly liked: boolean;
  /** Number of the last event of its topic; null before the first. */
  readonly event_seq: string | null;
}

/** What every content is to its reader; a type adds its own fields and rights. */
export interface PresentedContent {
  readonly id: string;
  readonly title: string;
  readonly author: Person;
  readonly version: number;
  readonly isAdult: boolean;
  readonly visibility: Exclude<ContentState, 'pending'>;
  readonly notice: string | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly editedBy: Person | null;
  readonly likeCount: number;
  readonly liked: boolean;
  readonly eventSeq: number;
  readonly hiddenAnswers?: number;
  readonly can: { edit: boolean; delete: boolean; restore: boolean; like: boolean; report: boolean };
}

/** The rights of an item, and the notice above it: what changes for who sees it by their purchase alone. */
interface Readable {
  readonly can: Readonly<Record<string, boolean>>;
  readonly notice: string | null;
}

/** One page of a list, and the cursor of the next. */
export interface ContentPage<Item> {
  readonly items: Item[];
  readonly next: string | null;
}

/** What a type adds to the reading of its contents. SQL names its row `t`, and its author's profile `p`. */
export interface ContentReading<Row extends ContentRow, Item extends Readable> {
  /** Columns of its own. */
  columns(viewer: Viewer | null): SQL;
  /** Joins that its columns need. */
  joins?(viewer: Viewer | null): SQL;
  /**
   * Reads what belongs to some rows, in a constant number of queries (no N+1), and returns what makes an item of a row;
   * null leaves the row out.
   */
  present(
    ctx: Context,
    viewer: Viewer | null,
    rows: readonly Row[],
  ): Promise<(row: Row, content: PresentedContent) => Item | null>;
}

function presentContent(
  row: ContentRow,
  viewer: Viewer | null,
  around: Pick<PresentedContent, 'author' | 'editedBy'> & { readonly restore: boolean },
): PresentedContent {
  const owned = {
    authorId: row.author_id,
    authorIsAdmin: row.person_is_admin ?? false,
    state: row.state,
    removedBy: row.removed_by,
    isRejected: row.is_rejected,
  };
  return {
    id: row.id,
    title: row.title,
    author: around.author,
    version: row.version,
    isAdult: row.is_adult,
    visibility: visibilityOf(row.state),
    notice: noticeFor(row, viewer),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    editedBy: around.editedBy,
    likeCount: row.like_count,
    liked: row.liked,
    eventSeq: Number(row.event_seq ?? 0),
    ...(row.hidden_answers && { hiddenAnswers: row.hidden_answers }),
    can: {
      edit: canEdit(owned, viewer),
      delete: canRemove(owned, viewer),
      restore: around.restore,
      like: row.state === 'published' && isActiveMember(viewer),
      report: canReport(owned, viewer),
    },
  };
}

/** How contents of a type are read: one by its address, a page of a list, rows of ids. */
export interface ContentReader<Row extends ContentRow, Item extends Readable> {
  /** Hydrate: rows of ids with their authors and the reader's own like, one query, in the order of the ids. */
  rows(db: Executor, ids: readonly string[], viewer: Viewer | null): Promise<Row[]>;
  /** Rows as their reader sees them, in a constant number of queries. Whether they may see them is not asked. */
  items(ctx: Context, viewer: Viewer | null, rows: readonly Row[]): Promise<Item[]>;
  /** One content as its reader sees it. @throws {Refusal} the type's `notFound`, `adults_only` */
  read(ctx: Context, viewer: Viewer | null, id: string): Promise<Item>;
  /** One page of a list (keyset pagination). */
  page(ctx: Context, viewer: Viewer | null, list: ListPlaces<Row>): Promise<ContentPage<Item>>;
}

/** A content in the skeleton of a list. */
export interface ContentPlace extends Weighed {
  readonly id: string;
}

/** The skeleton of one page. */
interface ListPlaces<Row> {
  /** What this reader may see, in order; one more than `size` where there is more. */
  readonly places: readonly ContentPlace[];
  readonly size: number;
  /** The reader's own that others do not see yet, of a list with the newest first: at their places among the others. */
  readonly held?: readonly ContentPlace[];
  /** Where the page begins; null for the first one. */
  readonly after?: { readonly at: Date; readonly id: string } | null;
  /** The cursor of the last row of the page. @param count how many it has */
  cursorOf(last: Row, count: number): string;
}

/** What a list is ordered by, from the largest to the smallest. */
export type ListKey = readonly (number | string)[];

function precedes(one: ListKey, other: ListKey): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && one[at]! > other[at]!;
}

/** One page of a list with those of a reader's held contents that belong between its begin and its end, in their places. */
export function withHeld<Row>(
  page: readonly Row[],
  held: readonly Row[],
  { keyOf, after, isLast }: { keyOf(row: Row): ListKey; after: ListKey | null; isLast: boolean },
): Row[] {
  const rows = [...page];
  const end = isLast ? undefined : page.at(-1);
  for (const own of held) {
    const key = keyOf(own);
    if ((after && !precedes(after, key)) || (end && !precedes(key, keyOf(end)))) continue;
    const at = rows.findIndex((row) => precedes(key, keyOf(row)));
    rows.splice(at < 0 ? rows.length : at, 0, own);
  }
  return rows;
}

/** Reads contents of a type: the columns, rights and notices that all types have, and what the type adds. */
export function contentReader<Row extends ContentRow, Item extends Readable>(
  type: ContentType,
  own: ContentReading<Row, Item>,
): ContentReader<Row, Item> {
  const author = `t.${type.authorColumn}`;
  const shared =
    sql.raw(`t.id, ${author} AS author_id, t.title, t.version, t.state, ${offColumn(type)} AS is_off, ${type.isAdult} AS is_adult,
      t.removed_by, t.removed_reason, ${rejectedColumn(type)} AS is_rejected, t.created_at, t.edited_at, t.edited_by,
      ${type.likes ? 't.like_count' : '0 AS like_count'}, ${type.topicOf ? 'e.last_seq' : 'NULL'} AS event_seq`);
  const from = sql.raw(
    `${type.table} t LEFT JOIN profiles p ON p.id = ${author}${
      type.topicOf ? ` LEFT JOIN topics e ON e.topic = '${type.topicOf('')}' || t.id::text` : ''
    }`,
  );
  const held = holdReasons(type.kind);

  const reader: ContentReader<Row, Item> = {
    async rows(db, ids, viewer) {
      if (ids.length === 0) return [];
      const liked = type.likes ? likedColumn(type.likes, sql`t.id`, viewer?.userId ?? null) : sql`false`;
      const rows = await db.rows<Row>(sql`
        SELECT ${shared}, ${liked} AS liked, ${held}, ${personColumns}, ${own.columns(viewer)}
        FROM ${from} ${own.joins?.(viewer) ?? sql``} WHERE t.id = ANY(${[...ids]}::uuid[])`);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    async items(ctx, viewer, raw) {
      const rows = await withoutHidden(ctx.db, type, raw, viewer);
      const [restorable, roles, editorOf, present] = await Promise.all([
        restorableAmong(ctx, type, rows, viewer),
        activeCustomRoles(ctx.db),
        editorsOf(ctx.db, rows),
        own.present(ctx, viewer, rows),
      ]);
      return rows.flatMap((row) => {
        const around = {
          author: personOf(row, roles),
          editedBy: editorOf(row.edited_by),
          restore: restorable.has(row.id),
        };
        return present(row, presentContent(row, viewer, around)) ?? [];
      });
    },

    async read(ctx, viewer, id) {
      const [row] = await reader.rows(ctx.db, [id], viewer);
      const byPurchase = await checkRowSeen(ctx.db, type, row, viewer);
      const [item] = await reader.items(ctx, viewer, [row!]);
      // What belongs to it was deleted between the queries.
      if (!item) throw new Refusal(type.notFound);
      return byPurchase ? asBought(item, row!.state) : item;
    },

    async page(ctx, viewer, { places, size, held: waiting = [], after = null, cursorOf }) {
      const page = places.slice(0, Math.min(size, fitting(places)));
      const heldIds = waiting.slice(0, fitting(waiting)).map((place) => place.id);
      const rows = await reader.rows(ctx.db, [...heldIds, ...page.map((place) => place.id)], viewer);
      const others = rows.filter(({ id }) => !heldIds.includes(id));
      const last = places.length > page.length ? others.at(-1) : undefined;
      const shown = withHeld(
        others,
        rows.filter(({ id }) => heldIds.includes(id)),
        {
          keyOf: (row) => [row.created_at.getTime(), row.id],
          after: after && [after.at.getTime(), after.id],
          isLast: last === undefined,
        },
      );
      return { items: await reader.items(ctx, viewer, shown), next: last ? cursorOf(last, page.length) : null };
    },
  };
  return reader;
}
