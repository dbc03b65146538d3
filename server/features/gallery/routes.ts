import { gallery } from '#contract/gallery.ts';
import { routes } from '#server/platform/http/route.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { approveImage, bringBackImage, featureImage, rejectImage, takeDownImage } from './actions.ts';
import { seenImage } from './policies.ts';
import { listImages, listOwn, listPending, readImage } from './list.ts';
import { canDo, whyNotImage } from './rules.ts';
import { setLike } from './store.ts';
import { notifyImageLikeJob } from './notify.ts';
import { createImage } from './write-image.ts';

const done = { ok: true } as const;

export const galleryRoutes = routes(gallery, {
  'GET /gallery/images': (ctx, { viewer, query }) => listImages(ctx, viewer, query),
  'GET /gallery/mine': (ctx, { viewer, query }) => listOwn(ctx, viewer, query),
  async 'POST /gallery/images'(ctx, { viewer, body }) {
    return await readImage(ctx, viewer, await createImage(ctx, viewer, body));
  },
  'GET /gallery/images/:imageId': (ctx, { viewer, params }) => readImage(ctx, viewer, params.imageId),
  async 'DELETE /gallery/images/:imageId'(ctx, { viewer, params, body }) {
    await ctx.db.tx(async (tx) => {
      const image = await seenImage(tx, params.imageId, viewer, true);
      // Removed already: deleting twice is deleting.
      if (image.state === 'removed') return;
      if (!canDo(image, viewer).delete) throw new Refusal(whyNotImage(image, viewer));
      await takeDownImage(ctx, tx, viewer, image, body.reason);
    });
    return done;
  },
  async 'POST /gallery/images/:imageId/restore'(ctx, { viewer, params }) {
    await ctx.db.tx(async (tx) => {
      const image = await seenImage(tx, params.imageId, viewer, true);
      if (image.state !== 'removed') return;
      if (!canDo(image, viewer).restore) throw new Refusal(whyNotImage(image, viewer));
      await bringBackImage(ctx, tx, viewer, image.id);
    });
    return await readImage(ctx, viewer, params.imageId);
  },
  async 'PUT /gallery/images/:imageId/like'(ctx, { viewer, params, body }) {
    const likeCount = await ctx.db.tx(async (tx) => {
      const image = await seenImage(tx, params.imageId, viewer, true);
      if (image.state !== 'approved') throw new Refusal('image_not_found');
      tx.afterCommit(() => ctx.pages.drop());
      const { count, changed } = await setLike(tx, image.id, viewer.userId, body.on ? ctx.clock.now() : null);
      if (changed && image.uploaderId !== viewer.profileId)
        await ctx.jobs.enqueue(tx, notifyImageLikeJob, { imageId: image.id });
      return count;
    });
    return { on: body.on, likeCount };
  },
  'GET /staff/gallery': (ctx, { viewer, query }) => listPending(ctx, viewer, query.after),
  async 'POST /staff/gallery/:imageId/approve'(ctx, { viewer, params }) {
    await ctx.db.tx((tx) => approveImage(ctx, tx, viewer, params.imageId));
    return await readImage(ctx, { ...viewer, adult: true }, params.imageId);
  },
  async 'POST /staff/gallery/:imageId/reject'(ctx, { viewer, params, body }) {
    await ctx.db.tx((tx) => rejectImage(ctx, tx, viewer, params.imageId, body.reason));
    return done;
  },
  async 'PUT /staff/gallery/:imageId/featured'(ctx, { viewer, params, body }) {
    await ctx.db.tx((tx) => featureImage(ctx, tx, viewer, params.imageId, body.on));
    return await readImage(ctx, { ...viewer, adult: true }, params.imageId);
  },
});
