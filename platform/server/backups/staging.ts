import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { type Executor, sql } from '../db/database.ts';
import { secretAgrees } from '../secret/secret.ts';

/** The comment of the table of migrations in a staging copy: it stays with the database, whatever folder a start names. */
export const STAGING_MARK = 'looproom staging';

/**
 * Makes a restored database that of a staging copy: nobody is signed in, no mail that waited goes out, and no browser gets
 * pushes. The mark itself is set last, by the restore.
 * @param dataDir its secret goes: the next start makes another one
 * @throws {ConfigError} where the configured secret is that of the original
 */
export async function clearForStaging(db: Executor, config: Pick<Config, 'secret'>, dataDir: string): Promise<void> {
  if (config.secret && (await secretAgrees(db, config.secret)))
    throw new ConfigError('SECRET is that of the original site. Set another one, or none, for a staging copy.');
  rmSync(path.join(dataDir, 'secret'), { force: true });
  await db.rows(sql`DELETE FROM secret_canaries`);
  await db.rows(sql`DELETE FROM sessions`);
  await db.rows(sql`DELETE FROM push_devices`);
  await db.rows(sql`DELETE FROM pgboss.job WHERE name = 'mail.send' AND state IN ('created', 'retry', 'active')`);
}

/**
 * Reads whether the database is that of a staging copy, and configures the site as one: mails stay in the local outbox,
 * there are no pushes, and crawlers are kept out.
 * @throws {ConfigError} where real money would be taken
 */
export async function followStaging(db: Executor, config: Config): Promise<void> {
  const [row] = await db.rows<{ mark: string | null }>(
    sql`SELECT obj_description(to_regclass('public.schema_migrations'), 'pg_class') AS mark`,
  );
  if (row?.mark !== STAGING_MARK) return;
  const { stripe } = config.payments;
  if (stripe && !/^[rs]k_test_/.test(stripe.secretKey))
    throw new ConfigError('This is a staging copy: STRIPE_SECRET_KEY must be a key of the test mode, or empty.');
  Object.assign(config, {
    isStaging: true,
    smtpUrl: null,
    mailBounces: null,
    mailMailbox: null,
    pushServices: [],
  } satisfies Partial<Config>);
}
