import { z } from 'zod';
import { defineJob } from '#server/platform/jobs/job.ts';
import { countRecentDays } from './days.ts';

/** Counts the figures of the Overview: today and yesterday, and days that are missing. */
export const countDaysJob = defineJob({
  name: 'staff.count-days',
  payload: z.object({}),
  run: (ctx) => countRecentDays(ctx.db, ctx.clock.now()),
});
