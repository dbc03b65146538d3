import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { packageRoot } from '#server/config.ts';
import { migrationsFolder, migrationsHash } from '#server/platform/db/migrate.ts';
import { madeTemplate } from '#server/platform/db/template.ts';
import { enterWorkplace } from './workplace.ts';

/**
 * Runs once before the integration tests: makes what each test file copies its database from. Embedded that is the
 * template of the build; on a server (`TEST_DATABASE_URL`) a database of its own, dropped at the end.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const workplace = enterWorkplace();
  const recordings = mkdtempSync(path.join(workplace.folder, 'recordings-'));
  process.env['TEST_RECORDINGS'] = recordings;
  const root = packageRoot();
  // Processes and threads of tests read what those before them have compiled, also in an earlier run.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules/.cache/compiled');
  const removeFolders = (): void => {
    rmSync(recordings, { recursive: true, force: true });
    workplace.remove();
  };
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) {
    // The whole program is loaded to make one: a second for a single test file.
    if (!madeTemplate(root, migrationsHash(migrationsFolder({ root }))))
      await (await import('./template.ts')).ensureTemplate();
    return async () => removeFolders();
  }
  const name = `looproom_template_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const { prepareDatabase } = await import('./template.ts');
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  try {
    await prepareDatabase(pool, false);
  } finally {
    await pool.end();
  }
  process.env['TEST_DATABASE_TEMPLATE'] = name;
  return async () => {
    removeFolders();
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  };
}
