import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { holdEngine } from './engine.ts';

/** The server on which the tests of this process run; undefined where they run on the embedded engine. */
export const serverUrl = process.env['TEST_DATABASE_URL'] || undefined;

/** A database for one test file. */
export interface TestDatabase {
  /** For `DATABASE_URL`; empty means the embedded one in the file's own data folder. */
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Makes a fresh database: nothing to do for the embedded one, and on the server of `TEST_DATABASE_URL` a new database,
 * copied from the one that `scripts/test-server.ts` has made.
 * @param server the server's address; empty for the embedded engine.
 * @throws when the server cannot be reached or the role may not create databases.
 */
export async function makeTestDatabase(server = serverUrl): Promise<TestDatabase> {
  if (!server) {
    await holdEngine();
    return { url: '', drop: async () => {} };
  }
  const name = `looproom_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const template = process.env['TEST_DATABASE_TEMPLATE'];
  await onServer(server, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template} STRATEGY file_copy` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
