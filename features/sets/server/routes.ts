import { sets } from '#features/sets/contract/endpoints.ts';
import { readSharedItem } from '#features/sharing/server/actions.ts';
import { routes } from '#platform/server/http/route.ts';
import { readCountdown } from './actions.ts';
import { readEntries, requireSet } from './entries.ts';
import { addEntry, changeSetVisibility, placeEntry, removeEntry } from './write.ts';

export const setRoutes = routes(sets, {
  async 'GET /sets/:itemId/entries'(ctx, { viewer, params, query }) {
    const set = await requireSet(ctx, viewer, params.itemId, query.link);
    return await readEntries(ctx, viewer, set, query.after);
  },
  'GET /sets/:itemId/countdown': (ctx, { viewer, params }) => readCountdown(ctx, viewer, params.itemId),
  async 'POST /sets/:itemId/entries'(ctx, { viewer, params, body }) {
    return { entryCount: await addEntry(ctx, viewer, params.itemId, body) };
  },
  async 'DELETE /sets/:itemId/entries/:entryId'(ctx, { viewer, params }) {
    return { entryCount: await removeEntry(ctx, viewer, params.itemId, params.entryId) };
  },
  async 'PUT /sets/:itemId/entries/:entryId/place'(ctx, { viewer, params, body }) {
    await placeEntry(ctx, viewer, params.itemId, params.entryId, body.before);
    return { ok: true };
  },
  async 'PUT /sets/:itemId/visibility'(ctx, { viewer, params, body }) {
    const releaseAt = typeof body.releaseAt === 'string' ? new Date(body.releaseAt) : body.releaseAt;
    await changeSetVisibility(ctx, viewer, params.itemId, body.visibility, releaseAt);
    return await readSharedItem(ctx, viewer, 'set', params.itemId);
  },
});
