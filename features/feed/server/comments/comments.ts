import type { TimedComment, UploadComment } from '#features/feed/contract/endpoints.ts';
import { feed } from '#features/feed/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { requireSeen } from '#content/core/server/policies.ts';
import { threadReader } from '#content/core/server/answers/thread-reader.ts';
import { type PersonColumns, activeCustomRoles, personColumns, personOf } from '#people/profiles/server/store.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { uploadLive } from '#features/feed/server/publish.ts';
import { mayManageTracks } from '#features/feed/server/rules.ts';
import { trackOf } from '#features/feed/server/tracks/tracks-store.ts';
import { upload, uploadComment } from '#features/feed/server/types.ts';

type Mark = NonNullable<UploadComment['mark']>;
interface OwnColumns {
  readonly track_id: string | null;
  readonly at_ms: number | null;
  readonly mark: Mark | null;
}

/** A comment without a position, when it was just made. */
const fresh: OwnColumns = { track_id: null, at_ms: null, mark: null };

interface Position {
  readonly trackId: string;
  readonly ms: number;
}

interface CommentForm {
  readonly content: string;
  readonly at?: Position | undefined;
  readonly submitId: string;
}

/** Reads and creates comments; a new one may be refused with `track_not_found`. */
export const comments = threadReader({
  type: uploadComment,
  perPage: feed.commentsPerPage,
  columns: () => sql`, t.track_id, t.at_ms, t.mark`,
  fresh,
  load: async () => null,
  present(row, { answer, readable }, viewer): UploadComment {
    const at =
      readable && row.track_id !== null && row.at_ms !== null ? { trackId: row.track_id, ms: row.at_ms } : null;
    const parent = { authorId: row.parent_author_id, state: row.parent_state };
    return {
      ...answer,
      uploadId: row.parent_id,
      at,
      mark: readable ? row.mark : null,
      can: { ...answer.can, mark: row.state === 'published' && at !== null && mayManageTracks(parent, viewer) },
    };
  },
  newAnswer: (_viewer, uploadId, { at }: CommentForm) => ({
    async check(_upload, db) {
      if (at) await checkPosition(db, uploadId, at);
      return { hasTimestamp: at !== undefined };
    },
    columns: () => ({
      columns: sql`, track_id, at_ms`,
      values: sql`, ${at?.trackId ?? null}::uuid, ${at?.ms ?? null}::int`,
      // The track may have been taken out meanwhile.
      condition: sql` AND (${at?.trackId ?? null}::uuid IS NULL OR EXISTS (SELECT 1 FROM upload_files f WHERE f.id = ${at?.trackId ?? null}::uuid AND f.upload_id = o.id))`,
    }),
    atOnce: at ? null : { condition: sql`` },
  }),
});

/** @throws {Refusal} `track_not_found`, `invalid` for a position after the track's end */
async function checkPosition(db: Executor, uploadId: string, at: Position): Promise<void> {
  const track = await trackOf(db, uploadId, at.trackId);
  if (!track) throw new Refusal('track_not_found');
  if (track.duration_ms !== null && at.ms > track.duration_ms)
    throw new Refusal('invalid', { fields: { 'at.ms': 'This is after the end of the track.' } });
}

/** The upload's author marks a timed comment. @throws {Refusal} `comment_not_found`, `forbidden` */
export async function markComment(ctx: Context, viewer: Viewer, id: string, mark: Mark | null): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const { state, hasTimestamp, parent } = await requireSeen(tx, uploadComment, id, viewer, true);
    if (state !== 'published' || !hasTimestamp || !mayManageTracks(parent!, viewer)) throw new Refusal('forbidden');
    await tx.rows(sql`UPDATE upload_comments SET mark = ${mark} WHERE id = ${id}`);
    await uploadLive.publish(ctx, tx, parent!.id, 'comment_changed', { id });
  });
}

interface TimedRow extends PersonColumns {
  readonly id: string;
  readonly at_ms: number;
  readonly excerpt: string;
  readonly mark: Mark | null;
}

/** The newest timed comments of a track, by position. @throws {Refusal} `upload_not_found`, `track_not_found`, `adults_only` */
export async function readTimedComments(
  ctx: Context,
  viewer: Viewer | null,
  uploadId: string,
  trackId: string,
): Promise<TimedComment[]> {
  await requireSeen(ctx.db, upload, uploadId, viewer);
  if (!(await trackOf(ctx.db, uploadId, trackId))) throw new Refusal('track_not_found');
  const [rows, roles] = await Promise.all([
    ctx.db.rows<TimedRow>(sql`
      SELECT t.id, t.at_ms, t.excerpt, t.mark, ${personColumns}
      FROM (SELECT id, at_ms, excerpt, mark, author_id FROM upload_comments
        WHERE track_id = ${trackId} AND state = 'published' AND track_id IS NOT NULL${unblockedOnly(viewer, sql`author_id`)}
        ORDER BY place DESC LIMIT ${feed.timedCommentsShown}) t
      LEFT JOIN profiles p ON p.id = t.author_id ORDER BY t.at_ms, t.id`),
    activeCustomRoles(ctx.db),
  ]);
  return rows.map((row) => ({
    commentId: row.id,
    ms: row.at_ms,
    author: personOf(row, roles),
    excerpt: row.excerpt,
    mark: row.mark,
  }));
}
