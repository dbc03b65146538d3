import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { sql } from '#platform/server/db/database.ts';
import { migrationsFolder, readMigrations } from '#platform/server/db/migrate.ts';
import { signIns } from '#scripts/demo/people.ts';
import { openSite } from '#site/server/site.ts';
import { makeTestDatabase } from '#site/testing/database.ts';
import { atFullCost } from '#site/testing/hashing.ts';
import { runCommandLine } from '#scripts/commands/run.ts';

/**
 * Databases of released versions: the demo, made on PostgreSQL 15 by `npm run demo -- --make-only` of that version and
 * written by `pg_dump --inserts --rows-per-insert=200 --no-owner --no-privileges --exclude-table-data=public.text_prints`,
 * without its lines that begin with a backslash, compressed by Brotli.
 */
const dumps = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.sql.br'));
/** Their secrets: sessions and two-factor secrets are sealed with them. */
const secrets: Readonly<Record<string, string>> = { '0.1.0': '7Bgn1-3-aaQFLq0NzBnt4t16XNgWCfeKHvJwQmzzrXk' };

/** Rows that a start or a look at the site writes by itself. */
const written = /^public\.(?:schema_migrations|sessions|topic_events|topics|known_devices|attempts|accounts)$/;

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const countRows = (url: string): Promise<Record<string, number>> =>
  on(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables.filter((table) => !written.test(table.name)))
      counts[name] = (await client.query<{ count: number }>(`SELECT count(*)::int FROM ${name}`)).rows[0]!.count;
    return counts;
  });

describe.each(dumps.map((name) => name.replace('.sql.br', '')))('a database of %s', (version) => {
  test('becomes one of this version with every row, and the site works on it', { timeout: 120_000 }, async () => {
    const database = await makeTestDatabase();
    const folder = mkdtempSync(path.join(tmpdir(), 'looproom-upgrade-'));
    try {
      const dump = brotliDecompressSync(readFileSync(path.join(import.meta.dirname, `${version}.sql.br`))).toString();
      await on(database.url, async (client) => {
        await client.query('DROP SCHEMA public CASCADE; DROP SCHEMA IF EXISTS pgboss CASCADE; CREATE SCHEMA public');
        await client.query(dump);
      });
      const before = await countRows(database.url);
      expect(before['public.post_replies']).toBeGreaterThan(300);
      const environment = {
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        PORT: '0',
        DATABASE_POOL: '4',
        SECRET: secrets[version]!,
      };
      const config = readConfig(environment);
      const site = await openSite(config, pino({ level: 'silent' }), { pages: false, work: false });
      try {
        const address = await site.listen();
        const applied = await site.ctx.db.rows<{ name: string }>(sql`SELECT name FROM schema_migrations ORDER BY name`);
        expect(applied.map(({ name }) => name)).toEqual(
          readMigrations(migrationsFolder(config)).map(({ name }) => name),
        );
        // A table may go; no row of one that stays does.
        const after = await countRows(database.url);
        for (const [table, count] of Object.entries(before))
          expect({ [table]: after[table] ?? count }).toEqual({ [table]: count });

        const call = async (method: string, where: string, cookie = '', body?: unknown): Promise<Response> =>
          await fetch(`${address}/api/v1${where}`, {
            method,
            headers: { cookie, origin: address, ...(body !== undefined && { 'content-type': 'application/json' }) },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          });
        for (const { email, password } of signIns) {
          const answer = await atFullCost(() => call('POST', '/auth/sign-in', '', { email, password }));
          expect(answer.status, email).toBe(200);
          const cookie = answer.headers
            .getSetCookie()
            .map((one) => one.split(';', 1)[0]!)
            .join('; ');
          for (const where of [
            '/session',
            '/forum/posts',
            '/uploads',
            '/notifications',
            '/songs',
            '/gallery/images',
            '/search?q=loop',
          ])
            expect((await call('GET', where, cookie)).status, where).toBe(200);
          const post = { content: `Still here after the upgrade, ${email}`, submitId: crypto.randomUUID() };
          expect((await call('POST', '/forum/posts', cookie, post)).status).toBeLessThan(300);
        }
      } finally {
        await site.close();
      }
      let output = '';
      const say = (text: string): void => void (output += text);
      const shell = { environment: { ...environment, LOG_LEVEL: '' }, readInput: async () => '', out: say, error: say };
      expect(await runCommandLine(['recount', '--check'], shell), output).toBe(0);
      expect(output).toContain('Everything adds up.');
    } finally {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
