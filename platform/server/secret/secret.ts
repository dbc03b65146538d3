import { createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { type Config, ConfigError } from '#platform/server/config.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';

/** Minimum length of a secret, configured or stored: 32 characters of base64url are 192 bits. */
export const SECRET_MIN_CHARS = 32;

const fileOf = (dataDir: string): string => path.join(dataDir, 'secret');

/**
 * Writes a new secret atomically: into a temporary file that is synced and then linked to its name. Where another process
 * was first, its secret stays.
 */
function writeSecret(file: string): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeSync(handle, randomBytes(32).toString('base64url'));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * The secret that is there, configured or stored; null before the first start.
 * @throws {ConfigError} for a stored secret that is empty, cut off or no text
 */
export function presentSecret(config: Pick<Config, 'secret' | 'dataDir'>): string | null {
  if (config.secret) return config.secret;
  const file = fileOf(config.dataDir);
  if (!existsSync(file)) return null;
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < SECRET_MIN_CHARS || !/^[\x21-\x7e]+$/.test(secret))
    throw new ConfigError(
      `The secret in ${file} is damaged: it must be one line of at least ${SECRET_MIN_CHARS} characters. Put it back from a backup. On a site that nobody uses yet, remove the file and start again.`,
    );
  return secret;
}

/**
 * The secret that signs sessions and links: the configured one, else one generated once and stored in the data folder.
 * @throws {ConfigError} for a stored secret that is empty, cut off or no text
 */
export function siteSecret(config: Pick<Config, 'secret' | 'dataDir'>): string {
  if (!config.secret) {
    mkdirSync(config.dataDir, { recursive: true });
    if (!existsSync(fileOf(config.dataDir))) writeSecret(fileOf(config.dataDir));
  }
  return presentSecret(config)!;
}

const signatureOf = (secret: string): string =>
  createHmac('sha256', secret).update('looproom secret canary').digest('base64url');

/**
 * Compares the secret with the canary that the database has of it; the first start signs the canary.
 * @throws {ConfigError} when the canary was signed by another secret: it was lost, exchanged, or differs between processes
 */
export async function checkSecret(
  db: Executor,
  secret: string,
  config: Pick<Config, 'secret' | 'dataDir'>,
  now: Date,
): Promise<void> {
  const signature = signatureOf(secret);
  const [row] = await db.rows<{ signature: string }>(sql`
    WITH made AS (
      INSERT INTO secret_canaries (name, signature, created_at) VALUES ('secret', ${signature}, ${now})
      ON CONFLICT (name) DO NOTHING RETURNING signature)
    SELECT signature FROM made UNION ALL SELECT signature FROM secret_canaries LIMIT 1`);
  if (!row || row.signature === signature) return;
  const place = config.secret ? 'SECRET' : fileOf(config.dataDir);
  throw new ConfigError(
    `The secret in ${place} is not the one that this database was used with. Put the former secret back, from a backup or from the site's other processes. If it is lost, "looproom secret replace" goes on with this one: everybody is signed out, links in earlier mails and push notifications stop working, and two-factor sign-in must be reset for each member who uses it.`,
  );
}

/** Whether the database was used with this secret, or with none yet. */
export async function secretAgrees(db: Executor, secret: string): Promise<boolean> {
  const [row] = await db.rows<{ signature: string }>(sql`SELECT signature FROM secret_canaries WHERE name = 'secret'`);
  return !row || row.signature === signatureOf(secret);
}

/** Signs the canary with another secret, in the caller's transaction. */
export async function replaceSecret(tx: Executor, secret: string, now: Date): Promise<void> {
  await tx.rows(sql`
    INSERT INTO secret_canaries (name, signature, created_at) VALUES ('secret', ${signatureOf(secret)}, ${now})
    ON CONFLICT (name) DO UPDATE SET signature = excluded.signature, created_at = excluded.created_at RETURNING name`);
}
