import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { pino } from 'pino';
import tar from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot, readConfig } from '#platform/server/config.ts';
import { makeMember } from '#people/accounts/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { lastBackup } from '#platform/server/backup-mark.ts';
import { sql } from '#platform/server/db/database.ts';
import { restoreFolder } from '#platform/server/restore-mark.ts';
import { openSite } from '#site/server/site.ts';
import { serverUrl } from '#site/testing/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { pack } from '../backup/archive.ts';
import type { SavedDatabase } from '../backup/manifest.ts';
import { readDatabase } from '../backup/tables.ts';
import { runCommandLine } from './run.ts';

const place = mkdtempSync(path.join(tmpdir(), 'looproom-backup-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
let names = 0;
const newName = (ending = ''): string => path.join(place, `${names++}${ending}`);

/** Types a command in this process. */
async function looproom(words: readonly string[], environment: Readonly<Record<string, string>>) {
  let output = '';
  const say = (text: string): void => void (output += text);
  const base = { PORT: '3999', LOG_LEVEL: '' };
  const shell = { environment: { ...base, ...environment }, readInput: async () => '', out: say, error: say };
  return { code: await runCommandLine(words, shell), output };
}

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** An empty database of a role that owns it and may do nothing else. */
interface OwnDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

async function makeOwnDatabase(): Promise<OwnDatabase> {
  const name = `looproom_restored_${process.pid}_${names++}`;
  await on(serverUrl, async (client) => {
    await client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'very-secret'`);
    await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
  });
  const url = new URL(serverUrl);
  [url.username, url.password, url.pathname] = [name, 'very-secret', `/${name}`];
  return {
    url: url.href,
    drop: () =>
      on(serverUrl, async (client) => {
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
        await client.query(`DROP ROLE ${name}`);
      }),
  };
}

const tablesOf = (client: pg.Client): Promise<string[]> =>
  client
    .query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY name`,
    )
    .then(({ rows }) => rows.map(({ name }) => name));

/** All rows of each table as one checksum, with the values of sequences and the definitions of keys and triggers. */
function contents(url: string): Promise<Record<string, unknown>> {
  return on(url, async (client) => {
    const found: Record<string, unknown> = {};
    for (const table of await tablesOf(client)) {
      // Whose tables they are, the queue notes for itself.
      if (['pgboss.version', 'public.schema_migrations'].includes(table)) continue;
      const { rows } = await client.query<{ rows: string; sum: string | null }>(
        `SELECT count(*) AS rows, md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS sum FROM ${table} t`,
      );
      found[table] = rows[0];
    }
    const { rows: sequences } = await client.query<{ name: string; last_value: string | null }>(
      `SELECT sequencename AS name, last_value FROM pg_sequences WHERE schemaname = 'public'`,
    );
    for (const { name, last_value: value } of sequences) found[name] = value;
    const { rows: definitions } = await client.query<{ text: string }>(
      `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS text FROM pg_constraint
       WHERE connamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
       UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
    );
    found['definitions'] = definitions.map(({ text }) => text);
    return found;
  });
}

/** What a data folder holds, without the files that take it for one process. */
const partsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !/^postgres\.(lock|mutex)$/.test(name))
        .toSorted()
    : [];

/** Values that a text format has to write otherwise than they are. */
const odd = 'a tab\t, lines\n\r\n, \\ and \\\\, \\., \\N\n\\.\n, "quotes" \'both\', {braces}, ü 🎧';

/** Puts something of every kind of column and table into a site. */
async function fill({ ctx, member }: World): Promise<{ postId: string }> {
  const [author, other] = [await member({ displayName: 'Kept Author' }), await member()];
  const postId = await makePost(ctx, author);
  await makeReply(ctx, other, postId);
  await makeGalleryImage(ctx, author);
  const { db } = ctx;
  await db.rows(sql`UPDATE forum_posts SET content = ${odd} WHERE id = ${postId}`);
  await db.rows(sql`UPDATE profiles SET profile_theme = 'null'::jsonb, appearance_settings = ${JSON.stringify({ odd })},
    owned_upgrades = ARRAY['a,b', '"', '\\', '', 'NULL', NULL, ${odd}] WHERE id = ${author.profileId}`);
  await db.rows(sql`INSERT INTO served_ranges (network, key, ranges, served_at)
    VALUES ('', ${odd}, '{[1,5),[7,9)}', '1999-12-31 23:59:59.999999+00'), ('0', '', '{}', 'infinity')`);
  // Its trigger numbers each and hashes it: more than one piece of an archive.
  await db.rows(sql`INSERT INTO audit_log (id, action, target_kind, target_id, reason, created_at)
    SELECT gen_random_uuid(), 'made', 'post', n, repeat(md5(n::text) || E'\\n\\t\\\\.', 36000), now()
    FROM generate_series(1, 14) AS n`);
  await db.tx((tx) => ctx.mail.send(tx, { to: 'waiting@example.org', subject: 'It waited', paragraphs: [odd] }));
  // A day of which a new queue has no partition.
  await db.rows(sql`CREATE TABLE pgboss.queue_stats_20200101 PARTITION OF pgboss.queue_stats
    FOR VALUES FROM ('2020-01-01 00:00:00+00') TO ('2020-01-02 00:00:00+00')`);
  await db.rows(sql`INSERT INTO pgboss.queue_stats (name, captured_on) VALUES ('mail.send', '2020-01-01 12:00:00+00')`);
  await db.rows(sql`CREATE TABLE notes_of_the_operator (note text)`);
  await ctx.storage.put('gallery/one.bin', new Uint8Array([1, 2, 3]), { contentType: 'image/png' });
  return { postId };
}

describe.skipIf(!serverUrl)('a backup beside a running site on a database server', () => {
  let world: World;
  let postId: string;
  let source: Record<string, string>;
  let before: Record<string, unknown>;
  let made: Awaited<ReturnType<typeof looproom>>;
  const file = newName('.tar.gz');
  const databases: OwnDatabase[] = [];
  const newTarget = async (): Promise<{ DATA_DIR: string; DATABASE_URL: string }> => {
    const database = await makeOwnDatabase();
    databases.push(database);
    return { DATA_DIR: newName(), DATABASE_URL: database.url };
  };
  beforeAll(async () => {
    world = await openWorld({ work: false });
    ({ postId } = await fill(world));
    source = { DATA_DIR: world.ctx.config.dataDir, DATABASE_URL: world.ctx.config.databaseUrl! };
    before = await contents(source['DATABASE_URL']!);
    made = await looproom(['backup', file, '--json'], source);
    delete before['public.notes_of_the_operator'];
  });
  afterAll(async () => {
    for (const { drop } of databases) await drop();
    await world.close();
  });

  test('brings back every row of every table, files and waiting mails, as an owner without further rights', async () => {
    expect(made.code, made.output).toBe(0);
    expect(JSON.parse(made.output)).toMatchObject({ file, files: expect.any(Number) });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(await lastBackup(source['DATA_DIR']!)).not.toBeNull();
    const target = await newTarget();
    const restored = await looproom(['restore', file], target);
    expect(restored.code, restored.output).toBe(0);
    expect(restored.output).toContain('every checksum is right');
    expect(restored.output).toContain('not of Looproom were left out: public.notes_of_the_operator');
    expect(restored.output).not.toContain('very-secret');
    expect(partsIn(target.DATA_DIR)).toEqual(['files', 'secret']);
    expect(await contents(target.DATABASE_URL)).toEqual(before);
    expect((await looproom(['audit', 'verify'], target)).code).toBe(0);

    const site = await openSite(readConfig({ PORT: '3999', ...target }), pino({ level: 'silent' }), { pages: false });
    try {
      const waited = (): boolean =>
        partsIn(path.join(target.DATA_DIR, 'outbox')).some((name) =>
          readFileSync(path.join(target.DATA_DIR, 'outbox', name), 'utf8').includes('It waited'),
        );
      await expect.poll(waited, { timeout: 20_000 }).toBe(true);
      expect(await site.ctx.storage.stat('gallery/one.bin')).toMatchObject({ bytes: 3, contentType: 'image/png' });
      // Numbers go on behind those that are there.
      await makeReply(site.ctx, await makeMember(site.ctx), postId);
      const places = await site.ctx.db.rows<{ place: string }>(sql`SELECT place FROM post_replies ORDER BY place`);
      expect(places.map(({ place: number }) => Number(number))).toEqual([1, 2]);
    } finally {
      await site.close();
    }
  });

  test('is the database of one moment while members write', async () => {
    const { db } = world.ctx;
    const over = new AbortController();
    let written = 0;
    const write = async (): Promise<void> => {
      for (; !over.signal.aborted; written++) {
        const word = `word ${written}`;
        // One of the first tables to be read, and one of the last.
        await db.tx(async (tx) => {
          await tx.rows(
            sql`INSERT INTO banned_words (id, word, created_at) VALUES (gen_random_uuid(), ${word}, now())`,
          );
          await tx.rows(sql`INSERT INTO topics (topic, last_seq) VALUES (${word}, 1)`);
        });
      }
    };
    const writing = write();
    const other = newName('.tar.gz');
    try {
      await expect.poll(() => written).toBeGreaterThan(3);
      expect((await looproom(['backup', other], source)).code).toBe(0);
    } finally {
      over.abort();
      await writing;
    }
    const target = await newTarget();
    const restored = await looproom(['restore', other], target);
    expect(restored.code, restored.output).toBe(0);
    const [words, topics] = await on(target.DATABASE_URL, async (client) => {
      const read = async (statement: string): Promise<string[]> =>
        (await client.query<{ word: string }>(statement)).rows.map(({ word }) => word);
      return [
        await read(`SELECT word FROM banned_words WHERE word LIKE 'word %' ORDER BY word`),
        await read(`SELECT topic AS word FROM topics WHERE topic LIKE 'word %' ORDER BY word`),
      ];
    });
    expect(words).toEqual(topics);
    expect(words.length).toBeGreaterThan(3);
    expect(words.length).toBeLessThan(written);
  });

  test('a restore that is killed, wherever, is repeated, and no site starts on the half of one', async () => {
    const target = await newTarget();
    const has = (question: string): Promise<boolean> =>
      on(target.DATABASE_URL, async (client) => (await client.query(question)).rows.length > 0);
    let child: ChildProcess | null = null;
    const killAt = async (isReached: () => boolean | Promise<boolean>): Promise<void> => {
      child = spawn(process.execPath, ['scripts/looproom.ts', 'restore', file], {
        cwd: packageRoot(),
        env: { ...process.env, PORT: '3999', ...target },
        stdio: 'ignore',
      });
      while (child.exitCode === null && !(await isReached())) await sleep(2);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      expect(existsSync(restoreFolder(target.DATA_DIR))).toBe(true);
      await expect(looproom(['backup', place], target)).resolves.toMatchObject({
        code: 1,
        output: expect.stringContaining('was interrupted'),
      });
    };
    await killAt(() => existsSync(restoreFolder(target.DATA_DIR)));
    await killAt(() => has(`SELECT FROM pg_class WHERE relnamespace = to_regnamespace('pgboss')`));
    await killAt(() =>
      has(`SELECT FROM pg_locks WHERE relation = 'pgboss.job'::regclass AND mode = 'AccessExclusiveLock'`),
    );
    await killAt(() => has(`SELECT FROM pg_class WHERE relname = 'schema_migrations'`));
    const done = await looproom(['restore', file], target);
    expect(done.code, done.output).toBe(0);
    expect(await contents(target.DATABASE_URL)).toEqual(before);
    expect(await has(`SELECT WHERE obj_description('public.schema_migrations'::regclass) IS NOT NULL`)).toBe(false);
    expect((await looproom(['restore', file], { ...target, DATA_DIR: newName() })).output).toContain('is not empty');
  });

  test('what is damaged, cut, of a newer version or no backup is refused, and nothing of it is left', async () => {
    const bytes = readFileSync(file);
    const target = await newTarget();
    const write = (content: Uint8Array): string => {
      const name = newName('.tar.gz');
      writeFileSync(name, content);
      return name;
    };
    /** A whole archive of which the list says something else. */
    const changed = async (change: (database: SavedDatabase) => void): Promise<string> => {
      const name = newName('.tar.gz');
      const database: SavedDatabase = { server: '', migrations: [], tables: [], sequences: [] };
      async function* pieces() {
        yield* readDatabase(world.ctx.db.pool, database);
        change(database);
      }
      const { dataDir } = world.ctx.config;
      await pack(name, { dataDir, version: '9.9.9', createdAt: new Date(), pieces: pieces(), database });
      return name;
    };
    const one = async (name: string, text: string): Promise<Buffer> => {
      const packed = tar.pack();
      packed.entry({ name, mode: 0o600 }, text);
      packed.finalize();
      return gzipSync(await buffer(packed));
    };
    const flipped = Buffer.from(bytes);
    flipped[Math.floor(bytes.length / 2)]! ^= 1;
    const hash = 'a'.repeat(64);
    for (const [archive, said] of [
      [write(bytes.subarray(0, bytes.length / 2)), 'is damaged: it is cut short'],
      [write(flipped), 'is damaged'],
      [write(await one('notes.txt', 'x')), 'is no backup of Looproom'],
      [write(await one('postgres/PG_VERSION', '17')), 'is a backup of format 1'],
      [path.join(place, 'nothing.tar.gz'), 'There is no file'],
      [
        await changed(({ migrations }) => void migrations.push({ name: '9999_next.sql', hash })),
        'made by a newer one (9.9.9)',
      ],
      [await changed(({ migrations }) => void (migrations[0]!.hash = hash)), 'another migration'],
      [await changed(({ tables }) => void tables[5]!.columns.push('next')), 'holds the column next of'],
      [
        await changed(({ tables }) => void tables.find(({ name }) => name === 'public.users')!.rows++),
        'public.users has',
      ],
    ] as const) {
      const refused = await looproom(['restore', archive], target);
      expect(refused, archive).toMatchObject({ code: 1, output: expect.stringContaining(said) });
      expect(refused.output).not.toMatch(/\n/);
      expect(partsIn(target.DATA_DIR)).toEqual([]);
      expect(await on(target.DATABASE_URL, tablesOf)).toEqual([]);
    }
  });

  test('a database or folder that holds something is left as it is', async () => {
    const target = await newTarget();
    await on(target.DATABASE_URL, (client) => client.query('CREATE TABLE mine (one int)'));
    const refused = await looproom(['restore', file], target);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('has the table public.mine') });
    expect(refused.output).not.toContain('very-secret');
    expect(partsIn(target.DATA_DIR)).toEqual([]);
    expect(await on(target.DATABASE_URL, tablesOf)).toEqual(['public.mine']);
    mkdirSync(path.join(target.DATA_DIR, 'files'), { recursive: true });
    expect((await looproom(['restore', file], target)).output).toContain('The data folder');
    expect((await looproom(['backup', newName('.tar.gz')], target)).output).toContain(
      'There is no site in this database',
    );
  });
});
