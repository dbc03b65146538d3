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
import { commentIds, commentsById, momentsOf } from './comments-store.ts';
import { checkUploadSeen, seenUpload } from './gates.ts';
import { type TimeKey, beginning, readTimeCursor, timeCursor } from './paging.ts';
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

/** Comments that come before the one that was asked for, so that its context is on the page. */
const CONTEXT = 5;

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
  const size = feed.commentsPerPage;
  const side = (key: TimeKey | null, direction: 'after' | 'before', limit: number) =>
    commentIds(ctx.db, uploadId, reader, { key, direction }, limit);
  let from = readTimeCursor(query.after);
  const leading: { id: string; created_at: Date }[] = [];
  if (query.around !== undefined) {
    const [target] = await commentsById(ctx.db, [query.around]);
    const seen = target && maySee({ authorId: target.author_id, state: target.state, removedBy: null }, viewer);
    if (!target || target.upload_id !== uploadId || (target.state === 'held' && !seen))
      throw new Refusal('upload_not_found');
    if (await isHiddenFrom(ctx.db, viewer, target.author_id)) throw new Refusal('upload_not_found');
    from = keyOf(target);
    leading.push(...(await side(from, 'before', CONTEXT)), target);
  }
  const following = await side(from, 'after', size - leading.length + 1);
  const more = following.length > size - leading.length;
  const page = [...leading, ...(more ? following.slice(0, -1) : following)];
  const [first, last] = [page[0], page.at(-1)];
  const before = first && from !== null ? await side(keyOf(first), 'before', size + 1) : [];
  return {
    items: await readComments(
      ctx,
      viewer,
      page.map((row) => row.id),
    ),
    next: more && last ? timeCursor(keyOf(last)) : null,
    // A cursor to read `after`: the row before the earlier page's first one, or the very beginning.
    previous: before.length === 0 ? null : timeCursor(before.length > size ? keyOf(before[0]!) : beginning),
  };
}

function keyOf(row: { id: string; created_at: Date }): TimeKey {
  return { at: row.created_at, id: row.id };
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
