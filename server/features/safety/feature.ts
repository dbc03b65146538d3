import type { Feature } from '#server/platform/feature.ts';
import { safetyDoors } from './routes.ts';

/** Spam check, private information, holds, reports, restrictions and the audit log. */
export const safetyFeature: Feature = { name: 'safety', doors: safetyDoors };
