import { nameInWords } from '#people/profiles/server/rules.ts';
import { z } from 'zod';
import { notifications } from '#people/notifications/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { activeCustomRoles, personOf } from '#people/profiles/server/store.ts';
import { type Cron, type Job, defineJob } from '#platform/server/jobs/job.ts';
import { replyMailCron, replyMailJob } from './reply-mails.ts';
import { mailDigest } from './mail.ts';
import { titleWith } from './rules.ts';
import { type DueDigest, claimDigest, clearBefore, digestRows, dueDigests } from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The hourly run is never to the second: what is due within half an hour is due, or each mail would be an hour later. */
const SLACK_MS = HOUR_MS / 2;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Mails every member whose day or week is over what is unread of it; where nothing is, there is no mail. */
const digestJob = defineJob({
  name: 'notifications.digest',
  payload: z.object({}),
  timeoutSeconds: 1800,
  async run(ctx) {
    const now = ctx.clock.now();
    const before = (ms: number): Date => new Date(now.getTime() - ms + SLACK_MS);
    let last = NO_ID;
    for (;;) {
      const due = await dueDigests(ctx.db, { now, daily: before(DAY_MS), weekly: before(7 * DAY_MS) }, last, 100);
      for (const member of due) await mailOne(ctx, member, now);
      if (due.length < 100) return;
      last = due.at(-1)!.profile_id;
    }
  },
});

async function mailOne(ctx: Context, due: DueDigest, now: Date): Promise<void> {
  const roles = await activeCustomRoles(ctx.db);
  const rows = await digestRows(ctx, due.profile_id, { from: due.sent_until, to: now }, notifications.inDigest);
  const lines = rows.map((row) => ({
    title: titleWith(row.title, nameInWords(personOf(row, roles)), row.others),
    message: row.message,
  }));
  await ctx.db.tx(async (tx) => {
    if (!(await claimDigest(tx, due, now)) || rows.length === 0) return;
    const to = { email: due.email, profileId: due.profile_id };
    await ctx.mail.send(tx, mailDigest(ctx, to, lines, rows[0]!.total));
  });
}

/** Removes what was read long ago. */
const clearJob = defineJob({
  name: 'notifications.clear-read',
  payload: z.object({}),
  timeoutSeconds: 1800,
  async run(ctx) {
    const before = new Date(ctx.clock.now().getTime() - notifications.keepReadDays * DAY_MS);
    while ((await clearBefore(ctx.db, before, 1000)) === 1000);
  },
});

export const notificationJobs: readonly Job[] = [digestJob, clearJob, replyMailJob];
export const notificationCrons: readonly Cron[] = [
  { schedule: '23 * * * *', job: digestJob },
  replyMailCron,
  { schedule: '11 4 * * *', job: clearJob },
];
