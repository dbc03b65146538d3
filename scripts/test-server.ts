import { randomBytes } from 'node:crypto';
import { freePort } from '#platform/server/free-port.ts';
import { startPrepared, template } from './postgres/prepared-postgres.ts';

/**
 * Runs once before tests on a PostgreSQL server: starts one with a template of which each test file has a copy, unless
 * `npm test` has started it for all stages. On a server of one's own (`TEST_DATABASE_URL`) a template is made, and dropped at the end.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['TEST_DATABASE_TEMPLATE']) return async () => {};
  const own = process.env['TEST_DATABASE_URL'];
  if (own) return makeTemplateOn(own);
  const port = await freePort();
  // It starts while the tests load the program; `makeTestDatabase` waits for it.
  const starting = startPrepared(port);
  starting.catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
  process.env['TEST_DATABASE_URL'] = `postgres://looproom@127.0.0.1:${port}/postgres`;
  process.env['TEST_DATABASE_TEMPLATE'] = template;
  return async () => (await starting).stop();
}

/** @returns what drops the template again. */
async function makeTemplateOn(server: string): Promise<() => Promise<void>> {
  const { default: pg } = await import('pg');
  const { addTemplate } = await import('./postgres/prepared-postgres.ts');
  const name = `looproom_template_${randomBytes(4).toString('hex')}`;
  await addTemplate(server, name);
  process.env['TEST_DATABASE_TEMPLATE'] = name;
  return async () => {
    const admin = new pg.Client({ connectionString: server });
    await admin.connect();
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  };
}
