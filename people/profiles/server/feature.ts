import type { Feature } from '#platform/server/feature.ts';
import { nameWords, thingChanged } from './events.ts';
import { nameSkeletonsJob, startNameSkeletons } from './jobs.ts';

/** Members as others see them. Their page and their card are `customization`'s. */
export const profilesFeature: Feature = {
  name: 'profiles',
  emits: [thingChanged],
  asks: [nameWords],
  jobs: [nameSkeletonsJob],
  start: startNameSkeletons,
};
