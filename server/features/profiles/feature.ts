import type { Feature } from '#server/platform/feature.ts';
import { nameSkeletonsJob, startNameSkeletons } from './jobs.ts';

/** Members as others see them. Their page and their card are `customization`'s. */
export const profilesFeature: Feature = { name: 'profiles', jobs: [nameSkeletonsJob], start: startNameSkeletons };
