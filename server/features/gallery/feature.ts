import { relationEnded } from '#server/features/friends/events.ts';
import { on } from '#server/platform/events/emit.ts';
import type { Feature } from '#server/platform/feature.ts';
import { galleryDocuments } from './documents.ts';
import { galleryCrons, galleryJobs } from './jobs.ts';
import { imageKind } from './kind.ts';
import { galleryTopicRules } from './live.ts';
import { followImagePartingJob } from './notify.ts';
import { galleryRoutes } from './routes.ts';

/** Images that members show, approved by staff. */
export const galleryFeature: Feature = {
  name: 'gallery',
  routes: galleryRoutes,
  documents: galleryDocuments,
  jobs: galleryJobs,
  crons: galleryCrons,
  topics: galleryTopicRules,
  on: [on(relationEnded, (ctx, tx, { by, other }) => ctx.jobs.enqueue(tx, followImagePartingJob, { one: by, other }))],
  kinds: [imageKind],
};
