import type { Context } from '#server/context.ts';
import { unknownPerson } from '#server/features/profiles/rules.ts';
import { peopleById } from '#server/features/profiles/store.ts';
import { reasonsToHold } from '#server/features/moderation/actions.ts';
import { type Executor, type Tx, sql } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';
import { canRestore, canSee, moderatingParent, requireSeen } from './policies.ts';
import type { ContentType } from './type.ts';

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
    sql`SELECT content, version, ${sql.raw(type.authorColumn)} AS author_id, created_at FROM ${sql.raw(type.table)} WHERE id = ${id}`,
  );
  return row!;
}

interface VersionRow {
  readonly version: number;
  readonly content: string;
  readonly editor_id: string;
  readonly is_private: boolean;
  readonly is_locked: boolean;
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

/** Saves both texts of an edit, the one that goes and the one that comes. The same text again is no new version. */
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

/** Versions of one history that are shown; older ones stay stored. */
const SHOWN = 200;

/**
 * Every version of a text that its reader may see, newest first; one that was never edited is its own only version.
 * Versions with private information are for staff and the author, and those that were locked for who may read a locked
 * text, whatever became of the text since.
 * @param readsLocked whether this reader may read a locked text
 * @throws {Refusal} the type's `notFound`, `adults_only`
 */
export async function contentHistory(
  ctx: Context,
  viewer: Viewer | null,
  type: ContentType,
  id: string,
  readsLocked = true,
) {
  const facts = await requireSeen(ctx.db, type, id, viewer);
  // Of a removed answer, who may not restore it reads nothing.
  if (!canSee(facts, viewer) && !canRestore(facts, viewer, moderatingParent(type, facts)))
    throw new Refusal(type.notFound);
  const saved = await ctx.db.rows<VersionRow>(sql`
    SELECT version, content, editor_id, is_private, is_locked, created_at FROM content_versions WHERE content_id = ${id}
    ORDER BY version DESC LIMIT ${SHOWN}`);
  const all = isStaff(viewer) || viewer?.profileId === facts.authorId;
  const shown = saved.filter((row) => all || (!row.is_private && (!row.is_locked || readsLocked)));
  if (saved.length === 0) {
    const now = await currentText(ctx.db, type, id);
    shown.push({ ...now, editor_id: now.author_id, is_private: false, is_locked: false });
  }
  const people = await peopleById(
    ctx.db,
    shown.map((row) => row.editor_id),
  );
  return {
    items: shown.map((row) => ({
      version: row.version,
      source: row.content,
      editor: people.get(row.editor_id) ?? unknownPerson,
      createdAt: row.created_at.toISOString(),
    })),
  };
}
