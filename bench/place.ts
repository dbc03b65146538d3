import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import pg from 'pg';
import { type Postgres, startPostgres } from '#scripts/postgres/postgres.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { cookieNameOf, signedValue } from '#people/accounts/server/sessions/cookies.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Site, openSite } from '#site/server/site.ts';

/** Where everything of one bench lies, until its process ends. */
export const folder = mkdtempSync(path.join(tmpdir(), 'looproom-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A site's data. */
export interface Place {
  readonly dataDir: string;
  /** Empty for the site's own server. */
  readonly databaseUrl: string;
}

/** Fills an empty database on a site without workers, in a folder of its own. @returns what `fill` says, and where it is */
export async function fillSite<T>(
  name: string,
  databaseUrl: string,
  fill: (site: Site) => Promise<T>,
): Promise<T & Place> {
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir);
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '3999' });
  const options = { pages: false, rateLimits: false, work: false };
  const site = await openSite(config, pino({ level: 'error' }), options);
  try {
    return { ...(await fill(site)), dataDir, databaseUrl };
  } finally {
    await site.close();
  }
}

/** Runs something on a connection of its own. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** What autovacuum and the checkpointer do in time: without it the first minutes would measure them. */
export const settle = (url: string): Promise<unknown> =>
  onDatabase(url, async (client) => {
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
  });

/** A PostgreSQL of the bench. */
export interface Server {
  /** Its first process. */
  readonly pid: number;
  /** A further, empty database. @returns its address */
  database(name: string): Promise<string>;
}

/** Starts one for the time of some work. */
export async function withPostgres<T>(work: (server: Server) => Promise<T>): Promise<T> {
  const postgres: Postgres = await startPostgres();
  const database = async (name: string): Promise<string> => {
    await onDatabase(postgres.url, (client) => client.query(`CREATE DATABASE ${name}`));
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  try {
    return await work({ pid: postgres.pid, database });
  } finally {
    postgres.stop();
  }
}

/** A member with an open session. */
export interface SignedIn {
  readonly profileId: string;
  readonly cookie: string;
}

/**
 * Adds members by plain rows and signs the first of them in. Their ids come before every id of our own making.
 * @param signed how many have an open session
 */
export async function addCrowd(ctx: Context, count: number, signed: number): Promise<SignedIn[]> {
  await ctx.db.rows(sql`
    INSERT INTO profiles (id, user_id, username, username_key, display_name, display_name_key, created_at, updated_at)
    SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(), 'crowd_' || n, 'crowd' || n, 'Crowd ' || n, 'crowd ' || n, now(), now()
    FROM generate_series(1, ${count}::int) AS n`);
  const members = await ctx.db.rows<{ id: string; token: string }>(sql`
    WITH members AS (SELECT id, user_id, username FROM profiles WHERE username LIKE 'crowd\\_%' ORDER BY id LIMIT ${signed}),
      added AS (
        INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
        SELECT user_id, username, username || '@example.org', true, now(), now() FROM members RETURNING id)
    SELECT m.id, 'listener-' || m.username AS token FROM members m JOIN added a ON a.id = m.user_id ORDER BY m.id`);
  await ctx.db.rows(sql`
    INSERT INTO sessions (id, user_id, token, expires_at, created_at, last_used_at)
    SELECT gen_random_uuid(), user_id, 'listener-' || username, now() + interval '1 day', now(), now()
    FROM profiles WHERE id = ANY(${members.map(({ id }) => id)}::uuid[])`);
  const name = cookieNameOf(ctx, 'session_token');
  return members.map(({ id, token }) => ({ profileId: id, cookie: `${name}=${signedValue(ctx.secret, token)}` }));
}
