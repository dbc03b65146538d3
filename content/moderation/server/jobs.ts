import { z } from 'zod';
import { defineJob } from '#platform/server/jobs/job.ts';
import { forgetTexts } from './text-spam.ts';

/** Forgets who wrote which text, once that is too old to count. */
export const forgetTextsJob = defineJob({
  name: 'moderation.forget-texts',
  payload: z.object({}),
  run: (ctx) => forgetTexts(ctx),
});
