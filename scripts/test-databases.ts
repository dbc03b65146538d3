import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { packageRoot } from '#server/config.ts';
import { migrationsFolder, migrationsHash } from '#server/platform/db/migrate.ts';
import { madeTemplate } from '#server/platform/db/template.ts';

/**
 * Runs once before the integration tests: makes what each test file copies its database from. Embedded that is the
 * template of the build; on a server (`TEST_DATABASE_URL`) a database of its own, dropped at the end.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const recordings = mkdtempSync(path.join(tmpdir(), 'looproom-recordings-'));
  process.env['TEST_RECORDINGS'] = recordings;
  // Threads and programs that a test starts read what those before them have compiled.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(recordings, 'compiled');
  const removeRecordings = (): void => rmSync(recordings, { recursive: true, force: true });
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) {
    const root = packageRoot();
    // The whole program is loaded to make one: a second for a single test file.
    if (!madeTemplate(root, migrationsHash(migrationsFolder({ root }))))
      await (await import('./template.ts')).ensureTemplate();
    return async () => removeRecordings();
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
    removeRecordings();
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  };
}
