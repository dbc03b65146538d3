import { gallery } from '#features/gallery/contract/endpoints.ts';
import { like } from '#content/core/server/reactions/likes.ts';
import { contentHandlers } from '#content/core/server/handlers.ts';
import { restoreContent } from '#content/core/server/moderation.ts';
import { approve, checkPendingRead, reject } from '#content/core/server/review.ts';
import { routes } from '#platform/server/http/route.ts';
import { featureImage } from './featuring.ts';
import { images, listImages, listOwn, listPending } from './list.ts';
import { galleryImage } from './types.ts';
import { createImage } from './write-image.ts';

export const galleryRoutes = routes(gallery, {
  'GET /gallery/images': (ctx, { viewer, query }) => listImages(ctx, viewer, query),
  'GET /gallery/mine': (ctx, { viewer, query }) => listOwn(ctx, viewer, query),
  async 'POST /gallery/images'(ctx, { viewer, body }) {
    const { id } = await createImage(ctx, viewer, body);
    return await images.read(ctx, viewer, id);
  },
  'GET /gallery/images/:imageId': (ctx, { viewer, params }) => images.read(ctx, viewer, params.imageId),
  'DELETE /gallery/images/:imageId': contentHandlers(galleryImage).remove,
  async 'POST /gallery/images/:imageId/restore'(ctx, { viewer, params }) {
    await restoreContent(ctx, viewer, galleryImage, params.imageId);
    return await images.read(ctx, viewer, params.imageId);
  },
  'PUT /gallery/images/:imageId/like': (ctx, { viewer, params, body }) =>
    like(ctx, viewer, galleryImage, params.imageId, body.on, (tx) =>
      tx.afterCommit(() => ctx.pages.outdate(['gallery'], 'added')),
    ),
  'GET /staff/gallery': (ctx, { viewer, query }) => listPending(ctx, viewer, query.after),
  async 'POST /staff/gallery/:imageId/approve'(ctx, { viewer, params, body }) {
    await ctx.db.tx(async (tx) => {
      await checkPendingRead(ctx, tx, galleryImage, params.imageId, body.version);
      await approve(ctx, tx, viewer, galleryImage, params.imageId);
    });
    return await images.read(ctx, { ...viewer, adult: true }, params.imageId);
  },
  async 'POST /staff/gallery/:imageId/reject'(ctx, { viewer, params, body }) {
    await ctx.db.tx(async (tx) => {
      await checkPendingRead(ctx, tx, galleryImage, params.imageId, body.version);
      await reject(ctx, tx, viewer, galleryImage, params.imageId, body.reason);
    });
    return { ok: true } as const;
  },
  async 'PUT /staff/gallery/:imageId/featured'(ctx, { viewer, params, body }) {
    await ctx.db.tx((tx) => featureImage(ctx, tx, viewer, params.imageId, body.on));
    return await images.read(ctx, { ...viewer, adult: true }, params.imageId);
  },
});
