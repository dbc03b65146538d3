import type { Context } from '#platform/server/context.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import type { Approved, Listed, OwnsFiles, PersonalData, Reviewed, Written } from '#platform/server/content-kind.ts';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { filesOf, presentFile } from '#content/media/server/actions.ts';
import { contentFacts, offColumn } from './facts.ts';
import { holdBack, release, remove, restore, withdraw } from './lifecycle.ts';
import { surroundings } from './answers/around.ts';
import { canSeeAdult, fileReaders } from './policies.ts';
import { visibilityOf } from './present.ts';
import { deleteOwn, deleteOwnInBatches } from './maintenance/purge.ts';
import { boughtOf } from './purchases/purchases.ts';
import { approve, checkMayReview, reject } from './review.ts';
import { type ContentState, type ContentType, wholeColumn } from './type.ts';
import { earlierTextsOf } from './versions.ts';

interface ItemRow {
  readonly id: string;
  readonly author_id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly state: ContentState;
  readonly is_adult: boolean;
  readonly parent_id: string | null;
  readonly parent_title: string | null;
  readonly parent_state: ContentState | null;
}

/** How reports and the queue name a state: private content counts as held, because others do not see it either. */
const shownAs = (state: ContentState): 'published' | 'held' | 'removed' => {
  const visibility = visibilityOf(state);
  return visibility === 'private' ? 'held' : visibility;
};

/** The condition that no block hides a content, or its parent, from a reader: ` AND …`. */
function unblockedIn(
  { authorColumn, answerOf }: Pick<ContentType, 'authorColumn' | 'answerOf'>,
  viewer: Viewer | null,
): SQL {
  const author = unblockedOnly(viewer, sql.raw(`t.${authorColumn}`));
  return answerOf ? sql`${author}${unblockedOnly(viewer, sql.raw(`o.${answerOf.type.authorColumn}`))}` : author;
}

/** The condition that a content is in no fixed category that lists leave out: ` AND …`. */
function listedIn({ switches: { unlistedCategories } }: Context, { category }: ContentType): SQL {
  return category === undefined || unlistedCategories.length === 0
    ? sql``
    : sql` AND coalesce(${sql.raw(category)}, '') <> ALL(${[...unlistedCategories]}::text[])`;
}

/** SQL: what everybody may see of the rows `t`, and of those that they stand below. */
const visibleRows = (type: ContentType): SQL =>
  sql.raw(`t.state = 'published' AND NOT ${offColumn(type)}${type.answerOf ? ` AND o.state = 'published'` : ''}`);

/** The whole texts of contents. */
async function textsOf<Extra extends object>(
  db: Executor,
  type: ContentType<Extra>,
  ids: readonly string[],
): Promise<{ id: string; text: string }[]> {
  const rows = await db.rows<{ id: string; content: string }>(
    sql`SELECT t.id, ${wholeColumn(type)} FROM ${sql.raw(type.table)} t WHERE t.id = ANY(${[...ids]}::uuid[])`,
  );
  return rows.map((row) => ({ id: row.id, text: row.content }));
}

