import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { followContent, keepAdultWords, notifyReactions } from '#server/features/notifications/actions.ts';
import { noticeText } from '#server/features/notifications/rules.ts';
import { groupsBetween } from '#server/features/notifications/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { SHORT_JOBS, type Job, defineJob } from '#server/platform/jobs/job.ts';

/** The notifications of the gallery, always in jobs: no action waits until others are notified. */

interface ShownImage {
  readonly title: string;
  readonly uploader_id: string;
  readonly is_adult: boolean;
}

/** An image that is in the gallery; null when it is not there, or not any more. */
async function shownImage(ctx: Context, imageId: string): Promise<ShownImage | null> {
  const [image] = await ctx.db.rows<ShownImage>(
    sql`SELECT title, uploader_id, is_adult FROM gallery_images WHERE id = ${imageId} AND state = 'approved'`,
  );
  return image ?? null;
}

async function notifyLikes(ctx: Context, imageId: string): Promise<void> {
  const image = await shownImage(ctx, imageId);
  if (!image) return;
  const notice = {
    ...noticeText.like({ text: image.title, isAdult: image.is_adult }, 'image'),
    url: `/gallery?image=${imageId}`,
    contentId: imageId,
    cause: `gallery_like:${imageId}`,
  };
  const likes = sql`
    SELECT p.id AS profile_id, l.created_at FROM gallery_likes l JOIN profiles p ON p.user_id = l.user_id WHERE l.image_id = ${imageId}`;
  await notifyReactions(ctx, image.uploader_id, notice, likes);
  if (!(await shownImage(ctx, imageId))) await followContent(ctx, [imageId], false);
}

/** Notifies an uploader of likes of an image, as one notification that grows. */
export const notifyImageLikeJob = defineJob({
  name: 'gallery.notify-like',
  payload: z.object({ imageId: z.uuid() }),
  batch: SHORT_JOBS,
  run: (ctx, { imageId }) => notifyLikes(ctx, imageId),
});

/** After two members have parted, and one may have blocked the other: notifications of likes then name the others alone. */
export const followImagePartingJob = defineJob({
  name: 'gallery.follow-parting',
  payload: z.object({ one: z.uuid(), other: z.uuid() }),
  async run(ctx, { one, other }) {
    for (const contentId of await groupsBetween(ctx.db, one, other)) await notifyLikes(ctx, contentId);
  },
});

/** After an image was removed or restored: its likes are in the inbox exactly while it is in the gallery. */
export const followImageNoticesJob = defineJob({
  name: 'gallery.follow-notices',
  payload: z.object({ imageId: z.uuid() }),
  async run(ctx, { imageId }) {
    const image = await shownImage(ctx, imageId);
    await followContent(ctx, [imageId], image !== null);
    if (image?.is_adult) await keepAdultWords(ctx, [imageId]);
  },
});

export const notifyJobs: readonly Job[] = [notifyImageLikeJob, followImagePartingJob, followImageNoticesJob];
