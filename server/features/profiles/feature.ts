import type { Feature } from '#server/platform/feature.ts';
import { profileDoors } from './routes.ts';

/** Members as others see them. */
export const profilesFeature: Feature = { name: 'profiles', doors: profileDoors };
