import { archiveEndpoints } from '#features/sharing/contract/archives.ts';
import { downloadEndpoints, sharedItem, sharingEndpoints, sharingKey } from '#features/sharing/contract/endpoints.ts';
import { answerHandlers, contentHandlers } from '#content/core/server/handlers.ts';
import { like } from '#content/core/server/reactions/likes.ts';
import { visibilityOf } from '#content/core/server/present.ts';
import { type Route, routes } from '#platform/server/http/route.ts';
import { buy } from './buying/buying.ts';
import { download } from './buying/downloads.ts';
import { listEntries } from './entries.ts';
import { pendingNotice } from './present.ts';
import { itemsOf, listItems, listOwn, readHistory } from './read.ts';
import { repliesOf } from './replies.ts';
import { type SharedType, sharedTypes } from './types.ts';
import { changeSoundDetails, soundDetails } from './versions/sound-details.ts';
import { addVersion, listVersions } from './versions/versions.ts';
import { createItem, editItem } from './write.ts';

/** The endpoints of one type with their handlers, at its path. */
function routesOf(shared: SharedType): Route[] {
  const { descriptor, item, live } = shared;
  const ofItem = contentHandlers(item);
  const ofReply = answerHandlers(repliesOf(shared));
  const own = routes(sharingEndpoints(descriptor.kind), {
    'GET /:list': (ctx, { viewer, query }) => listItems(ctx, viewer, shared, query),
    'GET /:list/mine': (ctx, { viewer, query }) => listOwn(ctx, viewer, shared, query),
    async 'POST /:list'(ctx, { viewer, body }) {
      const { id, state, notice } = await createItem(ctx, viewer, shared, body);
      const isPending = state === 'pending';
      return { id, visibility: visibilityOf(state), isPending, notice: isPending ? pendingNotice : notice };
    },
    'GET /:list/:itemId': (ctx, { viewer, params }) => itemsOf(shared).read(ctx, viewer, params.itemId),
    async 'PATCH /:list/:itemId'(ctx, { viewer, params, body }) {
      await editItem(ctx, viewer, shared, params.itemId, body);
      return await itemsOf(shared).read(ctx, viewer, params.itemId);
    },
    'DELETE /:list/:itemId': ofItem.remove,
    'POST /:list/:itemId/restore': ofItem.restore,
    'GET /:list/:itemId/history': (ctx, { viewer, params, query }) =>
      readHistory(ctx, viewer, shared, params.itemId, query.after),
    'PUT /:list/:itemId/like': (ctx, { viewer, params: { itemId }, body }) =>
      like(ctx, viewer, item, itemId, body.on, (tx, likeCount) =>
        live.hint(ctx, tx, itemId, 'likes_changed', { id: itemId, likeCount }),
      ),
    'GET /:list/:itemId/replies': ofReply.page,
    async 'POST /:list/:itemId/replies'(ctx, input) {
      const { answer: reply, seq } = await ofReply.create(ctx, input);
      return { reply, seq };
    },
    'GET /:list/replies/:replyId': ofReply.read,
    'PATCH /:list/replies/:replyId': ofReply.edit,
    'DELETE /:list/replies/:replyId': ofReply.remove,
    'POST /:list/replies/:replyId/restore': ofReply.restore,
    'GET /:list/replies/:replyId/history': ofReply.history,
  });
  const downloads = routes(downloadEndpoints(descriptor.kind), {
    'POST /:list/:itemId/download': (ctx, { viewer, params }) => download(ctx, viewer, shared, params.itemId),
  });
  const archives = routes(archiveEndpoints(descriptor.kind, sharedItem), {
    'GET /:list/:itemId/archive': (ctx, { viewer, params, query }) =>
      listEntries(ctx, viewer, shared, params.itemId, query),
    'GET /:list/:itemId/archive/:fileId/:position/details': (ctx, { viewer, params }) =>
      soundDetails(ctx, viewer, shared, params),
    async 'PUT /:list/:itemId/archive/:fileId/:position/details'(ctx, { viewer, params, body }) {
      await changeSoundDetails(ctx, viewer, shared, params, body);
      return { ok: true };
    },
    'GET /:list/:itemId/versions': async (ctx, { viewer, params }) => ({
      items: await listVersions(ctx, viewer, shared, params.itemId),
    }),
    async 'POST /:list/:itemId/versions'(ctx, { viewer, params, body }) {
      await addVersion(ctx, viewer, shared, params.itemId, body);
      return await itemsOf(shared).read(ctx, viewer, params.itemId);
    },
    async 'POST /:list/:itemId/buy'(ctx, { viewer, params, body }) {
      const credits = await buy(ctx, viewer, shared, params.itemId, body.price);
      return { item: await itemsOf(shared).read(ctx, viewer, params.itemId), credits };
    },
  });
  const all = [...own, ...(descriptor.hasDownloads ? downloads : []), ...(descriptor.hasArchives ? archives : [])];
  return all.map((route) => ({
    ...route,
    key: sharingKey(route.key, descriptor.path),
  }));
}

export const sharingRoutes: readonly Route[] = sharedTypes.flatMap(routesOf);
