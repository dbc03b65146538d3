import { z } from 'zod';
import { gallery } from '#contract/limits/gallery.ts';
import { forgetActivity } from '#server/features/activity/store.ts';
import { releaseFiles } from '#server/features/media/actions.ts';
import { forgetContent } from '#server/features/notifications/actions.ts';
import { sql } from '#server/platform/db/database.ts';
import { type Cron, type Job, defineJob } from '#server/platform/jobs/job.ts';
import { GALLERY_KIND } from './actions.ts';
import { deleteImages } from './store.ts';
import { notifyJobs } from './notify.ts';

/** Rejected and removed images are gone for good after some days, with their files. */
export const purgeImagesJob = defineJob({
  name: 'gallery.purge-removed',
  payload: z.object({}),
  timeoutSeconds: 600,
  async run(ctx) {
    const before = new Date(ctx.clock.now().getTime() - gallery.purgeAfterDays * 86_400_000);
    await ctx.db.tx(async (tx) => {
      const ids = await deleteImages(tx, sql`removed_at IS NOT NULL AND removed_at < ${before}`);
      await forgetActivity(tx, GALLERY_KIND, ids);
      await releaseFiles(ctx, tx, GALLERY_KIND, ids);
      await forgetContent(tx, ids);
    });
  },
});

export const galleryJobs: readonly Job[] = [...notifyJobs, purgeImagesJob];
export const galleryCrons: readonly Cron[] = [{ schedule: '47 3 * * *', job: purgeImagesJob }];
