import type { Post, Reply } from '#contract/forum.ts';
import { forum } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { can } from '#server/features/ledger/actions.ts';
import { filesOf } from '#server/features/media/actions.ts';
import { activeCustomRoles, editorsOf } from '#server/features/profiles/store.ts';
import { isHiddenFrom, unblockedOnly } from '#server/features/relations/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';
import { checkPostSeen } from './gates.ts';
import { readTimeCursor } from '#server/platform/paging.ts';
import { type ReadSide, type TimedRow, timedPage } from '#server/platform/timed-page.ts';
import { findPost, postGate } from './posts-store.ts';
import { presentPost, presentReply } from './present.ts';
import { type ReplyRow, answeredReplies, repliesById, replyIds } from './replies-store.ts';

/** One post as its reader sees it. @throws {Refusal} `post_not_found`, `adults_only`. */
export async function readPost(ctx: Context, viewer: Viewer | null, id: string): Promise<Post> {
  const row = await findPost(ctx.db, id, viewer?.profileId ?? null);
  await checkPostSeen(
    ctx.db,
    row && { authorId: row.author_id, state: row.state, removedBy: row.removed_by, isAdult: row.is_adult },
    viewer,
  );
  const own = viewer !== null && viewer.profileId === row!.author_id;
  const [roles, files, mayPin, editorOf] = await Promise.all([
    activeCustomRoles(ctx.db),
    row!.image_url === null ? null : filesOf(ctx.db, 'forum_post', [id]),
    own ? can(ctx, viewer.profileId, 'pin_own_post') : false,
    editorsOf(ctx.db, [row!]),
  ]);
  return presentPost(row!, roles, files?.get(id) ?? [], viewer, mayPin, editorOf);
}

/** Replies by id, in the order given, as their reader sees them. */
export async function readReplies(ctx: Context, viewer: Viewer | null, ids: readonly string[]): Promise<Reply[]> {
  return await showReplies(ctx, viewer, await repliesById(ctx.db, ids, viewer?.profileId ?? null));
}

async function showReplies(ctx: Context, viewer: Viewer | null, rows: readonly ReplyRow[]): Promise<Reply[]> {
  const [roles, answered, editorOf] = await Promise.all([
    activeCustomRoles(ctx.db),
    answeredReplies(
      ctx.db,
      rows.flatMap((row) => row.in_reply_to ?? []),
      viewer,
    ),
    editorsOf(ctx.db, rows),
  ]);
  return rows.map((row) => presentReply(row, roles, answered, viewer, editorOf));
}

/** The reply that a page is to be around. @throws {Refusal} `post_not_found`. */
async function replyAround(ctx: Context, viewer: Viewer | null, postId: string, id: string): Promise<TimedRow> {
  const [row] = await repliesById(ctx.db, [id], viewer?.profileId ?? null);
  if (!row || row.post_id !== postId || (await isHiddenFrom(ctx.db, viewer, row.author_id)))
    throw new Refusal('post_not_found');
  return {
    id: row.id,
    created_at: row.created_at,
    bytes: Buffer.byteLength(row.html) + Buffer.byteLength(row.content),
  };
}

/**
 * One page of replies, oldest first; with `around` the page that begins some replies before that one.
 * @throws {Refusal} `post_not_found`, `adults_only`.
 */
export async function readReplyPage(
  ctx: Context,
  viewer: Viewer | null,
  postId: string,
  query: { after?: string | undefined; around?: string | undefined },
): Promise<{ items: Reply[]; next: string | null; previous: string | null }> {
  const reader = {
    profileId: viewer?.profileId ?? null,
    staff: isStaff(viewer),
    unblocked: unblockedOnly(viewer, sql`author_id`),
  };
  const side: ReadSide = (key, direction, limit) => replyIds(ctx.db, postId, reader, { key, direction }, limit);
  const start =
    query.around === undefined
      ? { from: readTimeCursor(query.after) }
      : { around: await replyAround(ctx, viewer, postId, query.around) };
  const { ids, next, previous } = await timedPage(side, start, forum.repliesPerPage);
  const rows = await repliesById(ctx.db, ids, reader.profileId);
  // Replies know their post; only a page without any asks for it.
  const [one] = rows;
  const post = one
    ? { authorId: one.post_author_id, state: one.post_state, removedBy: one.post_removed_by, isAdult: one.post_adult }
    : await postGate(ctx.db, postId);
  await checkPostSeen(ctx.db, post, viewer);
  return {
    items: await showReplies(ctx, viewer, rows),
    next,
    previous,
  };
}
