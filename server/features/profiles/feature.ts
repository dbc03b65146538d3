import type { Feature } from '#server/platform/feature.ts';
import { nameWords } from './events.ts';
import { nameSkeletonsJob, startNameSkeletons } from './jobs.ts';

/** Members as others see them. Their page and their card are `customization`'s. */
export const profilesFeature: Feature = {
  name: 'profiles',
  asks: [nameWords],
  jobs: [nameSkeletonsJob],
  start: startNameSkeletons,
};
