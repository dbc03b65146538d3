import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import type { Context } from '#platform/server/context.ts';
import { unknownPerson } from '#people/profiles/server/rules.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { type Words, readWords, reasonsToHold } from '#content/moderation/server/actions.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { fitting } from '#platform/server/page-budget.ts';
import { badCursor } from '#platform/server/paging.ts';
import { maySeekRestore, canSee, requireSeen } from './policies.ts';
import { type ContentType, wholeColumn, wordsColumn } from './type.ts';

/** The text of a content as it is now. */
export interface CurrentText {
  readonly content: string;
  readonly version: number;
  readonly author_id: string;
  readonly created_at: Date;
}

/** Reads the text of a content as it is now. */
export async function currentText(db: Executor, type: ContentType, id: string): Promise<CurrentText> {
  const [row] = await db.rows<CurrentText>(
    sql`SELECT ${wordsColumn(type)}, t.version, ${sql.raw(`t.${type.authorColumn}`)} AS author_id, t.created_at FROM ${sql.raw(type.table)} t WHERE t.id = ${id}`,
  );
  return row!;
}

/** Reads all that is checked before a content is published: its text, and what no edit changes. */
export async function wholeWords(db: Executor, type: ContentType, id: string): Promise<Words> {
  const html = type.rendered ? 't.html' : 'NULL::text';
  const [row] = await db.rows<{ content: string; title: string; html: string | null; unedited: string | null }>(sql`
    SELECT ${wholeColumn(type)}, ${sql.raw(`${type.title} AS title, ${html} AS html, ${type.unedited ?? 'NULL::text'} AS unedited`)}
    FROM ${sql.raw(type.table)} t WHERE t.id = ${id}`);
  const { content, title, html: shown, unedited } = row!;
  return readWords(
    shown === null ? content : { content, title, html: shown, others: unedited === null ? [] : [unedited] },
  );
}

interface VersionRow {
  readonly version: number;
  readonly content: string;
  readonly editor_id: string;
  readonly created_at: Date;
}

