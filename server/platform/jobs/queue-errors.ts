import type { Logger } from 'pino';
import { outageOf } from '#server/platform/db/outage.ts';

/** Milliseconds between two lines about outages. */
const QUIET_MS = 60_000;

/**
 * Logs the errors of the job queue. While the database cannot be used every queue fails with every poll: a dozen lines a
 * second, perhaps onto the very disk that is full. There is one line a minute over all kinds of outage together, with the
 * kind that came first.
 * @param now milliseconds
 */
export function queueErrorLog(
  log: Pick<Logger, 'warn' | 'error'>,
  now: () => number = Date.now,
): (error: unknown) => void {
  let quietUntil = Number.NEGATIVE_INFINITY;
  return (error) => {
    // pg-boss copies some errors into plain objects.
    const { message, code } = error as { message?: unknown; code?: unknown };
    const outage = outageOf(error instanceof Error ? error : Object.assign(new Error(String(message)), { code }));
    if (outage === null) return log.error({ err: error }, 'job queue error');
    if (now() < quietUntil) return;
    quietUntil = now() + QUIET_MS;
    log.warn({ outage, reason: String(message) }, 'jobs wait: the database could not be used');
  };
}
