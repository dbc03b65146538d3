import { z } from 'zod';
import { defineJob } from '#platform/server/jobs/job.ts';
import { countRecentDays } from './days.ts';
import { measureStorage } from './storage.ts';

/** Counts the figures of the Overview: today and yesterday, and days that are missing. */
export const countDaysJob = defineJob({
  name: 'staff.count-days',
  payload: z.object({}),
  run: (ctx) => countRecentDays(ctx.db, ctx.clock.now()),
});

/** Measures what the site stores. */
export const measureStorageJob = defineJob({
  name: 'staff.measure-storage',
  payload: z.object({}),
  timeoutSeconds: 600,
  run: (ctx) => measureStorage(ctx),
});
