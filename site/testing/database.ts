import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The server on which the tests of this process run (`scripts/test-server.ts`). */
export const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

/** A database for one test file. */
export interface TestDatabase {
  /** For `DATABASE_URL`; empty means a server of its own in the file's data folder. */
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Makes a fresh database on the server of `TEST_DATABASE_URL`, copied from the one that `scripts/test-server.ts` has made.
 * @throws when the server cannot be reached or the role may not create databases.
 */
export async function makeTestDatabase(server = serverUrl): Promise<TestDatabase> {
  if (!server) return { url: '', drop: async () => {} };
  const name = `looproom_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const template = process.env['TEST_DATABASE_TEMPLATE'];
  await onServer(server, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template} STRATEGY file_copy` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** Milliseconds in which a server must take connections: the first run of all makes its data folder meanwhile. */
const START_MS = 90_000;

/** Waits for a server that is being started (`scripts/test-server.ts`). @throws what it answered last, when it is late */
async function connect(server: string): Promise<pg.Client> {
  const until = Date.now() + START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: server });
    try {
      await client.connect();
      return client;
    } catch (error) {
      // Nobody listens yet, or the server says that it is starting.
      const isStarting = ['ECONNREFUSED', '57P03'].includes((error as { code?: string }).code ?? '');
      if (!isStarting || Date.now() > until) throw error;
      await sleep(20);
    }
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = await connect(server);
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
