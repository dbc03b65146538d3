import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import type { Logger } from 'pino';
import { type Migration, applyMigrations, readMigrations } from '#platform/server/db/migrate.ts';
import type { Database } from '#platform/server/db/database.ts';
import { STAGING_MARK } from '#platform/server/backups/staging.ts';
import { type Archive, readPieces } from './archive.ts';
import { ArchiveError, type Manifest, type SavedTable } from './manifest.ts';
import { prepareQueues } from '../postgres/template.ts';
import { beginLong, columnList, longConnection, quoted, readTables, schemas } from './tables.ts';

const MARKED = 'public.schema_migrations';
/** Records of how the tables were made, which are those of the program that restores. */
const OWN_RECORDS: ReadonlySet<string> = new Set([MARKED, 'pgboss.version']);
/** The last migration before the first release, when all of them became the first one: the tables are the same. */
const SQUASHED = {
  name: '0058_resting_credits_exact_archives_near_texts.sql',
  hash: '450ec7f90d7789697d34484a94ba048c2c1650c7cc6e74cda2203de2a829efbb',
  into: '0001_init.sql',
};

/** The content of a database. */
export interface Holding {
  /** A table that is there; null where the database is empty, or has the queues alone that a restore makes first. */
  readonly table: string | null;
  /** The mark of the backup that was loaded into it and not yet {@link unmark}ed; null without one. */
  readonly mark: string | null;
}

/** Whether a backup may be loaded into a database. */
export async function holdingOf(client: Pick<pg.ClientBase, 'query'>): Promise<Holding> {
  const { rows: queues } = await client.query<{ isThere: boolean }>(
    `SELECT to_regclass('pgboss.job') IS NOT NULL AS "isThere"`,
  );
  const jobs = queues[0]!.isThere ? await client.query('SELECT FROM pgboss.job LIMIT 1') : { rows: [] };
  const { rows } = await client.query<{ name: string; mark: string | null }>(
    `SELECT n.nspname || '.' || c.relname AS name, obj_description(to_regclass('${MARKED}'), 'pg_class') AS mark
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname = 'public' AND NOT EXISTS (SELECT FROM pg_depend d
       WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY name LIMIT 1`,
  );
  return { table: rows[0]?.name ?? (jobs.rows.length > 0 ? 'pgboss.job' : null), mark: rows[0]?.mark ?? null };
}

/** The mark of a database that was loaded from a backup. */
export function markOf(manifest: Manifest): string {
  return `looproom restore ${createHash('sha256').update(JSON.stringify(manifest)).digest('hex')}`;
}

/** Ends a restore: the database is that of a site, or of a staging copy. */
export async function unmark(pool: pg.Pool, isStaging: boolean): Promise<void> {
  await pool.query(`COMMENT ON TABLE ${MARKED} IS ${isStaging ? `'${STAGING_MARK}'` : 'NULL'}`);
}

/** The migrations of a backup, as this version has them. @throws {ArchiveError} where it has another, or none */
export function migrationsOf(file: string, manifest: Manifest, folder: string): Migration[] {
  const known = new Map(readMigrations(folder).map((migration) => [migration.name, migration]));
  const last = manifest.database.migrations.at(-1);
  if (last?.name === SQUASHED.name && last.hash === SQUASHED.hash) return [known.get(SQUASHED.into)!];
  return manifest.database.migrations.map(({ name, hash }) => {
    const migration = known.get(name);
    if (!migration)
      throw new ArchiveError(
        `${file} holds a database with the migration ${name}, which this version does not know: it was made by a newer one (${manifest.version}). Restore it with that version.`,
      );
    if (migration.hash !== hash)
      throw new ArchiveError(
        `${file} holds a database with another migration ${name} than this version has. Restore it with the version that made it (${manifest.version}).`,
      );
    return migration;
  });
}

/** The keys to other tables, which rows must not wait for, with the statements that take them away and bring them back. */
async function foreignKeys(client: pg.ClientBase): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(k.conname) AS name,
       pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE k.contype = 'f' AND k.conparentid = 0 AND n.nspname = ANY($1::text[]) ORDER BY k.oid`,
    [schemas],
  );
  return rows.map(({ table, name, definition }) => ({
    drop: `ALTER TABLE ${table} DROP CONSTRAINT ${name}`,
    add: `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
  }));
}

