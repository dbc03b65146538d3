import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { Visit } from '#people/accounts/server/events.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { award } from './actions.ts';
import { forgetPeriods, forgetRested } from './store.ts';

/** Pays the first visit of a UTC day. */
export const dailyVisitJob = defineJob({
  name: 'ledger.daily-visit',
  payload: z.object({ profileId: z.uuid(), day: z.iso.date() }),
  async run(ctx, { profileId, day }) {
    await ctx.db.tx((tx) => award(ctx, tx, profileId, 'daily_visit', `daily_visit:${day}`));
  },
});

/** Keeps the sums of leaderboards to what somebody may ask for, and resting credits to those that rest. */
export const forgetPeriodsJob = defineJob({
  name: 'ledger.forget-periods',
  payload: z.object({}),
  async run(ctx) {
    await forgetPeriods(ctx.db, ctx.clock.now());
    await forgetRested(ctx.db, ctx.clock.now());
  },
});

/** Records the day of a visit and, on its first, enqueues the reward. */
export async function recordVisit(ctx: Context, tx: Tx, { profileId, day }: Visit): Promise<void> {
  const first = await tx.rows(
    sql`UPDATE profiles SET last_visit_day = ${day}::date WHERE id = ${profileId} AND last_visit_day IS DISTINCT FROM ${day}::date RETURNING id`,
  );
  if (first.length > 0) await ctx.jobs.enqueue(tx, dailyVisitJob, { profileId, day });
}
