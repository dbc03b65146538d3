import { archiveEndpoints } from '#features/sharing/contract/archives.ts';
import { downloadEndpoints, sharedItem, sharingEndpoints, sharingKey } from '#features/sharing/contract/endpoints.ts';
import { editAnswer } from '#content/core/server/edit.ts';
import { like } from '#content/core/server/reactions/likes.ts';
import { removeContent, restoreContent } from '#content/core/server/moderation.ts';
import { visibilityOf } from '#content/core/server/present.ts';
import { contentHistory } from '#content/core/server/versions.ts';
import { type Route, routes } from '#platform/server/http/route.ts';
import { buy } from './buying/buying.ts';
import { download } from './buying/downloads.ts';
import { listEntries } from './entries.ts';
import { pendingNotice } from './present.ts';
import { announceLikes } from './publish.ts';
import { listItems, listOwn, readHistory, readItem } from './read.ts';
import { createReply, presentNew, readReply, readReplyPage } from './replies.ts';
import { type SharedType, sharedTypes } from './types.ts';
import { addVersion, listVersions } from './versions/versions.ts';
import { createItem, editItem } from './write.ts';

/** The endpoints of one type with their handlers, at its path. */
function routesOf(shared: SharedType): Route[] {
  const { descriptor, item, reply } = shared;
  const own = routes(sharingEndpoints(descriptor.kind), {
    'GET /:list': (ctx, { viewer, query }) => listItems(ctx, viewer, shared, query),
    'GET /:list/mine': (ctx, { viewer, query }) => listOwn(ctx, viewer, shared, query),
    async 'POST /:list'(ctx, { viewer, body }) {
      const { id, state, notice } = await createItem(ctx, viewer, shared, body);
      const isPending = state === 'pending';
      return { id, visibility: visibilityOf(state), isPending, notice: isPending ? pendingNotice : notice };
    },
    'GET /:list/:itemId': (ctx, { viewer, params }) => readItem(ctx, viewer, shared, params.itemId),
    async 'PATCH /:list/:itemId'(ctx, { viewer, params, body }) {
      await editItem(ctx, viewer, shared, params.itemId, body);
      return await readItem(ctx, viewer, shared, params.itemId);
    },
    'DELETE /:list/:itemId': (ctx, { viewer, params, body }) =>
      removeContent(ctx, viewer, item, params.itemId, body.reason),
    'POST /:list/:itemId/restore': (ctx, { viewer, params }) => restoreContent(ctx, viewer, item, params.itemId),
    'GET /:list/:itemId/history': (ctx, { viewer, params, query }) =>
      readHistory(ctx, viewer, shared, params.itemId, query.after),
    'PUT /:list/:itemId/like': (ctx, { viewer, params: { itemId }, body }) =>
      like(ctx, viewer, item, itemId, body.on, (tx, likeCount) =>
        announceLikes(ctx, tx, descriptor, itemId, likeCount),
      ),
    'GET /:list/:itemId/replies': (ctx, { viewer, params, query }) =>
      readReplyPage(ctx, viewer, shared, params.itemId, query),
    async 'POST /:list/:itemId/replies'(ctx, { viewer, params, body }) {
      const created = await createReply(ctx, viewer, shared, params.itemId, body);
      return { reply: await presentNew(ctx, viewer, shared, created), seq: created.seq };
    },
    'GET /:list/replies/:replyId': (ctx, { viewer, params }) => readReply(ctx, viewer, shared, params.replyId),
    async 'PATCH /:list/replies/:replyId'(ctx, { viewer, params, body }) {
      await editAnswer(ctx, viewer, reply, params.replyId, body);
      return await readReply(ctx, viewer, shared, params.replyId);
    },
    'DELETE /:list/replies/:replyId': (ctx, { viewer, params, body }) =>
      removeContent(ctx, viewer, reply, params.replyId, body.reason),
    'POST /:list/replies/:replyId/restore': (ctx, { viewer, params }) =>
      restoreContent(ctx, viewer, reply, params.replyId),
    'GET /:list/replies/:replyId/history': (ctx, { viewer, params, query }) =>
      contentHistory(ctx, viewer, reply, params.replyId, query),
  });
  const downloads = routes(downloadEndpoints(descriptor.kind), {
    'POST /:list/:itemId/download': (ctx, { viewer, params }) => download(ctx, viewer, shared, params.itemId),
  });
  const archives = routes(archiveEndpoints(descriptor.kind, sharedItem), {
    'GET /:list/:itemId/archive': (ctx, { viewer, params, query }) =>
      listEntries(ctx, viewer, shared, params.itemId, query),
    'GET /:list/:itemId/versions': async (ctx, { viewer, params }) => ({
      items: await listVersions(ctx, viewer, shared, params.itemId),
    }),
    async 'POST /:list/:itemId/versions'(ctx, { viewer, params, body }) {
      await addVersion(ctx, viewer, shared, params.itemId, body);
      return await readItem(ctx, viewer, shared, params.itemId);
    },
    async 'POST /:list/:itemId/buy'(ctx, { viewer, params, body }) {
      const credits = await buy(ctx, viewer, shared, params.itemId, body.price);
      return { item: await readItem(ctx, viewer, shared, params.itemId), credits };
    },
  });
  const all = [...own, ...(descriptor.hasDownloads ? downloads : []), ...(descriptor.hasArchives ? archives : [])];
  return all.map((route) => ({
    ...route,
    key: sharingKey(route.key, descriptor.path),
  }));
}

export const sharingRoutes: readonly Route[] = sharedTypes.flatMap(routesOf);
