import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
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
import { generateIdentity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { pino } from 'pino';
import tar from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { packageRoot, readConfig } from '#platform/server/config.ts';
import { makeMember } from '#people/accounts/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { restoreTestJob } from '#features/staff/server/jobs.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { backupJob } from '#platform/server/backups/backup-job.ts';
import {
  type BackupTrial,
  lastBackup,
  lastBackupTest,
  lastBackupTrial,
  markBackup,
  markBackupTrial,
} from '#platform/server/backups/backup-mark.ts';
import type { Context } from '#platform/server/context.ts';
import type { BackupSettings } from '#platform/server/config/backups.ts';
import { sql } from '#platform/server/db/database.ts';
import { openDatabase } from '#platform/server/db/open.ts';
import { makeOutages } from '#platform/server/outages.ts';
import { openStorage } from '#platform/server/storage/open.ts';
import { restoreFolder } from '#platform/server/backups/restore-mark.ts';
import { openSite } from '#site/server/site.ts';
import { serverUrl } from '#site/testing/database.ts';
import { type S3Server, startS3Server } from '#site/testing/s3-server.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { cleanFiles } from '#content/media/server/cleaning.ts';
import { pack } from '../../backup/archive.ts';
import type { SavedDatabase } from '../../backup/manifest.ts';
import { kept } from '../../backup/set.ts';
import { readDatabase } from '../../backup/tables.ts';
import { runCommandLine } from '../run.ts';

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

/** Reads the database of a site, also one that its data folder holds. */
async function inSite<T>(
  environment: Readonly<Record<string, string>>,
  work: (client: pg.Pool | pg.Client) => Promise<T>,
): Promise<T> {
  const log = pino({ level: 'silent' });
  const options = { patienceMs: 0, role: 'command', isMigrated: false } as const;
  const db = await openDatabase(readConfig({ PORT: '3999', ...environment }), log, makeOutages(log), options);
  try {
    return await work(db.pool);
  } finally {
    await db.close();
  }
}

const tablesOf = (client: pg.Pool | pg.Client): Promise<string[]> =>
  client
    .query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY name`,
    )
    .then(({ rows }) => rows.map(({ name }) => name));

/** All rows of each table as one checksum, with the values of sequences and the definitions of keys and triggers. */
const contents = (url: string): Promise<Record<string, unknown>> => on(url, (client) => contentsOf(client));
async function contentsOf(
  client: pg.Pool | pg.Client,
  leftOut: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  {
    const found: Record<string, unknown> = {};
    for (const table of await tablesOf(client)) {
      // The queue notes for itself whose tables they are, and each minute which job a schedule has made.
      if (['pgboss.version', 'pgboss.schedule', 'public.schema_migrations'].includes(table)) continue;
      const { rows } = await client.query<{ rows: string; sum: string | null }>(
        `SELECT count(*) AS rows, md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS sum FROM ${table} t
         WHERE NOT (${leftOut[table] ?? 'false'})`,
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
  }
}

/** Rows of `makeWrites`, which another test of everything else leaves out. */
const writtenRows: Readonly<Record<string, string>> = {
  'public.banned_words': "word LIKE 'write %'",
  'public.topics': "topic LIKE 'write %'",
  'public.files': "key LIKE 'gallery/write-%'",
};
/** The queue of an open site moves its jobs by itself too; they are compared where no site is open. */
const otherContents = (client: pg.Pool | pg.Client): Promise<Record<string, unknown>> =>
  contentsOf(client, { ...writtenRows, 'pgboss.job': 'true' });
const isWritten = (key: string): boolean => key.startsWith('gallery/write-');

/** The rows of `makeWrites` that a site has. */
interface Written {
  readonly words: readonly string[];
  readonly topics: Readonly<Record<string, number>>;
  /** Checksum and state by key. */
  readonly files: Readonly<Record<string, { readonly sha256: string; readonly state: string }>>;
}

async function readWritten(client: pg.Pool | pg.Client): Promise<Written> {
  const read = async <T extends object>(columns: string, table: string): Promise<T[]> =>
    (await client.query<T>(`SELECT ${columns} FROM ${table} WHERE ${writtenRows[table]}`)).rows;
  const topics = await read<{ topic: string; seq: number }>('topic, last_seq::int AS seq', 'public.topics');
  const files = await read<{ key: string; sha256: string; state: string }>('key, sha256, state', 'public.files');
  return {
    words: (await read<{ word: string }>('word', 'public.banned_words')).map(({ word }) => word),
    topics: Object.fromEntries(topics.map(({ topic, seq }) => [topic, seq])),
    files: Object.fromEntries(files.map(({ key, ...rest }) => [key, rest])),
  };
}

/** Writes of one writer that were acknowledged before a backup began, and that had begun when it ended. */
type Span = readonly { readonly acknowledged: number; readonly begun: number }[];

/** A backup that was made under writes: what the writers had done, and everything else that the site has. */
interface UnderWrites {
  readonly span: Span;
  readonly rows: Record<string, unknown>;
}

/**
 * Writers, each of which makes one transaction after the other, numbered: a row in one of the first tables that a backup
 * reads and one in one of the last, a file with its row, a count of all, and every third time the removal of an
 * earlier file. A snapshot has a number of writes of each, whole, in the order in which they were made.
 */
function makeWrites() {
  const writers = [0, 1].map((writer) => ({ writer, begun: 0, acknowledged: 0 }));
  /** Order of begins and ends: a write that ended before another began is in every snapshot that has that one. */
  let tick = 0;
  const times = new Map<string, { begun: number; ended: number }>();
  const checksums = new Map<string, string>();
  const nameOf = (writer: number, number: number): string => `write ${writer}-${number}`;
  const keyOf = (writer: number, number: number): string => `gallery/write-${writer}-${number}.bin`;
  const removedBy = (number: number): number | null => (number % 3 === 2 ? number - 2 : null);

  async function write({ db, storage }: Context, ownerId: string, writer: number, number: number): Promise<void> {
    const [name, key] = [nameOf(writer, number), keyOf(writer, number)];
    const time = { begun: ++tick, ended: Infinity };
    times.set(name, time);
    const bytes = randomBytes(500 + ((number * 997) % 5000));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    checksums.set(key, sha256);
    await storage.put(key, bytes, { contentType: 'image/png' });
    await db.tx(async (tx) => {
      await tx.rows(sql`INSERT INTO banned_words (id, word, created_at) VALUES (gen_random_uuid(), ${name}, now())`);
      await tx.rows(sql`INSERT INTO files (id, owner_id, purpose, bucket, key, name, bytes, sha256, content_type, kind, state, processing, created_at)
        VALUES (gen_random_uuid(), ${ownerId}, 'gallery', 'gallery', ${key}, 'a.png', ${bytes.length}, ${sha256}, 'image/png', 'image', 'claimed', 'done', now())`);
      const gone = removedBy(number);
      if (gone !== null)
        await tx.rows(sql`UPDATE files SET state = 'removed', removed_at = now() WHERE key = ${keyOf(writer, gone)}`);
      await tx.rows(sql`INSERT INTO topics (topic, last_seq) VALUES (${name}, 1)`);
      await tx.rows(sql`UPDATE topics SET last_seq = ${number + 1} WHERE topic = ${nameOf(writer, 0)}`);
    });
    time.ended = ++tick;
  }

  return {
    /** Runs a backup while both write and what is removed is cleaned up. @param site open, or to be opened */
    async during(
      site: Context | Readonly<Record<string, string>>,
      backUp: () => Promise<unknown>,
    ): Promise<UnderWrites> {
      const own =
        'db' in site
          ? null
          : await openSite(readConfig({ PORT: '3999', ...site }), pino({ level: 'silent' }), {
              pages: false,
              work: false,
              start: false,
            });
      const ctx = own?.ctx ?? (site as Context);
      // Opening a site adds jobs.
      const rows = await otherContents(ctx.db.pool);
      const over = new AbortController();
      const [owner] = await ctx.db.rows<{ id: string }>(sql`SELECT id FROM profiles ORDER BY id LIMIT 1`);
      const work = writers.map(async (one) => {
        for (; !over.signal.aborted; await sleep(80)) {
          await write(ctx, owner!.id, one.writer, one.begun++);
          one.acknowledged++;
          if (one.acknowledged % 7 === 0) await cleanFiles(ctx);
        }
      });
      try {
        const enough = writers.map(({ acknowledged }) => acknowledged + 3);
        await expect
          .poll(() => writers.every(({ acknowledged }, at) => acknowledged >= enough[at]!), { timeout: 20_000 })
          .toBe(true);
        const before = writers.map(({ acknowledged }) => acknowledged);
        await backUp();
        const span = before.map((acknowledged, at) => ({ acknowledged, begun: writers[at]!.begun }));
        return { span, rows };
      } finally {
        over.abort();
        await Promise.all(work);
        await own?.close();
      }
    },
    /** Compares a restored site with what a snapshot must hold; the writers go on from there. */
    compare(how: string, span: Span, found: Written, stored: Readonly<Record<string, string>>): void {
      const counts = writers.map(
        ({ writer }) => found.words.filter((word) => word.startsWith(`write ${writer}-`)).length,
      );
      const all = counts.map((count) => Array.from({ length: count }, (_, number) => number));
      const expected = all.flatMap((numbers, writer) => numbers.map((number) => nameOf(writer, number)));
      expect(found.words.toSorted(), how).toEqual(expected.toSorted());
      const seqOf = (name: string): number => (name.endsWith('-0') ? counts[Number(name.split(/[ -]/)[1])]! : 1);
      expect(found.topics, how).toEqual(Object.fromEntries(expected.map((name) => [name, seqOf(name)])));
      for (const [at, { acknowledged, begun }] of span.entries()) {
        expect(counts[at], how).toBeGreaterThanOrEqual(acknowledged);
        expect(counts[at], how).toBeLessThanOrEqual(begun);
        expect(begun - acknowledged, `${how}: writes while it was made`).toBeGreaterThan(1);
      }
      const has = new Set(expected);
      const newest = Math.max(...expected.map((name) => times.get(name)!.begun));
      const left = [...times].filter(([name, { ended }]) => ended < newest && !has.has(name));
      expect(left, `${how}: all from before the newest`).toEqual([]);
      const gone = new Set(
        all.flatMap((numbers, writer) =>
          numbers.flatMap((number) => (removedBy(number) === null ? [] : keyOf(writer, removedBy(number)!))),
        ),
      );
      const claimed = all.flatMap((numbers, writer) => numbers.map((number) => keyOf(writer, number)));
      const there = claimed.filter((key) => !gone.has(key));
      for (const key of there) {
        expect(found.files[key], `${how}: ${key}`).toEqual({ sha256: checksums.get(key), state: 'claimed' });
        expect(stored[key], `${how}: ${key}`).toBe(`${checksums.get(key)} image/png`);
      }
      // The row of a removed file stays until its content has gone.
      const others = Object.keys(found.files).filter((key) => !there.includes(key));
      for (const key of others) {
        expect(gone.has(key), `${how}: ${key}`).toBe(true);
        expect(found.files[key]).toEqual({ sha256: checksums.get(key), state: 'removed' });
      }
      for (const [key, content] of Object.entries(stored))
        if (isWritten(key)) expect(content, `${how}: ${key}`).toBe(`${checksums.get(key)} image/png`);
      for (const [at, one] of writers.entries()) {
        one.begun = one.acknowledged = counts[at]!;
        for (const name of times.keys()) if (!has.has(name)) times.delete(name);
      }
    },
  };
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
  await db.tx((tx) =>
    ctx.mail.send(tx, { kind: 'test', to: 'waiting@example.org', subject: 'It waited', paragraphs: [odd] }),
  );
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

/** The tool whose format encrypted backups have. */
const hasAge = spawnSync('age', ['--version']).status === 0;

describe.skipIf(!serverUrl)('a set of backups', () => {
  let world: World;
  let s3: S3Server;
  let source: Record<string, string>;
  let sealed: Record<string, string>;
  const keyFile = newName('.key');
  const databases: OwnDatabase[] = [];
  beforeAll(async () => {
    world = await openWorld({ work: false });
    s3 = await startS3Server(['looproom', 'files-two', 'files-three', 'files-four', 'moved', 'backups']);
    await fill(world);
    await world.ctx.db.rows(sql`DROP TABLE notes_of_the_operator`);
    source = { DATA_DIR: world.ctx.config.dataDir, DATABASE_URL: world.ctx.config.databaseUrl! };
    const identity = await generateIdentity();
    writeFileSync(keyFile, `# public key: ${await identityToRecipient(identity)}\n${identity}\n`);
    sealed = { BACKUP_RECIPIENTS: await identityToRecipient(identity) };
  });
  afterAll(async () => {
    for (const { drop } of databases) await drop();
    await world.close();
    await s3.close();
  });
  const done = async (words: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> => {
    const { code, output } = await looproom(words, environment);
    expect(code, output).toBe(0);
    return output;
  };
  /** Checksum and content type of each stored file, by key. */
  const filesOf = async (environment: Readonly<Record<string, string>>): Promise<Record<string, string>> => {
    const store = await openStorage(readConfig({ PORT: '3999', ...environment }));
    const found: Record<string, string> = {};
    for await (const { key } of store.list('')) {
      const { body } = (await store.read(key))!;
      found[key] = `${createHash('sha256')
        .update(await buffer(body))
        .digest('hex')} ${(await store.stat(key))!.contentType}`;
    }
    store.close();
    return found;
  };
  const onServer = async (): Promise<Record<string, string>> => {
    const database = await makeOwnDatabase();
    databases.push(database);
    return { DATA_DIR: newName(), DATABASE_URL: database.url };
  };
  const bucket = (name: string): Record<string, string> => ({ ...s3.environment, S3_BUCKET: name });

  test('goes from every kind of site under writes to another, plain and encrypted, and is the site of one moment', async () => {
    // What it finds old in the world goes before anything is compared.
    await cleanFiles(world.ctx);
    const files = await filesOf(source);
    expect(Object.keys(files).length).toBeGreaterThan(2);
    const keys = ['--identity', keyFile];
    const folder = newName();
    const inBucket = { ...s3.environment, BACKUP_TARGET: 's3://backups/of/site' };
    const writes = makeWrites();
    let from = source;
    for (const [how, target] of [
      ['a plain set in a folder', { ...(await onServer()), ...bucket('looproom') }],
      ['an encrypted set in a bucket', { DATA_DIR: newName() }],
      ['an encrypted archive', { DATA_DIR: newName(), ...bucket('files-two') }],
      ['a plain archive by a pipe', { ...(await onServer()) }],
      ['an encrypted set in a folder', { ...(await onServer()), ...bucket('files-three') }],
      ['a plain set in a bucket', { DATA_DIR: newName() }],
      ['a plain set in a folder', { DATA_DIR: newName(), ...bucket('files-four') }],
      ['an encrypted set in a bucket', { ...(await onServer()) }],
    ] as const) {
      const isSealed = how.includes('encrypted');
      const where = how.includes('bucket')
        ? Object.fromEntries(
            Object.entries(inBucket).map(([name, value]) => [name.replace(/^S3_/, 'BACKUP_S3_'), value]),
          )
        : { BACKUP_TARGET: `${folder}-${isSealed}` };
      const environment = { ...from, ...where, ...(isSealed && sealed) };
      let backup: string = where['BACKUP_TARGET']!;
      const isArchive = how.includes('archive');
      if (isArchive) backup = newName(isSealed ? '.tar.gz.age' : '.tar.gz');
      const { span, rows } = await writes.during(from === source ? world.ctx : from, async () => {
        if (!isArchive) await done(['backup', 'run'], environment);
        else if (isSealed) await done(['backup', backup], environment);
        else await done(['backup', 'run'], { ...environment, BACKUP_TARGET: `| cat > ${backup}` });
      });
      if (how === 'an encrypted archive' && hasAge) {
        // Without this program: by that of everybody.
        const listed = spawnSync('sh', ['-c', 'age -d -i "$0" "$1" | tar -tzf -', keyFile, backup], {
          encoding: 'utf8',
        });
        expect(listed.stdout.split('\n')).toContain('looproom-backup.json');
      }
      if (isSealed)
        expect((await looproom(['restore', backup], { ...where, ...target })).output).toContain('--identity');
      await done(['restore', backup, ...(isSealed ? keys : [])], { ...where, ...target });
      expect(await inSite(target, otherContents), how).toEqual(rows);
      const stored = await filesOf(target);
      expect(Object.fromEntries(Object.entries(stored).filter(([key]) => !isWritten(key))), how).toEqual(files);
      writes.compare(how, span, await inSite(target, readWritten), stored);
      from = target;
    }
  });

  test('files move from the data folder into a bucket and back, while others come and go', async () => {
    const [moving, there] = [await onServer(), { ...bucket('moved') }];
    const inBucket = { ...moving, ...there };
    const [disk, store] = [await openStorage(readConfig({ ...moving })), await openStorage(readConfig(inBucket))];
    const put = (key: string, text: string) => disk.put(key, Buffer.from(text), { contentType: 'text/plain' });
    for (const key of ['a/b', 'a-b', 'z']) await put(key, key);
    expect((await looproom(['move-files', '--to', 's3'], moving)).output).toContain('S3_BUCKET');
    expect(await done(['move-files', '--to', 's3'], inBucket)).toContain('3 of 3 files');
    expect(await filesOf(inBucket)).toEqual(await filesOf(moving));
    await put('new', 'new');
    await sleep(1100);
    await put('z', 'Z');
    await disk.remove('a-b');
    expect(await done(['move-files', '--to', 's3'], inBucket)).toContain('2 of 3 files');
    expect(await done(['move-files', '--to', 's3'], inBucket)).toContain('0 of 3 files');
    // What only the target has stays: the site cleans what no row names.
    expect(await filesOf(inBucket)).toMatchObject(await filesOf(moving));
    await store.put('later', Buffer.from('later'), { contentType: 'text/plain' });
    expect(await done(['move-files', '--to', 'disk'], inBucket)).toContain('of 5 files');
    expect(await filesOf(moving)).toEqual(await filesOf(inBucket));
    disk.close();
    store.close();
  });

  test('a staging copy has another secret and nobody signed in, sends nothing, takes no money and no crawlers', async () => {
    const backup = newName('.tar.gz');
    await done(['backup', backup], source);
    const target = { ...(await onServer()), SMTP_URL: 'smtp://127.0.0.1:9', PUSH_SERVICES: 'push.example' };
    const secret = readFileSync(path.join(source['DATA_DIR']!, 'secret'), 'utf8');
    const same = await looproom(['restore', backup, '--staging'], { ...target, SECRET: secret });
    expect(same.output).toContain('SECRET is that of the original');
    await done(['restore', backup, '--staging'], target);
    const site = await openSite(readConfig({ PORT: '3999', ...target }), pino({ level: 'silent' }), {
      pages: false,
      work: false,
    });
    const { ctx, app } = site;
    try {
      expect(ctx.config).toMatchObject({ isStaging: true, smtpUrl: null, pushServices: [] });
      expect(ctx.config.siteName).toMatch(/ \(staging\)$/);
      expect(ctx.secret).not.toBe(secret);
      expect(await ctx.db.rows(sql`SELECT 1 AS one FROM sessions`)).toEqual([]);
      const robots = await app.inject({ url: '/robots.txt', headers: { host: 'localhost' } });
      expect(robots.headers['x-robots-tag']).toBe('noindex, nofollow');
      expect(robots.body).toBe('User-agent: *\nDisallow: /\n');
    } finally {
      await site.close();
    }
    const live = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };
    expect((await looproom(['account', 'list'], { ...target, ...live })).output).toContain('key of the test mode');
  });

  test('adds only new files, keeps what retention says, and removes what no other backup names', async () => {
    const environment = { ...source, BACKUP_TARGET: newName(), BACKUP_KEEP: '1d 0w 0m' };
    const run = async (): Promise<{ added: { files: number }; removed: { snapshots: number; blobs: number } }> =>
      JSON.parse(await done(['backup', 'run', '--json'], environment)) as never;
    const { ctx } = world;
    const count = Object.keys(await filesOf(source)).length;
    expect((await run()).added.files).toBe(count);
    await ctx.storage.put('gallery/two.bin', new Uint8Array([4, 5]), { contentType: 'image/png' });
    await sleep(1000);
    expect(await run()).toMatchObject({ added: { files: 1 }, removed: { snapshots: 1, blobs: 0 } });
    // Without the index everything is read again, and nothing written.
    rmSync(path.join(source['DATA_DIR']!, 'backup-index'), { recursive: true });
    await ctx.storage.remove('gallery/two.bin');
    await sleep(1000);
    expect(await run()).toMatchObject({ added: { files: 0 }, removed: { snapshots: 1, blobs: 1 } });
    expect((await done(['backup', 'list'], environment)).split('\n')).toHaveLength(1);
    expect(await done(['backup', 'test', environment.BACKUP_TARGET], environment)).toContain('can be restored');
    expect(await lastBackupTest(source['DATA_DIR']!)).not.toBeNull();
  });

  test('is made by the site at its hour, in a process of its own, and what tells about it is for the operator', async () => {
    const environment = { ...source, BACKUP_TARGET: newName(), PORT: '3999' };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const { ctx, app } = world;
    const hour = ctx.clock.now().getUTCHours();
    const at = (backupHour: number) => ({
      ...ctx,
      config: { ...ctx.config, backups: { ...ctx.config.backups, hour: backupHour } },
    });
    const madeBefore = (hours: number): Promise<void> =>
      markBackup(source['DATA_DIR']!, { at: new Date(Date.now() - hours * 3_600_000).toISOString(), bytes: 1 });
    await madeBefore(24);
    await backupJob.run(at((hour + 1) % 24), {});
    expect(existsSync(environment.BACKUP_TARGET)).toBe(false);
    // The site was stopped at its hour.
    await madeBefore(26);
    await backupJob.run(at((hour + 1) % 24), {});
    expect((await done(['backup', 'list'], environment)).split('\n')).toHaveLength(1);
    vi.stubEnv('BACKUP_TARGET', '| exit 4');
    await expect(backupJob.run(at(hour), {})).rejects.toThrow('ended with 4');
    const made = (await lastBackup(source['DATA_DIR']!))!.at;
    const read = async (headers: Record<string, string>): Promise<unknown> =>
      (await app.inject({ url: '/readyz?verbose', headers })).json();
    expect(await read({})).toMatchObject({ status: 'ready', backup: { madeAt: made } });
    expect(await read({ 'x-forwarded-for': '203.0.113.5' })).not.toHaveProperty('backup');
  });

  test('is restored by the site for a test as often as the settings say, and what is found is written down', async () => {
    const environment: Record<string, string> = { ...source, BACKUP_TARGET: newName() };
    await done(['backup', 'run'], environment);
    const { ctx, app } = world;
    const dataDir = source['DATA_DIR']!;
    const [target, hour] = [
      { kind: 'folder', folder: environment['BACKUP_TARGET']! } as const,
      ctx.clock.now().getUTCHours(),
    ];
    const backups = { ...ctx.config.backups, target, hour: (hour + 22) % 24, recipients: [] as string[] };
    const run = (more: Partial<BackupSettings> = {}): Promise<unknown> | void =>
      restoreTestJob.run({ ...ctx, config: { ...ctx.config, backups: { ...backups, ...more } } }, {});
    const ago = (days: number, outcome: BackupTrial['outcome']): Promise<void> =>
      markBackupTrial(dataDir, { at: new Date(Date.now() - days * 86_400_000).toISOString(), outcome, text: 'before' });
    const outcome = async (): Promise<string> => {
      const last = await lastBackupTrial(dataDir);
      return last === null ? 'none' : last.text === 'before' ? 'not run' : `${last.outcome}: ${last.text}`;
    };
    for (const [name, value] of Object.entries({ ...environment, PORT: '3999' })) vi.stubEnv(name, value);

    const command = { kind: 'command', command: 'cat' } as const;
    for (const [setting, before, more, expected] of [
      ['off', [40, 'passed'], {}, 'not run'],
      ['off', [40, 'impossible'], {}, 'none'],
      ['weekly', [40, 'impossible'], { target: null }, 'none'],
      ['weekly', [6, 'passed'], {}, 'not run'],
      ['monthly', [29, 'passed'], {}, 'not run'],
      ['weekly', [8, 'passed'], { hour: (hour + 1) % 24 }, 'not run'],
      [
        'weekly',
        [8, 'passed'],
        { recipients: ['age1x'] },
        'impossible: The backups are encrypted, and their private key is not on this machine',
      ],
      ['weekly', [8, 'passed'], { target: command }, 'impossible: BACKUP_TARGET is a command'],
      ['monthly', [0.2, 'impossible'], {}, 'not run'],
      ['monthly', [33, 'passed'], { target: command, hour: (hour + 1) % 24 }, 'impossible: BACKUP_TARGET'],
      ['monthly', [1, 'failed'], {}, 'passed: The backup of'],
    ] as const) {
      await ago(before[0], before[1]);
      await setSiteSetting(ctx, 'restoreTest', setting);
      await run(more);
      expect(await outcome(), `${setting} ${expected}`).toContain(expected);
    }
    expect(partsIn(dataDir)).not.toContain('backup-test');
    const verbose = async () =>
      (await app.inject({ url: '/readyz?verbose' })).json<{
        warnings?: string[];
        backup: { lastTest: { outcome: string } };
        checklist: { key: string; isDone: boolean; text: string }[];
      }>();
    expect(await verbose()).toMatchObject({ backup: { lastTest: { outcome: 'passed' } } });
    expect((await verbose()).checklist.find(({ key }) => key === 'backup')).toMatchObject({ isDone: true });
    const foreign = await app.inject({ url: '/readyz?verbose', headers: { 'x-forwarded-for': '203.0.113.5' } });
    expect(Object.keys(foreign.json())).not.toContain('checklist');

    const blobs = readdirSync(path.join(target.folder, 'blobs'), { recursive: true, withFileTypes: true });
    const blob = blobs.find((entry) => entry.isFile() && !entry.name.endsWith('.meta'))!;
    const file = path.join(blob.parentPath, blob.name);
    const content = readFileSync(file);
    writeFileSync(file, Buffer.concat([content, Buffer.from('x')]));
    await ago(40, 'passed');
    await run();
    expect(await outcome()).toMatch(/^failed: .* is damaged/);
    expect((await verbose()).checklist.find(({ key }) => key === 'backup')).toMatchObject({
      isDone: false,
      text: expect.stringContaining('is damaged'),
    });

    // What a killed test has left is no verdict, and goes with the next.
    writeFileSync(file, content);
    const scratch = path.join(dataDir, 'backup-test');
    mkdirSync(path.join(scratch, 'data'), { recursive: true });
    writeFileSync(path.join(scratch, 'process'), String(process.ppid));
    expect((await looproom(['backup', 'test', target.folder], environment)).output).toContain('under way by process');
    expect(await outcome()).toMatch(/^failed/);
    writeFileSync(path.join(scratch, 'process'), '999999999');
    await done(['backup', 'test', target.folder], environment);
    expect(await outcome()).toMatch(/^passed/);
    expect(existsSync(scratch)).toBe(false);
  });

  test('says what is wrong with it', async () => {
    const environment = { ...source, BACKUP_TARGET: newName(), ...sealed };
    await done(['backup', 'run'], environment);
    const folder = environment.BACKUP_TARGET;
    const other = newName('.key');
    writeFileSync(other, `${await generateIdentity()}\n`);
    const said = async (words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> => {
      const { code, output } = await looproom(words, { ...environment, ...more });
      expect(code).not.toBe(0);
      return output;
    };
    expect(await said(['backup', 'test', folder])).toContain('Name the file with its private key');
    expect(await said(['backup', 'test', folder, '--identity', other])).toContain('encrypted for another key');
    expect(await said(['backup', 'test', folder, '--identity', keyFile, '--snapshot', 'x'])).toContain(
      'no backup of x',
    );
    expect(await said(['backup', 'run'], { BACKUP_TARGET: '' })).toContain('BACKUP_TARGET is not set');
    expect(await said(['backup', 'run'], { BACKUP_TARGET: '| exit 3' })).toContain('ended with 3');
    expect(await said(['backup', 'run'], { BACKUP_TARGET: path.join(source['DATA_DIR']!, 'x') })).toContain(
      'lost with it',
    );
    expect(await said(['backup', 'run'], { BACKUP_RECIPIENTS: 'AGE-SECRET-KEY-1X' })).toContain('belongs on no server');
    const blobs = readdirSync(path.join(folder, 'blobs'), { recursive: true, withFileTypes: true });
    const blob = blobs.find((entry) => entry.isFile() && entry.name.endsWith('.age'))!;
    const file = path.join(blob.parentPath, blob.name);
    const bytes = readFileSync(file);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(file, bytes);
    expect(await said(['backup', 'test', folder, '--identity', keyFile])).toContain('is damaged');
    rmSync(file);
    expect(await said(['backup', 'test', folder, '--identity', keyFile])).toContain('is not in the set of backups');
  });

  test('keeps the files that its rows name, whatever is cleaned up meanwhile, and is the only one', async () => {
    const { ctx } = world;
    const [row] = await ctx.db.rows<{ id: string; key: string }>(sql`SELECT id, key FROM files LIMIT 1`);
    const client = new pg.Client({ connectionString: source['DATABASE_URL']! });
    await client.connect();
    await client.query(`SELECT pg_advisory_lock(hashtextextended('looproom backup', 0))`);
    await ctx.db.rows(sql`UPDATE files SET state = 'removed', removed_at = now() WHERE id = ${row!.id}`);
    await cleanFiles(ctx);
    expect(await ctx.storage.stat(row!.key)).not.toBeNull();
    expect((await looproom(['backup', newName('.tar.gz')], source)).output).toContain('Another backup');
    await client.end();
    await cleanFiles(ctx);
    expect(await ctx.storage.stat(row!.key)).toBeNull();
  });
});

test('retention keeps the newest of each of the last days, weeks and months', () => {
  const snapshots = [
    '2026-09-01',
    '2026-09-30',
    '2026-10-12',
    '2026-10-31',
    '2026-11-02',
    '2026-11-08',
    '2026-11-09',
    '2026-11-10',
  ]
    .map((day) => `${day}T03-00-00`)
    .concat('2026-11-10T09-00-00');
  const daysOf = (daily: number, weekly: number, monthly: number): string[] =>
    [...kept(snapshots, { daily, weekly, monthly })].toSorted();
  expect(daysOf(0, 0, 0)).toEqual(['2026-11-10T09-00-00']);
  expect(daysOf(2, 0, 0)).toEqual(['2026-11-09T03-00-00', '2026-11-10T09-00-00']);
  expect(daysOf(1, 3, 0)).toEqual(['2026-10-31T03-00-00', '2026-11-08T03-00-00', '2026-11-10T09-00-00']);
  expect(daysOf(1, 1, 3)).toEqual(['2026-09-30T03-00-00', '2026-10-31T03-00-00', '2026-11-10T09-00-00']);
});
