import type { TrackMoment, Upload, UploadComment } from '#contract/feed.ts';
import { feed } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { filesOf } from '#server/features/media/actions.ts';
import { maySee } from '#server/features/forum/rules.ts';
import { activeCustomRoles, editorsOf } from '#server/features/profiles/store.ts';
import { isHiddenFrom, unblockedOnly } from '#server/features/relations/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';
import { type ReadSide, type TimedRow, timedPage } from '#server/platform/timed-page.ts';
import { commentIds, commentsById, momentsOf } from './comments-store.ts';
import { checkUploadSeen, seenUpload } from './gates.ts';
import { readTimeCursor } from './paging.ts';
import { pollsOf } from './polls-store.ts';
import { presentComment, presentMoment, presentUpload } from './present.ts';
import { trackOf, tracksOf } from './tracks-store.ts';
import { type UploadRow, uploadRows } from './uploads-store.ts';

/** Uploads of rows with all that hangs on them: a constant number of queries, however many they are. */
export async function uploadsOf(ctx: Context, viewer: Viewer | null, rows: readonly UploadRow[]): Promise<Upload[]> {
  const ids = rows.map((row) => row.id);
  const [files, tracks, polls, roles, editorOf] = await Promise.all([
    filesOf(ctx.db, 'upload', ids),
    tracksOf(ctx.db, ids),
    pollsOf(ctx.db, ids, viewer?.userId ?? null),
    activeCustomRoles(ctx.db),
    editorsOf(ctx.db, rows),
  ]);
  const tracksById = Map.groupBy(tracks, (track) => track.upload_id);
  const now = ctx.clock.now();
  return rows.map((row) => {
    const own = new Map((files.get(row.id) ?? []).map((file) => [file.id, file]));
    const parts = { tracks: tracksById.get(row.id) ?? [], files: own, poll: polls.get(row.id) };
    return presentUpload(row, parts, roles, viewer, now, editorOf);
  });
}

/** One upload as its reader sees it. @throws {Refusal} `upload_not_found`, `adults_only`. */
export async function readUpload(ctx: Context, viewer: Viewer | null, id: string): Promise<Upload> {
  const [row] = await uploadRows(ctx.db, [id], viewer?.userId ?? null);
  await checkUploadSeen(
    ctx.db,
    row ? { authorId: row.author_id, state: row.state, removedBy: row.removed_by, isAdult: row.is_adult } : null,
    viewer,
  );
  const [upload] = await uploadsOf(ctx, viewer, [row!]);
  return upload!;
}

/** Comments by id, in the order given, as their reader sees them. */
export async function readComments(
  ctx: Context,
  viewer: Viewer | null,
  ids: readonly string[],
): Promise<UploadComment[]> {
  const [rows, roles] = await Promise.all([commentsById(ctx.db, ids), activeCustomRoles(ctx.db)]);
  const editorOf = await editorsOf(ctx.db, rows);
  return rows.map((row) => presentComment(row, roles, viewer, editorOf));
}

/** The comment that a page is to be around. @throws {Refusal} `upload_not_found`. */
async function commentAround(ctx: Context, viewer: Viewer | null, uploadId: string, id: string): Promise<TimedRow> {
  const [row] = await commentsById(ctx.db, [id]);
  const seen = row && maySee({ authorId: row.author_id, state: row.state, removedBy: null }, viewer);
  if (!row || row.upload_id !== uploadId || (row.state === 'held' && !seen)) throw new Refusal('upload_not_found');
  if (await isHiddenFrom(ctx.db, viewer, row.author_id)) throw new Refusal('upload_not_found');
  return {
    id: row.id,
    created_at: row.created_at,
    bytes: Buffer.byteLength(row.html) + Buffer.byteLength(row.content),
  };
}

/** One page of comments, oldest first; with `around` the page that begins some comments before that one. */
export async function readCommentPage(
  ctx: Context,
  viewer: Viewer | null,
  uploadId: string,
  query: { after?: string | undefined; around?: string | undefined },
): Promise<{ items: UploadComment[]; next: string | null; previous: string | null }> {
  await seenUpload(ctx.db, uploadId, viewer);
  const reader = {
    profileId: viewer?.profileId ?? null,
    staff: isStaff(viewer),
    unblocked: unblockedOnly(viewer, sql`author_id`),
  };
  const side: ReadSide = (key, direction, limit) => commentIds(ctx.db, uploadId, reader, { key, direction }, limit);
  const start =
    query.around === undefined
      ? { from: readTimeCursor(query.after) }
      : { around: await commentAround(ctx, viewer, uploadId, query.around) };
  const { ids, next, previous } = await timedPage(side, start, feed.commentsPerPage);
  return { items: await readComments(ctx, viewer, ids), next, previous };
}

/** Comments at moments of a track. @throws {Refusal} `upload_not_found`, `track_not_found`, `adults_only`. */
export async function readMoments(
  ctx: Context,
  viewer: Viewer | null,
  uploadId: string,
  trackId: string,
): Promise<TrackMoment[]> {
  await seenUpload(ctx.db, uploadId, viewer);
  if (!(await trackOf(ctx.db, uploadId, trackId))) throw new Refusal('track_not_found');
  const [rows, roles] = await Promise.all([
    momentsOf(ctx.db, trackId, unblockedOnly(viewer, sql`author_id`), feed.momentsShown),
    activeCustomRoles(ctx.db),
  ]);
  return rows.map((row) => presentMoment(row, roles));
}
