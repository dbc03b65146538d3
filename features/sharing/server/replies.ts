import { sharing } from '#features/sharing/contract/limits.ts';
import type { SharedReply } from '#features/sharing/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { createAnswer } from '#content/core/server/answers/answers.ts';
import type { Submitted } from '#content/core/server/create.ts';
import { requireSeen, restorableAmong } from '#content/core/server/policies.ts';
import { presentAnswer } from '#content/core/server/present.ts';
import {
  type AnswerRow,
  type ThreadQuery,
  answerPage,
  answersById,
  checkThreadSeen,
} from '#content/core/server/answers/thread.ts';
import { activeCustomRoles, editorsOf } from '#people/profiles/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { SharedType } from './types.ts';

async function repliesOf(
  ctx: Context,
  viewer: Viewer | null,
  { item, reply }: SharedType,
  ids: readonly string[],
  parentId?: string,
): Promise<SharedReply[]> {
  const rows = await answersById(ctx.db, reply, ids, sql``);
  if (parentId !== undefined) await checkThreadSeen(ctx, viewer, item, parentId, rows[0]);
  const [restorable, roles, editorOf] = await Promise.all([
    restorableAmong(ctx, reply, rows, viewer),
    activeCustomRoles(ctx.db),
    editorsOf(ctx.db, rows),
  ]);
  return rows.map((row) => ({
    ...presentAnswer(reply, row, roles, viewer, editorOf, restorable).answer,
    itemId: row.parent_id,
  }));
}

/** One reply as its reader sees it. @throws {Refusal} `reply_not_found`, `adults_only` */
export async function readReply(
  ctx: Context,
  viewer: Viewer | null,
  shared: SharedType,
  id: string,
): Promise<SharedReply> {
  await requireSeen(ctx.db, shared.reply, id, viewer);
  const [reply] = await repliesOf(ctx, viewer, shared, [id]);
  return reply!;
}

/** One page of replies, oldest first. @throws {Refusal} the type's `notFound`, `adults_only` */
export async function readReplyPage(
  ctx: Context,
  viewer: Viewer | null,
  shared: SharedType,
  itemId: string,
  query: ThreadQuery,
) {
  const { ids, ...places } = await answerPage(ctx, viewer, shared.reply, itemId, query, sharing.repliesPerPage);
  return { items: await repliesOf(ctx, viewer, shared, ids, itemId), ...places };
}

/**
 * Creates a reply, or holds it for staff. The same submit again answers with the first one.
 * @throws {Refusal} the type's `notFound`, `adults_only`, `banned_words`, `rate_limit`, `too_complex`
 */
export async function createReply(
  ctx: Context,
  viewer: Viewer,
  { item, reply }: SharedType,
  itemId: string,
  body: { content: string; submitId: string },
): Promise<Submitted & { readonly row?: AnswerRow }> {
  return await createAnswer(ctx, viewer, reply, item, itemId, body, {
    check: async () => ({}),
    columns: () => ({ columns: sql`, user_id`, values: sql`, ${viewer.userId}::uuid` }),
    atOnce: { condition: sql`` },
  });
}

/** A reply that was just made, as its author sees it. */
export async function presentNew(
  ctx: Context,
  viewer: Viewer,
  shared: SharedType,
  { id, row }: Submitted & { readonly row?: AnswerRow },
): Promise<SharedReply> {
  if (!row) return await readReply(ctx, viewer, shared, id);
  const [roles, editorOf] = await Promise.all([activeCustomRoles(ctx.db), editorsOf(ctx.db, [row])]);
  return { ...presentAnswer(shared.reply, row, roles, viewer, editorOf, new Set()).answer, itemId: row.parent_id };
}
