import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { Caller } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/ids.ts';
import { SHORT_JOBS, defineJob } from '#platform/server/jobs/job.ts';
import { logSecurity, rememberSecurity } from './security-log.ts';
import { userByEmail, userById } from './store.ts';

/** Lists an attempt for the member whom it was about, if there is one: the endpoint adds this job whoever is attempted. */
export const failedAttemptJob = defineJob({
  name: 'accounts.failed-attempt',
  payload: z.object({
    kind: z.enum(['sign_in_failed', 'throttled']),
    about: z.string(),
    account: z.string(),
    address: z.string(),
    userAgent: z.string(),
  }),
  batch: SHORT_JOBS,
  async run(ctx, { account, ...event }) {
    const user = isId(account) ? await userById(ctx.db, account) : await userByEmail(ctx.db, account);
    if (user) await rememberSecurity(ctx, user, event);
  },
});

/**
 * Logs an attempt that was wrong or throttled, at once, and lists it for its member.
 * @param attempt.account an email address or a user's id, known here or not
 */
export async function noteFailedAttempt(
  ctx: Context,
  attempt: { kind: string; account: string; caller: Caller },
  kind: 'sign_in_failed' | 'throttled',
): Promise<void> {
  const { account, caller, kind: about } = attempt;
  logSecurity(ctx, { kind, origin: caller, about }, account);
  const { address } = caller;
  const payload = { kind, about, account, address, userAgent: caller.userAgent.slice(0, 500) };
  await ctx.db.tx((tx) => ctx.jobs.enqueue(tx, failedAttemptJob, payload));
}