/** Ids of what a member made since a time and that is not removed. */
async function madeBy(
  db: Executor,
  { table, authorColumn }: Pick<ContentType, 'table' | 'authorColumn'>,
  profileId: string,
  { since, after, limit }: { readonly since: Date; readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    SELECT t.id FROM ${sql.raw(table)} t WHERE ${sql.raw(`t.${authorColumn}`)} = ${profileId} AND t.created_at >= ${since}::timestamptz
      AND t.state <> 'removed' AND (${after}::uuid IS NULL OR t.id > ${after}::uuid) ORDER BY t.id LIMIT ${limit}`);
  return rows.map((row) => row.id);
}

/** What a content type has of its own for a member's export and erasure. */
interface Personal extends Pick<PersonalData<Context>, 'exportOf'> {
  /**
   * Which of the member's own contents are deleted with them, as SQL about `t`. The others stay under a name that says
   * nothing.
   */
  readonly deleted: string;
  /** What else is removed or anonymised, before these contents are. */
  readonly erase?: PersonalData<Context>['erase'];
}

/**
 * A content type, as the features that work across all of them (reports, queue, files, export) know it.
 * @param personal its part of a member's export and erasure
 */
export function contentKind<Extra extends object>(
  type: ContentType<Extra>,
  personal: Personal,
): Reviewed<Context> &
  Partial<Approved<Context>> &
  OwnsFiles<Context> &
  Listed<Context> &
  Written<Context> &
  PersonalData<Context> {
  const { kind, answerOf } = type;
  const parent = answerOf
    ? `o.id AS parent_id, ${answerOf.type.title.replaceAll(/\bt\./g, 'o.')} AS parent_title, o.state AS parent_state`
    : 'NULL::uuid AS parent_id, NULL AS parent_title, NULL AS parent_state';
  const join = answerOf ? `JOIN ${answerOf.type.table} o ON o.id = t.${answerOf.column}` : '';
  const items = sql.raw(
    `SELECT t.id, t.${type.authorColumn} AS author_id, ${type.title} AS title, ${type.excerpt} AS excerpt, t.state, ${type.isAdult} AS is_adult, ${parent} FROM ${type.table} t ${join}`,
  );
  const listed = sql.raw(`SELECT t.id FROM ${type.table} t ${join}`);
  const visibleOnly = visibleRows(type);
  const notAdult = sql.raw(` AND NOT ${type.isAdult}`);
  const noun = `${type.noun[0]!.toUpperCase()}${type.noun.slice(1)}`;
  return {
    kind,
    exportOf: async (ctx, profileId) => ({
      ...(await personal.exportOf(ctx, profileId)),
      [`${type.table}_earlier_texts`]: await earlierTextsOf(ctx.db, type, profileId),
    }),
    eraseInBatches: async (ctx, profileId, mayGo) =>
      await deleteOwnInBatches(ctx, type, profileId, personal.deleted, mayGo),
    async erase(ctx, tx, profileId) {
      await personal.erase?.(ctx, tx, profileId);
      await deleteOwn(ctx, tx, type, profileId, personal.deleted);
    },
    texts: (ctx, ids) => textsOf(ctx.db, type, ids),
    async newest(ctx, limit) {
      const rows = await ctx.db.rows<{ id: string }>(
        sql`SELECT t.id FROM ${sql.raw(type.table)} t WHERE t.state <> 'removed' ORDER BY t.id DESC LIMIT ${limit}`,
      );
      return rows.map((row) => row.id);
    },
    madeBy: (ctx, profileId, page) => madeBy(ctx.db, type, profileId, page),
    async load(ctx, ids, db = ctx.db) {
      const rows = await db.rows<ItemRow>(sql`${items} WHERE t.id = ANY(${[...ids]}::uuid[])`);
      return rows.map((row) => ({
        kind,
        id: row.id,
        authorId: row.author_id,
        title: row.parent_title === null ? row.title : `${noun} ${answerOf!.preposition} ${row.parent_title}`,
        excerpt: row.excerpt,
        url: type.address({ id: row.id, parentId: row.parent_id }),
        // A removed content hides its answers too.
        isAdult: row.is_adult,
        threadId: row.parent_id,
        visibility: row.parent_state === 'removed' ? 'removed' : shownAs(row.state),
      }));
    },
    async lock(tx, id) {
      const facts = await contentFacts(tx, type, id, true);
      if (!facts) return null;
      const visibility = shownAs(facts.state);
      return visibility === 'published' && facts.parent?.state === 'removed' ? 'removed' : visibility;
    },
    remove: (ctx, tx, id, removal) => remove(ctx, tx, type, id, removal),
    restore: (ctx, tx, id, decider, only) => restore(ctx, tx, type, id, decider, only),
    release: (ctx, tx, id) => release(ctx, tx, type, id),
    holdBack: (ctx, tx, id, reasons, source) => holdBack(ctx, tx, type, id, reasons, source),
    isEditable: !type.isFixed,
    withdraw: (ctx, tx, id, held) => withdraw(ctx, tx, type, id, held),
    async show(ctx, ids, db = ctx.db) {
      // One after the other: a transaction has one connection.
      const rows = await textsOf(db, type, ids);
      const files = await filesOf(db, kind, ids);
      return rows.map((row) => ({
        id: row.id,
        text: row.text,
        files: (files.get(row.id) ?? []).map((file) => presentFile(file, true)),
      }));
    },
    ...(answerOf && { around: (ctx: Context, id, each) => surroundings(ctx.db, type, answerOf, id, each) }),
    ...(type.review === 'before' && {
      checkMayDecide: (ctx: Context, tx, decider, id, decision) => checkMayReview(ctx, tx, decider, type, id, decision),
      async approve(ctx, tx, decider, id, reason) {
        await approve(ctx, tx, decider, type, id, reason);
      },
      async reject(ctx, tx, decider, id, reason) {
        await reject(ctx, tx, decider, type, id, reason);
      },
    }),
    mayReadFile: (ctx, viewer, id, link) => fileReaders(ctx, type, id, viewer, link),
    async listedFor(ctx, viewer, ids) {
      const adult = canSeeAdult(viewer) ? sql`` : notAdult;
      const rows = await ctx.db.rows<{ id: string }>(
        sql`${listed} WHERE t.id = ANY(${[...ids]}::uuid[]) AND ${visibleOnly}${adult}${listedIn(ctx, type)}${unblockedIn(type, viewer)}`,
      );
      return new Set(rows.map((row) => row.id));
    },
    ...(type.sales && { boughtBy: (ctx: Context, profileId, ids) => boughtOf(ctx.db, type, profileId, ids) }),
    ...(type.fileProcessed && { fileProcessed: type.fileProcessed }),
  };
}
