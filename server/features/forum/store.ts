import type { Context } from '#server/context.ts';
import { unknownPerson } from '#server/features/profiles/rules.ts';
import { peopleById } from '#server/features/profiles/store.ts';
import { type Executor, type Tx, sql } from '#server/platform/db/database.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';

/** Earlier texts of what members wrote, here and in the features after the forum. */

/** Earlier versions of a text, newest first. */
async function versionsOf(
  db: Executor,
  contentId: string,
): Promise<
  {
    version: number;
    content: string;
    editor_id: string;
    is_private: boolean;
    is_locked: boolean;
    created_at: Date;
  }[]
> {
  return await db.rows(
    sql`SELECT version, content, editor_id, is_private, is_locked, created_at FROM content_versions WHERE content_id = ${contentId} ORDER BY version DESC LIMIT 200`,
  );
}

/** Keeps the text that an edit replaces. */
export async function keepVersion(
  tx: Tx,
  version: {
    contentId: string;
    version: number;
    content: string;
    editorId: string;
    isPrivate: boolean;
    /** Was behind an unlock. */
    isLocked: boolean;
    createdAt: Date;
  },
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO content_versions (content_id, version, content, editor_id, is_private, is_locked, created_at)
    VALUES (${version.contentId}, ${version.version}, ${version.content}, ${version.editorId}, ${version.isPrivate}, ${version.isLocked}, ${version.createdAt}) ON CONFLICT DO NOTHING`);
}

/** Removes the earlier versions of contents that are gone for good. */
export async function forgetVersions(tx: Tx, contentIds: readonly string[]): Promise<void> {
  await tx.rows(sql`DELETE FROM content_versions WHERE content_id = ANY(${[...contentIds]}::uuid[])`);
}

/**
 * Every version of a text that its reader may see, newest first; one that was never edited is its own only version.
 * Versions with private information are for staff and the author, and those that were locked for who may read a locked
 * text, whatever became of the text since.
 */
export async function textHistory(
  ctx: Context,
  viewer: Viewer | null,
  contentId: string,
  current: { content: string; version: number; author_id: string; created_at: Date },
  readsLocked = true,
) {
  const kept = await versionsOf(ctx.db, contentId);
  const all = isStaff(viewer) || viewer?.profileId === current.author_id;
  const rows =
    kept.length > 0
      ? kept.filter((row) => all || (!row.is_private && (!row.is_locked || readsLocked)))
      : [
          {
            version: current.version,
            content: current.content,
            editor_id: current.author_id,
            created_at: current.created_at,
          },
        ];
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
  };
}

/** Keeps both texts of an edit, the one that goes and the one that comes. The same text again is no new version. */
export async function keepEdit(
  tx: Tx,
  contentId: string,
  before: { version: number; content: string; authorId: string; isPrivate: boolean; createdAt: Date },
  after: { content: string; editorId: string; isPrivate: boolean; createdAt: Date },
): Promise<void> {
  if (before.content === after.content) return;
  const shared = { contentId, isLocked: false };
  await keepVersion(tx, { ...before, ...shared, editorId: before.authorId });
  await keepVersion(tx, { ...after, ...shared, version: before.version + 1 });
}
