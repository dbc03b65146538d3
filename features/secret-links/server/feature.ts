import { z } from 'zod';
import type { Feature } from '#platform/server/feature.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { secretLinkRoutes } from './routes.ts';
import { deleteExpired, eraseLinks, exportLinks } from './store.ts';

/** Milliseconds for which a link stays in its author's list after it has expired. */
const KEEP_MS = 30 * 86_400_000;

const deleteExpiredJob = defineJob({
  name: 'secret-links.delete-expired',
  payload: z.object({}),
  async run(ctx) {
    await deleteExpired(ctx.db, new Date(ctx.clock.now().getTime() - KEEP_MS));
  },
});

/** Secret links to members' private contents. What a link opens is a policy of `content`. */
export const secretLinksFeature: Feature = {
  name: 'secret-links',
  routes: secretLinkRoutes,
  jobs: [deleteExpiredJob],
  crons: [{ schedule: '29 4 * * *', job: deleteExpiredJob }],
  personal: {
    exportOf: (ctx, profileId) => exportLinks(ctx.db, profileId),
    erase: (_ctx, tx, profileId) => eraseLinks(tx, profileId),
  },
};
