import { z } from 'zod';
import { realtime } from '#platform/contract/realtime-limits.ts';
import { backupJob } from './backups/backup-job.ts';
import { removeOldAttempts } from './attempts/attempts.ts';
import { type Cron, type Job, defineJob } from './jobs/job.ts';
import { mailboxJob } from './mail/mailbox.ts';
import { removeEventsBefore } from './realtime/events-store.ts';

const nothing = z.object({});

/** The platform's own scheduled work. */
export function maintenance(): { jobs: Job[]; crons: Cron[] } {
  const removeEvents = defineJob({
    name: 'realtime.remove-old-events',
    payload: nothing,
    async run(ctx) {
      await removeEventsBefore(ctx.db, new Date(ctx.clock.now().getTime() - realtime.keepEventsHours * 3_600_000));
    },
  });
  const removeAttempts = defineJob({
    name: 'attempts.remove-old',
    payload: nothing,
    run: (ctx) => removeOldAttempts(ctx.db, ctx.clock.now()),
  });
  return {
    jobs: [removeEvents, removeAttempts, backupJob, mailboxJob],
    crons: [
      { schedule: '17 * * * *', job: removeEvents },
      { schedule: '17 * * * *', job: removeAttempts },
      { schedule: '0 * * * *', job: backupJob },
      { schedule: '*/5 * * * *', job: mailboxJob },
    ],
  };
}
