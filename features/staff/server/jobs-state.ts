import { operations } from '#features/staff/contract/operation-limits.ts';
import type { Reply } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import { userById } from '#people/accounts/server/store.ts';
import { audit } from '#content/moderation/server/store.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { sendMailJob } from '#platform/server/mail/mail.ts';
import { mailRecord } from '#platform/server/mail/record.ts';
import { maskedAddress, shownError } from './rules.ts';

/** A test mail that comes later says little. */
const TEST_MAIL_MINUTES = 24 * 60;

type State = Reply<'GET /staff/jobs'>;

/** The recipient of a mail's payload as this reader may see it; null for what is no mail. */
function mailOf(payload: unknown, viewer: Viewer): State['failed'][number]['mail'] {
  const { to, subject } = (payload ?? {}) as { to?: unknown; subject?: unknown };
  if (typeof to !== 'string' || typeof subject !== 'string') return null;
  return viewer.isAdmin ? { to, subject } : { to: maskedAddress(to), subject: null };
}

/** The tab Jobs and mail. Addresses are masked and subjects left out for moderators, and errors name neither. */
export async function readJobs(ctx: Context, viewer: Viewer): Promise<State> {
  const [queues, dead, waiting, record] = await Promise.all([
    ctx.jobs.figures(),
    ctx.jobs.dead(operations.listMax),
    ctx.jobs.waiting(sendMailJob.name, operations.listMax),
    mailRecord(ctx.db, ctx.clock.now()),
  ]);
  const mails = queues.find((queue) => queue.name === sendMailJob.name);
  return {
    queues: queues.map(({ name, waiting: due, later, running, dead: failed, oldest_at: oldest }) => ({
      name,
      waiting: due,
      later,
      running,
      failed,
      oldestAt: oldest?.toISOString() ?? null,
    })),
    failed: dead.map(({ id, name, error, failedAt, payload }) => ({
      id,
      name,
      error: shownError(error),
      failedAt: failedAt.toISOString(),
      mail: name === sendMailJob.name ? mailOf(payload, viewer) : null,
    })),
    mail: {
      hasServer: ctx.mail.outbox === null,
      delivered: record.delivered,
      stored: record.stored,
      failedTries: record.failed_tries,
      deliveredAt: record.delivered_at?.toISOString() ?? null,
      failedAt: record.failed_at?.toISOString() ?? null,
      waiting: (mails?.waiting ?? 0) + (mails?.later ?? 0),
      items: waiting.flatMap(({ id, payload, added_at: added, next_at: next, tries, error }) => {
        const mail = mailOf(payload, viewer);
        const times = { addedAt: added.toISOString(), nextAt: next.toISOString() };
        return mail ? [{ id, ...mail, ...times, tries, error: error === null ? null : shownError(error) }] : [];
      }),
    },
    canAct: viewer.isAdmin,
  };
}

/** Retries a failed job (dead letter). @throws {Refusal} `job_gone` */
export async function retryJob(ctx: Context, viewer: Viewer, jobId: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    if (!(await ctx.jobs.retry(jobId, tx))) throw new Refusal('job_gone');
    await audit(ctx, tx, viewer, {
      action: 'job.retry',
      targetKind: 'job',
      targetId: jobId,
      details: { before: { state: 'failed' }, after: { state: 'waiting' } },
    });
  });
}

/** Retries every failed job. @returns how many */
export async function retryJobs(ctx: Context, viewer: Viewer): Promise<number> {
  return await ctx.db.tx(async (tx) => {
    const count = await ctx.jobs.retryAll(undefined, tx);
    if (count > 0)
      await audit(ctx, tx, viewer, {
        action: 'job.retry',
        targetKind: 'job',
        targetId: 'all',
        details: { before: { state: 'failed', count }, after: { state: 'waiting' } },
      });
    return count;
  });
}

/** Discards a failed job (dead letter). @throws {Refusal} `job_gone` */
export async function dropJob(ctx: Context, viewer: Viewer, jobId: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const name = await ctx.jobs.drop(tx, jobId);
    if (name === null) throw new Refusal('job_gone');
    await audit(ctx, tx, viewer, {
      action: 'job.drop',
      targetKind: 'job',
      targetId: jobId,
      details: { before: { state: 'failed', name }, after: null },
    });
  });
}

/** Sends a test mail to the admin's own address. @throws {Refusal} `rate_limited` */
export async function sendTestMail(ctx: Context, viewer: Viewer): Promise<string> {
  const counted = await ctx.attempts.reserve({
    key: ['test_mail', viewer.userId],
    rate: ctx.config.rates.attempts.mail,
  });
  if (!counted.isAllowed) throw new Refusal('rate_limited', { meta: { retryAfter: counted.retryAfterSeconds } });
  const { email: to } = (await userById(ctx.db, viewer.userId))!;
  const { siteName } = ctx.config;
  await ctx.db.tx((tx) =>
    ctx.mail.send(tx, {
      kind: 'test',
      asked: { goodForMinutes: TEST_MAIL_MINUTES },
      to,
      subject: `Test mail of ${siteName}`,
      paragraphs: [`You have asked for this mail in the admin panel of ${siteName}. Mails of the site reach you.`],
      action: { label: 'Open the admin panel', url: `${ctx.siteUrl}/admin/jobs` },
    }),
  );
  return to;
}