async function insertVersion(
  tx: Tx,
  contentId: string,
  row: { version: number; content: string; editorId: string; isPrivate: boolean; isLocked: boolean; createdAt: Date },
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO content_versions (content_id, version, content, editor_id, is_private, is_locked, created_at)
    VALUES (${contentId}, ${row.version}, ${row.content}, ${row.editorId}, ${row.isPrivate}, ${row.isLocked}, ${row.createdAt}) ON CONFLICT DO NOTHING`);
}

/** Saves the text before an edit and the text after it. An unchanged text is no new version. */
export async function saveEdit(
  ctx: Context,
  tx: Tx,
  id: string,
  before: CurrentText & { readonly isLocked?: boolean },
  after: { content: string; editorId: string; isPrivate: boolean; isLocked?: boolean; editedAt: Date },
): Promise<void> {
  if (before.content === after.content && (before.isLocked ?? false) === (after.isLocked ?? false)) return;
  await insertVersion(tx, id, {
    version: before.version,
    content: before.content,
    editorId: before.author_id,
    isPrivate: reasonsToHold(ctx, before.content).length > 0,
    isLocked: before.isLocked ?? false,
    createdAt: before.created_at,
  });
  await insertVersion(tx, id, {
    version: before.version + 1,
    content: after.content,
    editorId: after.editorId,
    isPrivate: after.isPrivate,
    isLocked: after.isLocked ?? false,
    createdAt: after.editedAt,
  });
}

/** Deletes the versions of contents that are gone for good. */
export async function deleteVersions(tx: Tx, contentIds: readonly string[]): Promise<void> {
  await tx.rows(sql`DELETE FROM content_versions WHERE content_id = ANY(${[...contentIds]}::uuid[])`);
}

/** The texts that a member's contents had before their edits, oldest first, for their data export. */
export async function earlierTextsOf(db: Executor, type: ContentType, profileId: string): Promise<unknown[]> {
  return await db.rows(sql`
    SELECT v.content_id, v.version, v.content, CASE WHEN v.editor_id = ${profileId}::uuid THEN 'you' ELSE 'staff' END AS written_by, v.created_at
    FROM ${sql.raw(type.table)} t JOIN content_versions v ON v.content_id = t.id AND v.version < t.version
    WHERE ${sql.raw(`t.${type.authorColumn}`)} = ${profileId} ORDER BY v.created_at, v.content_id, v.version`);
}

/** Versions in one page of a history. */
const PER_PAGE = 20;

/** Which versions of a history a reader may see: all of them, or those without private information. */
interface Reader {
  readonly all: boolean;
  readonly readsLocked: boolean;
}

/** The version that a cursor names. @throws {Refusal} `invalid` */
function readVersionCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const [version = ''] = decodeCursor(cursor, 1) ?? [];
  if (!/^\d{1,9}$/.test(version)) throw badCursor();
  return Number(version);
}

/** Numbers and sizes of one more version than a page has, newest first. */
async function versionSkeleton(
  db: Executor,
  contentId: string,
  reader: Reader,
  before: number | null,
): Promise<{ version: number; bytes: number }[]> {
  return await db.rows(sql`
    SELECT version, octet_length(content) AS bytes FROM content_versions
    WHERE content_id = ${contentId} AND (${before}::int IS NULL OR version < ${before})
      AND (${reader.all} OR (NOT is_private AND (NOT is_locked OR ${reader.readsLocked})))
    ORDER BY version DESC LIMIT ${PER_PAGE + 1}`);
}

/** The text as it is now, as its only version; none where the text has versions that this reader may not see. */
async function onlyVersion(db: Executor, type: ContentType, id: string): Promise<VersionRow[]> {
  const saved = await db.rows(sql`SELECT 1 FROM content_versions WHERE content_id = ${id} LIMIT 1`);
  if (saved.length > 0) return [];
  const now = await currentText(db, type, id);
  return [{ ...now, editor_id: now.author_id }];
}

/**
 * A page of the versions of a text that its reader may see, newest first; one that was never edited is its own only
 * version. Versions with private information are for staff and the author, and those that were locked for who may read
 * a locked text, whatever became of the text since.
 * @param input `readsLocked`: whether this reader may read a locked text
 * @throws {Refusal} the type's `notFound`, `adults_only`, `invalid`
 */
export async function contentHistory(
  ctx: Context,
  viewer: Viewer | null,
  type: ContentType,
  id: string,
  input: { readonly after?: string | undefined; readonly readsLocked?: boolean },
) {
  const before = readVersionCursor(input.after);
  const facts = await requireSeen(ctx.db, type, id, viewer);
  // The history of a removed answer is for those who may restore it.
  if (facts.parent && !canSee(facts, viewer) && !maySeekRestore(type, facts, viewer)) throw new Refusal(type.notFound);
  const seesAll = isStaff(viewer) || viewer?.profileId === facts.authorId;
  const skeleton = await versionSkeleton(ctx.db, id, { all: seesAll, readsLocked: input.readsLocked ?? true }, before);
  const page = skeleton.slice(0, Math.min(PER_PAGE, fitting(skeleton)));
  let rows: readonly VersionRow[] = [];
  if (page.length > 0)
    rows = await ctx.db.rows<VersionRow>(sql`
      SELECT version, content, editor_id, created_at FROM content_versions
      WHERE content_id = ${id} AND version = ANY(${page.map((row) => row.version)}::int[]) ORDER BY version DESC`);
  else if (before === null) rows = await onlyVersion(ctx.db, type, id);
  const people = await peopleById(
    ctx.db,
    rows.map((row) => row.editor_id),
  );
  return {
    items: rows.map((row) => ({
      version: row.version,
      source: row.content,
      editor: people.get(row.editor_id) ?? unknownPerson,
      createdAt: row.created_at.toISOString(),
    })),
    next: skeleton.length > page.length ? encodeCursor([page.at(-1)!.version]) : null,
  };
}
