import { z } from 'zod';
import { defineJob } from '#platform/server/jobs/job.ts';
import { forgetSpam } from './spammers.ts';
import { forgetTexts } from './text-spam.ts';

/** Forgets who wrote which text, once that is too old to count, and what spammers had made, once it is gone for good. */
export const forgetTextsJob = defineJob({
  name: 'moderation.forget-texts',
  payload: z.object({}),
  async run(ctx) {
    await forgetTexts(ctx);
    await forgetSpam(ctx);
  },
});
