import type { Feature } from '#server/platform/feature.ts';

/** Settings that change at run time. The command line sets them until the admin panel does. */
export const siteSettingsFeature: Feature = { name: 'site-settings' };
