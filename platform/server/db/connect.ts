import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

/** Milliseconds for which a start waits for its database server. */
export const START_PATIENCE_MS = 30_000;
const PAUSE_MS = 1000;

/** The database server cannot be reached, or refuses the sign-in; the message is a sentence for the operator. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}

/** PostgreSQL's codes for failures that waiting does not fix: sign-in, role, database and encryption. */
const refused = /^(28|3D|42501|08P01)/;

/** Why a connection failed, without user and password. */
function reasonOf(error: unknown): { code: string; text: string } {
  const cause = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return { code, text: cause instanceof Error ? cause.message : String(cause) };
}

/**
 * Waits until the database server of `databaseUrl` takes a connection.
 * @param patienceMs how long to try again; 0 for one try
 * @throws {DatabaseUnreachable}
 */
export async function connectToDatabase(
  pool: pg.Pool,
  databaseUrl: string,
  log: Logger,
  patienceMs = START_PATIENCE_MS,
): Promise<void> {
  const { host, pathname } = new URL(databaseUrl);
  const place = `${decodeURIComponent(pathname.slice(1))} on ${host}`;
  const until = Date.now() + patienceMs;
  for (let tries = 1; ; tries++) {
    try {
      (await pool.connect()).release();
      return;
    } catch (error) {
      const { code, text } = reasonOf(error);
      if (refused.test(code))
        throw new DatabaseUnreachable(`The database server refuses ${place}: ${text}. Check DATABASE_URL.`, {
          cause: error,
        });
      if (Date.now() + PAUSE_MS > until)
        throw new DatabaseUnreachable(
          `The database ${place} cannot be reached: ${text}. Check DATABASE_URL and that the server runs.`,
          { cause: error },
        );
      if (tries === 1)
        log.warn(
          { reason: text },
          `the database ${place} does not answer yet: trying again for ${Math.round(patienceMs / 1000)} s`,
        );
      await sleep(PAUSE_MS);
    }
  }
}
