import type { Reply } from '#features/forum/contract/endpoints.ts';
import { forum } from '#features/forum/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { createAnswer } from '#content/core/server/answers/answers.ts';
import type { Submitted } from '#content/core/server/create.ts';
import { canSpeak, requireSeen, restorableAmong } from '#content/core/server/policies.ts';
import { type Roles, presentAnswer } from '#content/core/server/present.ts';
import { type ReactionCount, reactionsColumn } from '#content/core/server/reactions/reactions.ts';
import {
  type AnswerRow,
  type ThreadQuery,
  answerPage,
  answersById,
  checkThreadSeen,
} from '#content/core/server/answers/thread.ts';
import type { ContentState } from '#content/core/server/type.ts';
import {
  type EditorOf,
  type PersonColumns,
  activeCustomRoles,
  editorsOf,
  personColumns,
  personOf,
} from '#people/profiles/server/store.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { mayReadPostText } from './rules.ts';
import { readsText } from './locked/unlocks-store.ts';
import { forumPost, postReply } from './types.ts';

type ReplyRow = AnswerRow & { readonly in_reply_to: string | null; readonly reactions: ReactionCount[] };

/** A reply that others answer: its author and a few words of it. */
interface Answered extends PersonColumns {
  readonly id: string;
  readonly excerpt: string;
  readonly state: ContentState;
}

/** The answered replies of some replies, one query. Blocked authors are not named. */
async function answeredReplies(
  db: Executor,
  ids: readonly string[],
  viewer: Viewer | null,
): Promise<ReadonlyMap<string, Answered>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<Answered>(sql`
    SELECT t.id, t.excerpt, t.state, ${personColumns} FROM post_replies t LEFT JOIN profiles p ON p.id = t.author_id
    WHERE t.id = ANY(${[...ids]}::uuid[])${unblockedOnly(viewer, sql`t.author_id`)}`);
  return new Map(rows.map((row) => [row.id, row]));
}

function presentReply(
  row: ReplyRow,
  roles: Roles,
  answered: ReadonlyMap<string, Answered>,
  viewer: Viewer | null,
  editorOf: EditorOf,
  restorable: ReadonlySet<string>,
): Reply {
  const { answer, readable } = presentAnswer(postReply, row, roles, viewer, editorOf, restorable);
  const to = row.in_reply_to === null ? undefined : answered.get(row.in_reply_to);
  return {
    ...answer,
    postId: row.parent_id,
    inReplyTo: to
      ? { id: to.id, author: personOf(to, roles), excerpt: to.state === 'published' ? to.excerpt : '' }
      : null,
    reactions: readable ? row.reactions : [],
    can: {
      ...answer.can,
      react: row.state === 'published' && row.parent_state === 'published' && canSpeak(viewer),
    },
  };
}

async function replyRows(db: Executor, ids: readonly string[], readerId: string | null): Promise<ReplyRow[]> {
  const extra = sql`, t.in_reply_to, ${reactionsColumn(sql`t.id`, readerId)} AS reactions`;
  return await answersById(db, postReply, ids, extra);
}

async function present(ctx: Context, viewer: Viewer | null, rows: readonly ReplyRow[]): Promise<Reply[]> {
  const [restorable, roles, editorOf, answered] = await Promise.all([
    restorableAmong(ctx, postReply, rows, viewer),
    activeCustomRoles(ctx.db),
    editorsOf(ctx.db, rows),
    answeredReplies(
      ctx.db,
      rows.flatMap((row) => row.in_reply_to ?? []),
      viewer,
    ),
  ]);
  return rows.map((row) => presentReply(row, roles, answered, viewer, editorOf, restorable));
}

/** One reply as its reader sees it. @throws {Refusal} `reply_not_found`, `adults_only` */
export async function readReply(ctx: Context, viewer: Viewer | null, id: string): Promise<Reply> {
  await requireSeen(ctx.db, postReply, id, viewer);
  const [reply] = await present(ctx, viewer, await replyRows(ctx.db, [id], viewer?.profileId ?? null));
  return reply!;
}

/** One page of replies, oldest first. @throws {Refusal} `post_not_found`, `adults_only` */
export async function readReplyPage(ctx: Context, viewer: Viewer | null, postId: string, query: ThreadQuery) {
  const { ids, ...cursors } = await answerPage(ctx, viewer, postReply, postId, query, forum.repliesPerPage);
  const rows = await replyRows(ctx.db, ids, viewer?.profileId ?? null);
  await checkThreadSeen(ctx, viewer, forumPost, postId, rows[0]);
  return { items: await present(ctx, viewer, rows), ...cursors };
}

/**
 * Creates a reply, or holds it for staff; its author watches the post. The same submit again answers with the first one.
 * @throws {Refusal} `post_not_found`, `post_locked`, `reply_not_found`, `adults_only`, `banned_words`, `rate_limit`, `too_complex`
 */
export async function createReply(
  ctx: Context,
  viewer: Viewer,
  postId: string,
  body: { content: string; inReplyTo?: string | undefined; submitId: string },
): Promise<Submitted & { readonly row?: AnswerRow }> {
  const inReplyTo = body.inReplyTo ?? null;
  return await createAnswer(ctx, viewer, postReply, forumPost, postId, body, {
    async check(post, db) {
      if (!(await mayReadPostText(db, post, viewer))) throw new Refusal('post_locked');
      if (inReplyTo === null) return {};
      const answered = await requireSeen(db, postReply, inReplyTo, viewer);
      if (answered.parent?.id !== post.id || answered.state !== 'published') throw new Refusal('reply_not_found');
      return {};
    },
    columns: ({ authorId, createdAt }) => ({
      columns: sql`, in_reply_to`,
      values: sql`, ${inReplyTo}::uuid`,
      also: sql`, reader AS (
        INSERT INTO post_readers AS mine (profile_id, post_id, watching, last_read_at, replies_read)
        SELECT ${authorId}::uuid, ${postId}::uuid, true, ${createdAt}::timestamptz, coalesce((SELECT count FROM counted), 0) FROM made
        ON CONFLICT (profile_id, post_id) DO UPDATE SET watching = true, last_read_at = excluded.last_read_at, replies_read = greatest(mine.replies_read, excluded.replies_read)
      )`,
    }),
    // To another reply it is rarer, and needs what that says.
    atOnce: inReplyTo === null ? { condition: sql` AND ${readsText(viewer)}` } : null,
  });
}

/** A reply that was just made, as its author sees it. */
export async function presentNew(ctx: Context, viewer: Viewer, { id, row }: Submitted & { readonly row?: AnswerRow }) {
  if (!row) return await readReply(ctx, viewer, id);
  const [reply] = await present(ctx, viewer, [{ ...row, in_reply_to: null, reactions: [] }]);
  return reply!;
}

/** Published replies of a member, in posts that are there. */
export async function countRepliesOf(db: Executor, profileId: string): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM post_replies WHERE author_id = ${profileId} AND state = 'published'`,
  );
  return row!.count;
}
