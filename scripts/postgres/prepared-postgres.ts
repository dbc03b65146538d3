import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { packageRoot } from '#platform/server/config.ts';
import { migrationsFolder, migrationsHash } from '#platform/server/db/migrate.ts';
import { type Postgres, postgresPrograms, startPostgres } from './postgres.ts';

/** Name of the template on a prepared server. */
export const template = 'looproom_template';

/** A server of its own, for tests. */
export interface PreparedPostgres extends Postgres {
  /** Name of the database from which new ones are copied. */
  readonly template: string;
}

/**
 * Starts a PostgreSQL without fsync that has a template with every migration. Its data folder is a copy of one in
 * `node_modules/.cache`, which the first start makes: a further one takes a third of a second instead of several.
 * @param port where it listens; a free one without it
 * @throws when PostgreSQL is not there or does not start
 */
export async function startPrepared(port?: number): Promise<PreparedPostgres> {
  const from = savedFolder();
  if (!existsSync(from)) await prepare(from);
  return Object.assign(await startPostgres({ fsync: false, from, ...(port !== undefined && { port }) }), { template });
}

/**
 * Makes a database with every migration, from which others can be copied.
 * @param server address of a database of a role that may create others
 */
export async function addTemplate(server: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name}`);
  } finally {
    await admin.end();
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  // The whole program is loaded for it.
  const { prepareDatabase } = await import('./template.ts');
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  try {
    await prepareDatabase(pool);
  } finally {
    await pool.end();
  }
}

/** The folder for this version of PostgreSQL, the present migrations and packages (the job queue has tables too). */
function savedFolder(): string {
  const root = packageRoot();
  const hash = createHash('sha256')
    // The real path has the version, also where the programs are found by a link.
    .update(realpathSync(postgresPrograms()))
    .update(migrationsHash(migrationsFolder({ root })))
    .update(readFileSync(path.join(root, 'package.json')))
    .digest('hex');
  return path.join(root, 'node_modules/.cache', `postgres-${hash.slice(0, 16)}`);
}

async function prepare(folder: string): Promise<void> {
  const postgres = await startPostgres({ fsync: false });
  const cache = path.dirname(folder);
  const draft = `${folder}-${process.pid}`;
  try {
    await addTemplate(postgres.url, template);
    mkdirSync(cache, { recursive: true });
    // Those of earlier migrations; another run may be making the same one now.
    for (const old of globSync('postgres-*', { cwd: cache }))
      if (!old.startsWith(path.basename(folder))) rmSync(path.join(cache, old), { recursive: true, force: true });
    postgres.save(draft);
    try {
      renameSync(draft, folder);
    } catch (error) {
      // The other run was faster.
      if (!existsSync(folder)) throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
    postgres.stop();
  }
}
