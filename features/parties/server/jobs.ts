import { z } from 'zod';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { award } from '#people/ledger/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Cron, type Job, defineJob } from '#platform/server/jobs/job.ts';
import { endParty } from './party.ts';
import { remindJob } from './reminders.ts';

const BATCH = 100;
/** Days for which minutes of presence are stored: the reward is paid within minutes, questions about it come later. */
const PRESENCE_DAYS = 30;

/** Ends parties without a listener for hours. */
const endIdleJob = defineJob({
  name: 'parties.end-idle',
  payload: z.object({}),
  async run(ctx) {
    const before = new Date(ctx.clock.now().getTime() - limits.idleHours * 3_600_000);
    for (;;) {
      const rows = await ctx.db.rows<{ id: string }>(sql`
        SELECT id FROM listening_parties WHERE ended_at IS NULL AND state <> 'removed' AND seen_at < ${before} ORDER BY seen_at LIMIT ${BATCH}`);
      for (const { id } of rows) await ctx.db.tx((tx) => endParty(ctx, tx, id));
      if (rows.length < BATCH) return;
    }
  },
});

/** Hours of presence that are looked at for a reward: it is paid within minutes of the tenth minute. */
const REWARD_HOURS = 2;

/**
 * Pays the reward of a community event: ten minutes in a room with two other members, once for each party (decisions §3).
 * The evidence are the minutes of `listening_party_presence`, which the server wrote. A minute counts in one party alone:
 * nobody is in several rooms at once.
 */
export async function payPresence(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - REWARD_HOURS * 3_600_000);
  const rows = await ctx.db.rows<{ party_id: string; profile_id: string }>(sql`
    WITH minutes AS (
      SELECT DISTINCT ON (profile_id, minute) party_id, profile_id, minute FROM listening_party_presence
      WHERE minute > ${since} ORDER BY profile_id, minute, party_id
    ), shared AS (
      SELECT party_id, minute FROM minutes GROUP BY party_id, minute HAVING count(*) > ${limits.rewardOthers}
    )
    SELECT party_id, profile_id FROM minutes JOIN shared USING (party_id, minute)
    GROUP BY party_id, profile_id HAVING count(*) >= ${limits.rewardMinutes}`);
  for (const { party_id: partyId, profile_id: profileId } of rows)
    await ctx.db.tx((tx) => award(ctx, tx, profileId, 'community_event', `listening_party:${partyId}`));
}

const rewardJob = defineJob({ name: 'parties.reward', payload: z.object({}), timeoutSeconds: 600, run: payPresence });

/** Deletes minutes of presence after the retention period. */
const forgetPresenceJob = defineJob({
  name: 'parties.forget-presence',
  payload: z.object({}),
  timeoutSeconds: 600,
  async run(ctx) {
    const before = new Date(ctx.clock.now().getTime() - PRESENCE_DAYS * 86_400_000);
    await ctx.db.rows(sql`DELETE FROM listening_party_presence WHERE minute < ${before}`);
  },
});

export const partyJobs: readonly Job[] = [endIdleJob, remindJob, rewardJob, forgetPresenceJob];
export const partyCrons: readonly Cron[] = [
  { schedule: '*/10 * * * *', job: endIdleJob },
  { schedule: '*/5 * * * *', job: rewardJob },
  { schedule: '41 3 * * *', job: forgetPresenceJob },
];
