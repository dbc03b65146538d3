import type { Upload } from '#features/feed/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { checkRowSeen, restorableAmong } from '#content/core/server/policies.ts';
import { filesOf } from '#content/media/server/actions.ts';
import { activeCustomRoles, editorsOf } from '#people/profiles/server/store.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { pollsOf } from './polls/polls-store.ts';
import { presentUpload } from './present.ts';
import { tracksOf } from './tracks/tracks-store.ts';
import { upload } from './types.ts';
import { type UploadRow, uploadRows } from './uploads-store.ts';

/** Uploads of rows with all their data, in a constant number of queries, whatever the number of rows (no N+1). */
export async function uploadsOf(ctx: Context, viewer: Viewer | null, rows: readonly UploadRow[]): Promise<Upload[]> {
  const ids = rows.map((row) => row.id);
  const [restorable, files, tracks, polls, roles, editorOf] = await Promise.all([
    restorableAmong(ctx, upload, rows, viewer),
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
    return presentUpload(row, parts, roles, viewer, now, editorOf, restorable.has(row.id));
  });
}

/** One upload as its reader sees it. @throws {Refusal} `upload_not_found`, `adults_only`. */
export async function readUpload(ctx: Context, viewer: Viewer | null, id: string): Promise<Upload> {
  const [row] = await uploadRows(ctx.db, [id], viewer?.userId ?? null);
  await checkRowSeen(ctx.db, upload, row, viewer);
  const [found] = await uploadsOf(ctx, viewer, [row!]);
  return found!;
}