/** The triggers of the site's own, which have run when the rows were written first. */
async function triggers(client: pg.ClientBase): Promise<{ off: string; on: string }[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(t.tgname) AS name
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE NOT t.tgisinternal AND t.tgenabled = 'O' AND t.tgparentid = 0 AND n.nspname = ANY($1::text[]) ORDER BY t.oid`,
    [schemas],
  );
  return rows.map(({ table, name }) => ({
    off: `ALTER TABLE ${table} DISABLE TRIGGER ${name}`,
    on: `ALTER TABLE ${table} ENABLE TRIGGER ${name}`,
  }));
}

/** The tables of a backup that the migrations have made; others are of somebody else. @throws {ArchiveError} */
function tablesToLoad(file: string, manifest: Manifest, there: readonly SavedTable[]): SavedTable[] {
  const columns = new Map(there.map((table) => [table.name, new Set(table.columns)]));
  const known = manifest.database.tables.filter(({ name }) => columns.has(name));
  for (const { name, columns: saved } of known) {
    const other = saved.find((column) => !columns.get(name)!.has(column));
    if (other !== undefined)
      throw new ArchiveError(
        `${file} holds the column ${other} of ${name}, which this version does not make. Restore it with the version that made it (${manifest.version}).`,
      );
  }
  return known.filter(({ name }) => !OWN_RECORDS.has(name));
}

/** Writes the rows. The keys of the tables are out of the way. @throws {ArchiveError} where rows are missing */
async function writeRows(
  client: pg.PoolClient,
  archive: Archive,
  manifest: Manifest,
  tables: readonly SavedTable[],
): Promise<void> {
  // Rows that migrations and queues begin with are in the backup as they are now.
  await client.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`);
  for (const { name, partitions } of tables)
    for (const partition of partitions)
      await client.query(
        `CREATE TABLE IF NOT EXISTS ${quoted(`${name.split('.')[0]}.${partition.name}`)} PARTITION OF ${quoted(name)} ${partition.bound}`,
      );
  const byName = new Map(tables.map((table) => [table.name, table]));
  for await (const { table, content } of readPieces(archive, manifest)) {
    const known = byName.get(table);
    if (!known) for await (const _ of content);
    else await pipeline(content, client.query(from(`COPY ${quoted(table)} (${columnList(known)}) FROM STDIN`)));
  }
  for (const { name, rows } of tables) {
    const { rows: counted } = await client.query<{ count: string }>(`SELECT count(*) AS count FROM ${quoted(name)}`);
    if (Number(counted[0]!.count) !== rows)
      throw new ArchiveError(
        `${archive.name} is damaged: ${name} has ${counted[0]!.count} rows, and ${rows} by its own list.`,
      );
  }
  for (const { name, value, isCalled } of manifest.database.sequences)
    await client.query(`SELECT setval(found, $2::bigint, $3) FROM to_regclass($1) AS found WHERE found IS NOT NULL`, [
      quoted(name),
      value,
      isCalled,
    ]);
}

/** Counts what the planner asks for: the first pages would be slow without. A server does it by itself a little later. */
async function analyse(client: pg.PoolClient, tables: readonly SavedTable[]): Promise<void> {
  try {
    await beginLong(client);
    await client.query(`ANALYZE ${tables.map(({ name }) => quoted(name)).join(', ')}`);
    await client.query('COMMIT');
  } catch {
    // The rows are there.
  }
}

/**
 * Loads the database of a backup into an empty one, in one transaction: it is there whole, marked, or not at all.
 * @param migrations those of the backup
 * @returns the tables of the backup that no migration makes, and that were left out
 * @throws {ArchiveError}
 */
export async function loadDatabase(
  db: Database,
  log: Logger,
  archive: Archive,
  manifest: Manifest,
  migrations: readonly Migration[],
): Promise<string[]> {
  const { pool } = db;
  const { rows: before } = await pool.query<{ hasQueues: boolean }>(
    `SELECT to_regnamespace('pgboss') IS NOT NULL AS "hasQueues"`,
  );
  let isDone = false;
  try {
    // They begin and end transactions of their own. By themselves they are nothing that a site would not make.
    await prepareQueues(db, log);
    const client = await longConnection(pool);
    try {
      await beginLong(client);
      if ((await applyMigrations(client, migrations)).length < migrations.length)
        throw new ArchiveError('A site was started on this database meanwhile. Name a new one in DATABASE_URL.');
      await client.query('SET CONSTRAINTS ALL IMMEDIATE');
      const there = await readTables(client);
      const tables = tablesToLoad(archive.name, manifest, there);
      const [keys, ownTriggers] = [await foreignKeys(client), await triggers(client)];
      for (const { drop } of keys) await client.query(drop);
      for (const { off } of ownTriggers) await client.query(off);
      await writeRows(client, archive, manifest, tables);
      for (const { add } of keys) await client.query(add);
      for (const { on } of ownTriggers) await client.query(on);
      await client.query(`COMMENT ON TABLE ${MARKED} IS '${markOf(manifest)}'`);
      await client.query('COMMIT');
      isDone = true;
      await analyse(client, tables);
      const known = new Set(there.map(({ name }) => name));
      return manifest.database.tables.map(({ name }) => name).filter((name) => !known.has(name));
    } finally {
      client.release(true);
    }
  } finally {
    if (!isDone && !before[0]!.hasQueues) await pool.query('DROP SCHEMA IF EXISTS pgboss CASCADE').catch(() => {});
  }
}
