import type { Reply } from '#features/forum/contract/endpoints.ts';
import { forum } from '#features/forum/contract/limits.ts';
import { canSpeak, requireSeen } from '#content/core/server/policies.ts';
import { type ReactionCount, reactionsColumn } from '#content/core/server/reactions/reactions.ts';
import { threadReader } from '#content/core/server/answers/thread-reader.ts';
import type { ContentState } from '#content/core/server/type.ts';
import { type PersonColumns, personColumns, personOf } from '#people/profiles/server/store.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { mayReadPostText } from './rules.ts';
import { readsText } from './locked/unlocks-store.ts';
import { type PostFacts, postReply } from './types.ts';

interface OwnColumns {
  readonly in_reply_to: string | null;
  readonly reactions: ReactionCount[];
}

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

interface ReplyForm {
  readonly content: string;
  readonly inReplyTo?: string | null | undefined;
  readonly submitId: string;
}

/** A reply that answers no other, when it was just made. */
const fresh: OwnColumns = { in_reply_to: null, reactions: [] };

/** Reads and creates replies; a new one may be refused with `post_locked` and `reply_not_found`. */
export const replies = threadReader({
  type: postReply,
  perPage: forum.repliesPerPage,
  columns: (readerId) => sql`, t.in_reply_to, ${reactionsColumn(sql`t.id`, readerId)} AS reactions`,
  fresh,
  load: (ctx, viewer, rows) =>
    answeredReplies(
      ctx.db,
      rows.flatMap((row) => row.in_reply_to ?? []),
      viewer,
    ),
  present(row, { answer, readable, roles }, viewer, answered): Reply {
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
  },
  // The author of a reply watches the post.
  newAnswer(viewer, postId, { inReplyTo = null }: ReplyForm) {
    return {
      async check(post: PostFacts, db) {
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
    };
  },
});

/** Published replies of a member, in posts that are there. */
export async function countRepliesOf(db: Executor, profileId: string): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM post_replies WHERE author_id = ${profileId} AND state = 'published'`,
  );
  return row!.count;
}
