import type { Feature } from '#server/platform/feature.ts';

/** The inbox's rows. Its bell and page come with their doors. */
export const notificationsFeature: Feature = { name: 'notifications' };
