import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

/** The advisory lock of migrations: a number that no other program is likely to lock. */
const LOCK = 7_010_426_001;

/** A migration that was applied and then changed, or one that is missing. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** A file of SQL that changes the database, and the checksum by which a change of it is found. */
export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/** Folder of the migrations. */
export function migrationsFolder(config: { readonly root: string }): string {
  return path.join(config.root, 'site/migrations');
}

/** The migrations of a folder (`0001_name.sql`), in order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    });
}

/** One word that changes with any migration: the name of a database template. */
export function migrationsHash(folder: string): string {
  const hash = createHash('sha256');
  for (const migration of readMigrations(folder)) hash.update(migration.name).update(migration.hash);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Applies those of `migrations` that are not applied yet, inside the caller's transaction and under a lock until its
 * end, so that processes starting at once wait for each other.
 * @returns the names that were applied now.
 * @throws {MigrationError} when an applied migration is missing or was changed.
 */
export async function applyMigrations(client: pg.ClientBase, migrations: readonly Migration[]): Promise<string[]> {
  // It may wait for another process that migrates, and move much data.
  await client.query(`SET LOCAL lock_timeout = 0`);
  await client.query(`SET LOCAL statement_timeout = 0`);
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const applied = await client.query<{ name: string; hash: string }>(
    'SELECT name, hash FROM schema_migrations ORDER BY name',
  );
  const known = new Map(applied.rows.map((row) => [row.name, row.hash]));
  for (const name of known.keys()) {
    if (!migrations.some((migration) => migration.name === name)) {
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know: it is newer than the program.`,
      );
    }
  }
  const now: string[] = [];
  for (const migration of migrations) {
    const before = known.get(migration.name);
    if (before === migration.hash) continue;
    if (before !== undefined)
      throw new MigrationError(`Migration ${migration.name} was changed after it had been applied.`);
    await client.query(migration.text);
    await client.query('INSERT INTO schema_migrations (name, hash) VALUES ($1, $2)', [migration.name, migration.hash]);
    now.push(migration.name);
  }
  return now;
}

/**
 * Migrates the database forward, in one transaction. There are no down migrations.
 * @returns the names that were applied now.
 * @throws {MigrationError} when an applied migration is missing or was changed.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const now = await applyMigrations(client, migrations);
    await client.query('COMMIT');
    return now;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
