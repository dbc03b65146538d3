import type { Feature } from '#server/platform/feature.ts';

/** Members as others see them. Their page and their card are `customization`'s. */
export const profilesFeature: Feature = { name: 'profiles' };
