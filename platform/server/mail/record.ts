import type { Context } from '#platform/server/context.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import { mailsTotal } from '#platform/server/monitoring/metrics.ts';

const DAY_MS = 86_400_000;

/** Counts a mail that is not sent: it came too late, or its address refuses mails. */
export const countMail = (outcome: 'expired' | 'withheld'): void => mailsTotal.inc({ outcome });

/** Counts what became of a mail. A mail that is on its way is not sent again because it could not be counted. */
export async function noteMail(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  what: 'delivered' | 'stored' | 'failed',
): Promise<void> {
  mailsTotal.inc({ outcome: what });
  const now = ctx.clock.now();
  const [delivered, stored, failed] = [what === 'delivered', what === 'stored', what === 'failed'];
  try {
    await ctx.db.rows(sql`
      INSERT INTO mail_days AS d (day, delivered, stored, failed_tries, delivered_at, failed_at)
      VALUES (${now.toISOString().slice(0, 10)}::date, ${delivered ? 1 : 0}, ${stored ? 1 : 0}, ${failed ? 1 : 0}, ${delivered ? now : null}::timestamptz, ${failed ? now : null}::timestamptz)
      ON CONFLICT (day) DO UPDATE SET delivered = d.delivered + excluded.delivered, stored = d.stored + excluded.stored,
        failed_tries = d.failed_tries + excluded.failed_tries, delivered_at = coalesce(excluded.delivered_at, d.delivered_at),
        failed_at = coalesce(excluded.failed_at, d.failed_at)`);
  } catch (error) {
    ctx.log.warn({ err: error }, 'a mail could not be counted');
  }
}

/** What became of the mails. */
export interface MailRecord {
  /** Taken by the mail server in the last seven days (UTC, with today). */
  readonly delivered: number;
  /** Put into the local outbox in these days. */
  readonly stored: number;
  readonly failed_tries: number;
  /** Of all time. */
  readonly delivered_at: Date | null;
  readonly failed_at: Date | null;
}

/** The mails of the last days, and when the last one was taken or failed. */
export async function mailRecord(db: Executor, now: Date): Promise<MailRecord> {
  const since = new Date(now.getTime() - 6 * DAY_MS).toISOString().slice(0, 10);
  const [row] = await db.rows<MailRecord>(sql`
    SELECT coalesce(sum(delivered) FILTER (WHERE day >= ${since}::date), 0)::int AS delivered, coalesce(sum(stored) FILTER (WHERE day >= ${since}::date), 0)::int AS stored,
      coalesce(sum(failed_tries) FILTER (WHERE day >= ${since}::date), 0)::int AS failed_tries, max(delivered_at) AS delivered_at, max(failed_at) AS failed_at
    FROM mail_days`);
  return row!;
}
