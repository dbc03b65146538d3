import type { Feature } from '#server/platform/feature.ts';
import { dailyVisitJob } from './jobs.ts';

/** XP, credits and entitlements. */
export const ledgerFeature: Feature = { name: 'ledger', jobs: [dailyVisitJob] };
