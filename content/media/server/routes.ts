import { mediaEndpoints as endpoints } from '#content/media/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { audit } from '#content/moderation/server/store.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { routes } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { presentFile, presentOwnFile } from './actions.ts';
import { removeCaptions, storeCaptions } from './captions.ts';
import { processAgain } from './processing/interruptions.ts';
import { type FileRow, fileById, markRemoved, stagedFilesOf, usedBytes } from './store.ts';
import { describePicture } from './words.ts';

/** A file of the viewer's own. @throws {Refusal} `not_found` */
async function ownFile(ctx: Context, viewer: Viewer, id: string): Promise<FileRow> {
  const file = await fileById(ctx.db, id);
  if (file?.owner_id !== viewer.profileId) throw new Refusal('not_found');
  return file;
}

export const mediaRoutes = routes(endpoints, {
  async 'GET /files'(ctx, { viewer }) {
    const [items, used, settings] = await Promise.all([
      stagedFilesOf(ctx.db, viewer.profileId),
      usedBytes(ctx.db, viewer.profileId),
      siteSettings(ctx.db),
    ]);
    return { items: items.map(presentOwnFile), usedBytes: used, quotaBytes: settings.quotaMegabytes * 1024 * 1024 };
  },
  async 'GET /files/:fileId'(ctx, { viewer, params }) {
    return presentOwnFile(await ownFile(ctx, viewer, params.fileId));
  },
  async 'DELETE /files/:fileId'(ctx, { viewer, params }) {
    const { id } = await ownFile(ctx, viewer, params.fileId);
    const removed = await markRemoved(ctx.db, sql`id = ${id} AND state = 'staged'`, ctx.clock.now());
    if (removed === 0) throw new Refusal('file_in_use');
    return { ok: true as const };
  },
  async 'POST /files/:fileId/process'(ctx, { viewer, params }) {
    const file = await fileById(ctx.db, params.fileId);
    const isOwn = file?.owner_id === viewer.profileId;
    if (!file || !(isOwn || (isStaff(viewer) && file.state === 'claimed'))) throw new Refusal('not_found');
    await ctx.db.tx(async (tx) => {
      if (!(await processAgain(ctx, tx, file)) || isOwn) return;
      const { processing, analysis } = file;
      await audit(ctx, tx, viewer, {
        action: 'file.process',
        targetKind: file.content_kind ?? 'file',
        targetId: file.content_id ?? file.id,
        details: { before: { processing, analysis }, after: { file: file.id, processing: 'waiting' } },
      });
    });
    return presentFile((await fileById(ctx.db, file.id)) ?? file, true);
  },
  async 'PUT /files/:fileId/alternative-text'(ctx, { viewer, params, body }) {
    await describePicture(ctx, viewer, await ownFile(ctx, viewer, params.fileId), body.altText);
    return presentOwnFile(await ownFile(ctx, viewer, params.fileId));
  },
  async 'PUT /files/:fileId/captions/:language'(ctx, { viewer, params, body }) {
    await storeCaptions(ctx, viewer, await ownFile(ctx, viewer, params.fileId), params.language, body.content);
    return presentOwnFile(await ownFile(ctx, viewer, params.fileId));
  },
  async 'DELETE /files/:fileId/captions/:language'(ctx, { viewer, params }) {
    await removeCaptions(ctx, viewer, await ownFile(ctx, viewer, params.fileId), params.language);
    return presentOwnFile(await ownFile(ctx, viewer, params.fileId));
  },
});
