import { z } from 'zod';
import { account } from '#people/accounts/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Cron, defineJob } from '#platform/server/jobs/job.ts';
import { authOf } from './sign-in/auth.ts';
import { eraseJob } from './leaving/deletion.ts';
import { exportJob, purgeExports } from './leaving/exports.ts';
import { failedAttemptJob } from './failed-attempts.ts';
import { purgeInvitations } from './invitations/invitations.ts';
import { purgeRefusals } from '#platform/server/mail/refusals.ts';
import { issueLink } from './sign-in/links.ts';
import { mailAlreadyMember, mailReset, mailSignInCode, mailVerify } from './mail.ts';
import { purgeSecurityEvents } from './security-log.ts';
import { userByEmail } from './store.ts';
import { countMailTo } from './sign-in/throttle.ts';

/** `isEnough`: a mail of before still counts, if what it holds is good for as long as a new one would be. */
const toAddress = z.object({ email: z.string(), isEnough: z.boolean().default(false) });
/** Milliseconds that a job may wait before it runs, of what a mail promises. */
const SLACK_MS = 60_000;

/**
 * Mails a link to set a new password, if the address has an account. The endpoint only adds this job, whoever asks: its
 * answer takes as long for an unknown address as for a known one.
 */
export const mailResetJob = defineJob({
  name: 'accounts.mail-reset',
  payload: toAddress,
  async run(ctx, { email, isEnough }) {
    const user = await userByEmail(ctx.db, email);
    if (!user || (isEnough && (await hasGoodLink(ctx, user.id, email)))) return;
    await ctx.db.tx(async (tx) => {
      const token = await issueLink(ctx, tx, { purpose: 'reset', userId: user.id, email });
      await ctx.mail.send(tx, mailReset(ctx, email, token));
    });
  },
});

async function hasGoodLink(ctx: Context, userId: string, email: string): Promise<boolean> {
  const until = new Date(ctx.clock.now().getTime() + account.resetLinkMinutes * 60_000 - SLACK_MS);
  const rows = await ctx.db.rows(
    sql`SELECT 1 FROM account_links WHERE user_id = ${userId} AND purpose = 'reset' AND email = ${email} AND expires_at > ${until} LIMIT 1`,
  );
  return rows.length > 0;
}

async function hasGoodCode(ctx: Context, email: string): Promise<boolean> {
  // The library dates its codes by the machine's clock.
  const until = new Date(Date.now() + account.emailCodeMinutes * 60_000 - SLACK_MS);
  const rows = await ctx.db.rows(
    sql`SELECT 1 FROM verifications WHERE identifier = ${`sign-in-otp-${email}`} AND expires_at > ${until} LIMIT 1`,
  );
  return rows.length > 0;
}

/** Mails a one-time sign-in code, if the address has an account; as `mailResetJob`. A new code ends the older ones. */
export const mailCodeJob = defineJob({
  name: 'accounts.mail-code',
  payload: toAddress,
  async run(ctx, { email, isEnough }) {
    const user = await userByEmail(ctx.db, email);
    if (!user || (isEnough && (await hasGoodCode(ctx, email)))) return;
    await ctx.db.rows(sql`DELETE FROM verifications WHERE identifier = ${`sign-in-otp-${email}`}`);
    const code = await authOf(ctx).api.createVerificationOTP({ body: { email, type: 'sign-in' } });
    await ctx.db.tx((tx) => ctx.mail.send(tx, mailSignInCode(ctx, email, code)));
  },
});

/**
 * Mails the verification link again, if the address waits for its verification; as `mailResetJob`. The owner of an address
 * with an account reads that it has one, as after a sign-up.
 */
export const mailVerifyJob = defineJob({
  name: 'accounts.mail-verify',
  payload: toAddress,
  async run(ctx, { email, isEnough }) {
    const user = await userByEmail(ctx.db, email);
    if (!user || isEnough) return;
    await ctx.db.tx(async (tx) => {
      if (user.emailVerified) return await ctx.mail.send(tx, mailAlreadyMember(ctx, email));
      const token = await issueLink(ctx, tx, { purpose: 'verify', userId: user.id, email });
      return await ctx.mail.send(tx, mailVerify(ctx, email, token));
    });
  },
});

/**
 * What follows a refused sign-in by form. The endpoint adds this job for every refusal, so that its time does not reveal
 * a wrong password from the right one of an address that waits for its verification: that one is mailed the link again,
 * within the rate of its mails.
 */
export const refusedSignInJob = defineJob({
  name: 'accounts.refused-sign-in',
  payload: z.object({ email: z.string(), unverified: z.boolean() }),
  async run(ctx, { email, unverified }) {
    const user = unverified ? await userByEmail(ctx.db, email) : null;
    if (!user || user.emailVerified) return;
    if ((await countMailTo(ctx, 'verify', email)) === 'enough') return;
    await ctx.db.tx(async (tx) => {
      const token = await issueLink(ctx, tx, { purpose: 'verify', userId: user.id, email });
      await ctx.mail.send(tx, mailVerify(ctx, email, token));
    });
  },
});

async function purge(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.rows(sql`DELETE FROM sessions WHERE expires_at <= ${now}`);
  await ctx.db.rows(sql`DELETE FROM account_links WHERE expires_at <= ${now}`);
  await ctx.db.rows(sql`DELETE FROM verifications WHERE expires_at <= ${now}`);
  await purgeInvitations(ctx);
  await purgeRefusals(ctx.db, now);
  await purgeExports(ctx);
  await purgeSecurityEvents(ctx);
}

const purgeJob = defineJob({ name: 'accounts.purge', payload: z.object({}), run: (ctx) => purge(ctx) });

export const jobs = [
  failedAttemptJob,
  mailResetJob,
  mailCodeJob,
  mailVerifyJob,
  refusedSignInJob,
  exportJob,
  eraseJob,
  purgeJob,
];

/** Once an hour: what has expired, and exports past their week. */
export const crons: Cron[] = [{ schedule: '17 * * * *', job: purgeJob }];
