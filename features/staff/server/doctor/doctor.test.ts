import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFile } from '#content/media/server/fixtures.ts';
import { type Config, packageRoot, readConfig } from '#platform/server/config.ts';
import { freePort } from '#platform/server/free-port.ts';
import { markBackup, markBackupTest, markBackupTrial } from '#platform/server/backups/backup-mark.ts';
import { sql } from '#platform/server/db/database.ts';
import { makeS3Storage } from '#platform/server/storage/s3.ts';
import { type Site, openSite } from '#site/server/site.ts';
import { type TestMailServer, startMailServer } from '#site/testing/mail-server.ts';
import { findNginx, startNginx } from '#site/testing/nginx.ts';
import { type S3Server, startS3Server } from '#site/testing/s3-server.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { type Examination, type Examined, examine } from './check.ts';
import { checks, examineAll } from './doctor.ts';
import { type Asked, type Tools, machineTools } from './tools.ts';

let world: World;
let mail: TestMailServer;
let s3: S3Server;
const scratch = mkdtempSync(path.join(tmpdir(), 'looproom-doctor-'));
beforeAll(async () => {
  [mail, s3] = await Promise.all([startMailServer(), startS3Server()]);
  world = await openWorld({
    work: false,
    environment: { SITE_URL: 'https://loop.example', TRUSTED_PROXY: '10.9.9.9', SMTP_URL: mail.url },
  });
  await markBackup(world.ctx.config.dataDir, { at: new Date().toISOString(), bytes: 5 });
  await markBackupTest(world.ctx.config.dataDir, { at: new Date().toISOString(), of: new Date().toISOString() });
});
afterAll(async () => {
  await world.close();
  await Promise.all([mail.close(), s3.close()]);
  rmSync(scratch, { recursive: true, force: true });
});

const DAY_MS = 86_400_000;
const trusted = { fault: null, validTo: new Date(Date.now() + 60 * DAY_MS) };

/** A proxy that passes a request on to the site; with what it does wrong. */
const proxied =
  (wrong: { peer?: string; headers?: Record<string, string>; tls?: Asked['tls']; date?: Date } = {}): Tools['ask'] =>
  async (url, headers) => {
    const { pathname, host } = new URL(url);
    const answer = await world.app.inject({
      method: 'GET',
      url: pathname,
      remoteAddress: wrong.peer ?? '10.9.9.9',
      headers: { host, ...(wrong.headers ?? { 'x-forwarded-for': '203.0.113.7' }), ...headers },
    });
    const date = (wrong.date ?? new Date()).toUTCString();
    const tls = wrong.tls === undefined ? trusted : wrong.tls;
    return {
      status: answer.statusCode,
      headers: { ...answer.headers, date } as Asked['headers'],
      body: answer.body,
      tls,
    };
  };

const answering =
  (status: number, body = ''): Tools['ask'] =>
  async () => ({ status, headers: {}, body, tls: trusted });

const dns: Readonly<Record<string, readonly string[]>> = {
  'mail.org': ['v=spf1 mx ~all', 'other=1'],
  '_domainkey.mail.org': [],
  '_dmarc.mail.org': ['v=DMARC1; p=none'],
};
/** DNS with other records; null: the name is not there. */
const records =
  (other: Readonly<Record<string, readonly string[] | null>> = {}): Tools['txt'] =>
  async (name) => {
    const found = { ...dns, ...other }[name];
    if (found === undefined || found === null || found.length === 0)
      throw Object.assign(new Error(`queryTxt ${name}`), { code: found?.length === 0 ? 'ENODATA' : 'ENOTFOUND' });
    return [...found];
  };

const programs =
  (other: { version?: string; encoders?: string; filters?: string; audit?: object } = {}): Tools['output'] =>
  async (program, args) => {
    if (program === 'npm') return JSON.stringify(other.audit ?? { metadata: {}, vulnerabilities: {} });
    if (args.includes('-version')) return `ffmpeg version ${other.version ?? '5.1.6'} Copyright`;
    if (args.includes('-encoders')) return other.encoders ?? ' V..... libx264 H.264\n A..... aac AAC';
    return other.filters ?? ' .. zscale V->V resize';
  };

const room = { free: 5e10, total: 1e11, inodes: { free: 900, total: 1000 } };

interface Changes {
  readonly tools?: Partial<Tools>;
  readonly config?: Partial<Config>;
  readonly site?: Partial<Examined>;
  /** Breaks something. @returns what mends it */
  readonly fault?: () => Promise<() => unknown>;
}

function siteWith({ tools, config, site }: Changes = {}): Examined {
  const { ctx } = world;
  const own = { ...ctx.config, mailFrom: 'Site <hello@mail.org>', port: 0, ...config };
  return {
    config: own,
    siteUrl: own.siteUrl!,
    now: () => new Date(),
    db: ctx.db,
    databaseFault: null,
    storage: ctx.storage,
    hasOtherBackups: false,
    patienceMs: 20_000,
    tools: {
      ...machineTools,
      nodeVersion: '26.1.0',
      room: async () => room,
      txt: records(),
      ask: proxied(),
      socket: async () => {},
      decoder: () => ({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }),
      output: programs(),
      ...tools,
    },
    ...site,
  };
}

const statement = async (text: string): Promise<void> => {
  await world.ctx.db.pool.query(text);
};
const undoing = (forth: string, back: string) => async () => {
  await statement(forth);
  return () => statement(back);
};
const dataFile = (name: string) => path.join(world.ctx.config.dataDir, name);
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** Listens where the site would. */
async function listening(): Promise<{ port: number; stop(): void }> {
  const [port, server] = [await freePort(), createServer((socket) => socket.destroy())];
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port, stop: () => void server.close() };
}

type Fault = Changes & { readonly finds: RegExp; readonly mends: RegExp; readonly name?: string };

/** Every check: what it says of a site without faults, and what it finds of each fault. */
const table: Readonly<
  Record<string, { fine: RegExp; skipped?: true; with?: () => Changes; faults: () => readonly Fault[] }>
> = {
  node: {
    fine: /^Node 26/,
    faults: () => [{ tools: { nodeVersion: '20.19.0' }, finds: /This is Node 20/, mends: /npm ci/ }],
  },
  disk: {
    fine: /GB are free/,
    faults: () => [
      { tools: { room: async () => ({ ...room, free: 1e8 }) }, finds: /uploads are refused/, mends: /du -xh/ },
      { tools: { room: async () => ({ ...room, free: 8e9 }) }, finds: /less than a tenth/, mends: /du -xh/ },
      {
        tools: { room: async () => ({ ...room, inodes: { free: 3, total: 1000 } }) },
        finds: /3 of 1000 inodes/,
        mends: /df -i/,
      },
    ],
  },
  folders: {
    fine: /can be written to/,
    faults: () => [
      { tools: { uid: 4711 }, finds: /belong to another user than 4711/, mends: /chown -R 4711 / },
      {
        fault: async () => {
          chmodSync(dataFile('secret'), 0o644);
          return () => chmodSync(dataFile('secret'), 0o600);
        },
        finds: /may read secret/,
        mends: /chmod o-rwx .*secret/,
      },
      {
        fault: async () => {
          writeFileSync(path.join(scratch, 'file'), '');
          return () => rmSync(path.join(scratch, 'file'));
        },
        config: { dataDir: path.join(scratch, 'file') },
        finds: /which is a file/,
        mends: /DATA_DIR/,
      },
    ],
  },
  secret: {
    fine: /that of the database/,
    with: () => ({ config: { secret: world.ctx.secret } }),
    faults: () => [
      {
        config: { secret: 'another'.repeat(8) },
        finds: /not the one that this database/,
        mends: /secret replace --yes/,
      },
      {
        fault: async () => {
          mkdirSync(path.join(scratch, 'cut'));
          writeFileSync(path.join(scratch, 'cut/secret'), 'short');
          return () => {};
        },
        config: { secret: null, dataDir: path.join(scratch, 'cut') },
        finds: /is damaged/,
        mends: /backup/,
      },
    ],
  },
  ffmpeg: {
    fine: /^ffmpeg 5\.1/,
    faults: () => [
      { tools: { decoder: () => null }, finds: /not in the search path/, mends: /apt-get install ffmpeg/ },
      { tools: { output: programs({ version: '4.1.3' }) }, finds: /ffmpeg is 4\.1/, mends: /newer/ },
      { tools: { output: programs({ encoders: ' A..... aac AAC' }) }, finds: /without libx264/, mends: /ffmpeg/ },
      { tools: { output: programs({ filters: '' }) }, finds: /no zscale/, mends: /zimg/ },
      { config: { heicCommand: '/nowhere/heif' }, finds: /HEIC_COMMAND names/, mends: /HEIC_COMMAND/ },
    ],
  },
  jobs: {
    fine: /None/,
    faults: () => [
      {
        fault: undoing(
          `INSERT INTO pgboss.job (name, data, source_name) VALUES ('dead', '{}', 'test.broken')`,
          `DELETE FROM pgboss.job WHERE name = 'dead'`,
        ),
        finds: /1 jobs failed for good \(test\.broken\)/,
        mends: /job retry/,
      },
      {
        fault: undoing(
          `INSERT INTO pgboss.job (name, data, created_on, start_after) VALUES ('mail.send', '{}', now() - interval '2 hours', now() - interval '2 hours')`,
          `DELETE FROM pgboss.job WHERE name = 'mail.send'`,
        ),
        finds: /more than an hour: mail\.send/,
        mends: /Start the site/,
      },
    ],
  },
  advisories: {
    fine: /None is known/,
    faults: () => [
      {
        tools: {
          output: programs({
            audit: { metadata: {}, vulnerabilities: { oxlint: { severity: 'high' }, sharp: { severity: 'high' } } },
          }),
        },
        finds: /advisories about sharp/,
        mends: /newest version/,
      },
    ],
  },
  database: {
    fine: /^PostgreSQL \d/,
    faults: () => [
      { site: { db: null, databaseFault: 'It refuses.' }, finds: /It refuses/, mends: /DATABASE_URL/ },
      {
        fault: undoing(
          `INSERT INTO schema_migrations (name, hash) VALUES ('9999_later.sql', 'x')`,
          `DELETE FROM schema_migrations WHERE name = '9999_later.sql'`,
        ),
        finds: /newer version \(9999_later/,
        mends: /that version/,
      },
    ],
  },
  extensions: {
    fine: /pg_trgm is there/,
    faults: () => [
      {
        fault: undoing(
          `UPDATE pg_extension SET extname = 'hidden' WHERE extname = 'pg_trgm'`,
          `UPDATE pg_extension SET extname = 'pg_trgm' WHERE extname = 'hidden'`,
        ),
        finds: /pg_trgm is missing/,
        mends: /CREATE EXTENSION pg_trgm/,
      },
    ],
  },
  collation: {
    fine: /UTF8/,
    faults: () => [
      {
        fault: async () => {
          const before = await world.ctx.db.rows<{ version: string | null }>(
            sql`SELECT datcollversion AS version FROM pg_database WHERE datname = current_database()`,
          );
          const set = (version: string | null) =>
            world.ctx.db.pool.query('UPDATE pg_database SET datcollversion = $1 WHERE datname = current_database()', [
              version,
            ]);
          await set('1.0-old');
          return () => set(before[0]!.version);
        },
        finds: /made with 1\.0-old/,
        mends: /REINDEX DATABASE/,
      },
    ],
  },
  connections: {
    fine: /are in use/,
    faults: () => [{ config: { databasePool: 100_000 }, finds: /DATABASE_POOL is/, mends: /DATABASE_POOL to/ }],
  },
  bloat: {
    fine: /No table/,
    faults: () => [
      {
        fault: async () => {
          await statement('CREATE TABLE bloated (n int) WITH (autovacuum_enabled = off)');
          await statement('INSERT INTO bloated SELECT generate_series(1, 20000)');
          await statement('DELETE FROM bloated');
          await statement(`SELECT pg_stat_force_next_flush()`);
          await expect
            .poll(
              async () =>
                (
                  await world.ctx.db.rows(
                    sql`SELECT 1 FROM pg_stat_user_tables WHERE relname = 'bloated' AND n_dead_tup > 10000`,
                  )
                ).length,
              { timeout: 30_000 },
            )
            .toBe(1);
          return () => statement('DROP TABLE bloated');
        },
        finds: /public\.bloated has \d+ dead rows/,
        mends: /VACUUM \(ANALYZE\) public\.bloated/,
      },
    ],
  },
  indexes: {
    fine: /Every index is valid/,
    faults: () => [
      {
        fault: undoing(
          `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'files_owner_idx'::regclass`,
          `UPDATE pg_index SET indisvalid = true WHERE indexrelid = 'files_owner_idx'::regclass`,
        ),
        finds: /public\.files_owner_idx is invalid/,
        mends: /REINDEX INDEX CONCURRENTLY public\.files_owner_idx/,
      },
    ],
  },
  amcheck: {
    fine: /All \d+ indexes are whole/,
    faults: () => [
      {
        // As after a change of the collation: the order of the operator class is another one than that of the index.
        fault: async () => {
          const order = (by: string) =>
            `CREATE OR REPLACE FUNCTION turned(int4, int4) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT ${by}'`;
          await statement(order('btint4cmp($1, $2)'));
          await statement(
            'CREATE OPERATOR CLASS turned_ops FOR TYPE int4 USING btree AS OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 turned(int4, int4)',
          );
          await statement('CREATE TABLE turning (n int4)');
          await statement('INSERT INTO turning SELECT generate_series(1, 10)');
          await statement('CREATE INDEX turning_idx ON turning (n turned_ops)');
          await statement(order('btint4cmp($2, $1)'));
          return async () => {
            await statement('DROP TABLE turning');
            await statement('DROP OPERATOR CLASS turned_ops USING btree');
            await statement('DROP FUNCTION turned');
          };
        },
        finds: /public\.turning_idx is damaged/,
        mends: /REINDEX INDEX CONCURRENTLY public\.turning_idx/,
      },
    ],
  },
  storage: {
    fine: /written, read and removed/,
    faults: () => [
      {
        config: { s3: { ...s3.settings, bucket: 'nowhere' } },
        site: { storage: makeS3Storage({ ...s3.settings, bucket: 'nowhere' }) },
        finds: /bucket does not exist/,
        mends: /S3_BUCKET/,
      },
      {
        name: 'a bucket that everybody reads',
        config: { s3: s3.settings },
        site: { storage: makeS3Storage(s3.settings) },
        tools: { ask: machineTools.ask },
        finds: /Everybody can read the bucket looproom/,
        mends: /public access/,
      },
      {
        name: 'a store that refuses to remove',
        site: { storage: { ...world.ctx.storage, remove: () => Promise.reject(new Error('Access Denied')) } },
        finds: /cannot be removed: Access Denied/,
        mends: /chown/,
      },
    ],
  },
  files: {
    fine: /files are in their places/,
    faults: () => [
      {
        fault: async () => {
          const owner = await world.member();
          const id = await makeFile(world.ctx, owner, wavOf(500), { name: 'loop.wav' });
          const [file] = await world.ctx.db.rows<{ key: string }>(sql`SELECT key FROM files WHERE id = ${id}::uuid`);
          await world.ctx.storage.remove(file!.key);
          return () => statement('DELETE FROM files');
        },
        finds: /1 files that rows name are not in the store/,
        mends: /backup/,
      },
      {
        fault: async () => {
          await world.ctx.storage.put('images/orphan', Buffer.from('x'), { contentType: 'image/png' });
          utimesSync(dataFile('files/images/orphan'), new Date(daysAgo(3)), new Date(daysAgo(3)));
          return () => world.ctx.storage.remove('images/orphan');
        },
        finds: /1 stored files .* images\/orphan/,
        mends: /job run media\.clean-orphans/,
      },
    ],
  },
  backups: {
    fine: /restored for a test/,
    faults: () => [
      { config: { dataDir: scratch }, finds: /no backup yet/, mends: /backup run/ },
      {
        site: { now: () => new Date(Date.now() + 10 * DAY_MS) },
        finds: /The last backup is of/,
        mends: /backup run/,
      },
      {
        fault: async () => {
          await markBackupTest(world.ctx.config.dataDir, { at: daysAgo(100), of: daysAgo(101) });
          return () => markBackupTest(world.ctx.config.dataDir, { at: daysAgo(0), of: daysAgo(0) });
        },
        finds: /restored for a test in the last 90 days/,
        mends: /backup test/,
      },
      ...(['failed', 'impossible'] as const).map((outcome) => ({
        fault: async () => {
          await markBackupTrial(world.ctx.config.dataDir, { at: daysAgo(1), outcome, text: 'A blob is damaged.' });
          return () => markBackupTest(world.ctx.config.dataDir, { at: daysAgo(0), of: daysAgo(0) });
        },
        finds: outcome === 'failed' ? /failed: A blob is damaged/ : /was not possible: A blob is damaged/,
        mends: /backup test/,
      })),
    ],
  },
  mail: {
    fine: /takes mails/,
    faults: () => [
      { config: { smtpUrl: null }, finds: /no mail server/, mends: /SMTP_URL=/ },
      { config: { smtpUrl: 'smtp://127.0.0.1:9' }, finds: /cannot be used/, mends: /firewall/ },
    ],
  },
  'mail-tls': {
    fine: /on this machine/,
    skipped: true,
    faults: () => [
      {
        // Another name of this machine.
        config: { smtpUrl: mail.url.replace('127.0.0.1', '[::ffff:127.0.0.1]') },
        finds: /unencrypted/,
        mends: /smtps:/,
      },
    ],
  },
  spf: {
    fine: /mail\.org has one/,
    faults: () => [
      { tools: { txt: records({ 'mail.org': null }) }, finds: /no SPF record/, mends: /v=spf1/ },
      { tools: { txt: records({ 'mail.org': ['v=spf1 a', 'v=spf1 mx'] }) }, finds: /2 SPF records/, mends: /one TXT/ },
      { tools: { txt: records({ 'mail.org': ['v=spf1 +all'] }) }, finds: /everybody send/, mends: /~all/ },
    ],
  },
  dkim: {
    fine: /has keys/,
    faults: () => [
      {
        tools: { txt: records({ '_domainkey.mail.org': null }) },
        finds: /no DKIM key/,
        mends: /_domainkey\.mail\.org/,
      },
    ],
  },
  dmarc: {
    fine: /has one/,
    faults: () => [
      { tools: { txt: records({ '_dmarc.mail.org': null }) }, finds: /no DMARC record/, mends: /v=DMARC1/ },
    ],
  },
  clock: {
    fine: /agrees with that of the database server and loop\.example/,
    faults: () => [
      {
        tools: { ask: proxied({ date: new Date(Date.now() + 90_000) }) },
        finds: /s behind that of loop\.example/,
        mends: /timedatectl/,
      },
      {
        site: { now: () => new Date(Date.now() + 60_000) },
        finds: /ahead of that of the database server/,
        mends: /timedatectl/,
      },
    ],
  },
  port: {
    fine: /is free/,
    with: () => ({ config: { port: 3998, host: '127.0.0.1' } }),
    faults: () => {
      let server: Awaited<ReturnType<typeof listening>>;
      return [
        {
          fault: async () => {
            server = await listening();
            return server.stop;
          },
          // Read after the fault.
          config: {
            host: '127.0.0.1',
            get port() {
              return server.port;
            },
          },
          tools: { ask: machineTools.ask },
          finds: /in use by another program/,
          mends: /ss -ltnp/,
        },
      ];
    },
  },
  proxy: {
    fine: /https:\/\/loop\.example leads here/,
    faults: () => [
      { tools: { ask: answering(502) }, finds: /does not reach the site/, mends: /proxy_pass/ },
      { tools: { ask: answering(200, 'hello') }, finds: /not as this site/, mends: /SITE_URL/ },
      {
        tools: { ask: proxied({ peer: '10.8.8.8' }) },
        finds: /10\.8\.8\.8 is not trusted/,
        mends: /TRUSTED_PROXY=10\.8\.8\.8/,
      },
      { tools: { ask: proxied({ headers: {} }) }, finds: /does not say who asks/, mends: /X-Forwarded-For/ },
      {
        tools: { ask: proxied({ headers: { host: '10.0.0.2:3000', 'x-forwarded-for': '203.0.113.7' } }) },
        finds: /instead of loop\.example/,
        mends: /Host \$host/,
      },
    ],
  },
  https: {
    fine: /trusted and good for/,
    faults: () => [
      {
        tools: { ask: proxied({ tls: { ...trusted, fault: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }) },
        finds: /do not trust.*SELF_SIGNED/,
        mends: /certbot/,
      },
      {
        tools: { ask: proxied({ tls: { ...trusted, validTo: new Date(Date.now() + 3 * DAY_MS) } }) },
        finds: /ends in [23] days/,
        mends: /certbot renew/,
      },
      { config: { siteUrl: 'http://loop.example' }, finds: /not encrypted/, mends: /SITE_URL=https/ },
    ],
  },
  websocket: {
    fine: /It opens/,
    faults: () => [
      {
        tools: { socket: () => Promise.reject(new Error('Unexpected server response: 400')) },
        finds: /does not open \(Unexpected server response: 400\)/,
        mends: /Upgrade \$http_upgrade/,
      },
    ],
  },
};

test('the table has every check', () => {
  expect(Object.keys(table).toSorted()).toEqual(checks.map(({ name }) => name).toSorted());
});

describe.each(checks)('$name', (check) => {
  const row = table[check.name]!;

  test('finds nothing on a site without faults', async () => {
    const seen = await examine(check, siteWith(row.with?.()));
    expect(seen).toMatchObject({ state: row.skipped ? 'skipped' : 'fine', findings: [] });
    expect(seen.text).toMatch(row.fine);
  });

  test('finds each fault, and says how to mend it', async () => {
    for (const fault of row.faults()) {
      const mend = await fault.fault?.();
      try {
        const { findings, text } = await examine(check, siteWith(fault));
        expect(findings.map((one) => one.text).join('\n') || text, fault.name).toMatch(fault.finds);
        expect(findings.map((one) => one.remedy).join('\n')).toMatch(fault.mends);
      } finally {
        await mend?.();
      }
    }
  });
});

describe('what cannot be looked at is no finding', () => {
  test('a network that does not answer, programs that do not start, a database that is away', async () => {
    const fail = (): Promise<never> => Promise.reject(Object.assign(new Error('no network'), { code: 'ETIMEOUT' }));
    const tools = { ask: fail, socket: fail, txt: fail, output: fail, room: fail };
    const site = siteWith({ tools, site: { db: null, databaseFault: 'away' } });
    const found = await examineAll(site);
    const states = Object.fromEntries(found.map(({ name, state }) => [name, state]));
    for (const name of ['disk', 'ffmpeg', 'advisories', 'spf', 'dkim', 'dmarc', 'proxy', 'https', 'websocket'])
      expect(states[name], name).toBe('unknown');
    for (const name of ['extensions', 'bloat', 'amcheck', 'jobs', 'files']) expect(states[name], name).toBe('skipped');
  });

  test('a check past its time', async () => {
    const check = { name: 'slow', about: 'Slow', timeoutMs: 10, look: () => new Promise<never>(() => {}) };
    expect(await examine(check, siteWith())).toMatchObject({ state: 'unknown', text: 'It took more than 0.01 s.' });
  });
});

test('the panel has the same checks, for admins alone', async () => {
  const { checks: seen } = await world.ok('GET /staff/doctor', {}, await world.member({ admin: true }));
  expect(seen.map(({ name }) => name)).toEqual(checks.map(({ name }) => name));
  expect(seen.find(({ name }) => name === 'database')).toMatchObject({ state: 'fine' });
  await world.refused('GET /staff/doctor', {}, await world.member({ moderator: true }), 'forbidden');
});

test('nobody asks the site what it sees without its secret', async () => {
  const ask = (probe: string) => world.get('/healthz', { headers: { 'x-looproom-probe': probe } });
  for (const probe of ['', 'x', 'x.y', `x.${'y'.repeat(43)}`])
    expect((await ask(probe)).body).toEqual({ status: 'ok' });
});

/** The configuration of nginx that docs/operating.md has, for a certificate and a site of a test. */
function documentedProxy(folder: string, port: number, sitePort: number): string {
  const guide = readFileSync(path.join(packageRoot(), 'docs/operating.md'), 'utf8');
  const block = /^```nginx\n([^]*?)^```$/m.exec(guide)![1]!;
  return (
    block
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('example.org;', 'localhost;')
      .replace('/etc/ssl/example.org.pem', `${folder}/certificate.pem`)
      .replace('/etc/ssl/example.org.key', `${folder}/key.pem`)
      // Not the port of https.
      .replaceAll('Host $host;', 'Host $host:$server_port;')
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${sitePort}`)
  );
}

describe.skipIf(findNginx() === null)('behind a real nginx with TLS, as docs/operating.md configures it', () => {
  /** Mistakes in that file, and which check finds each. */
  const mistakes: Readonly<Record<string, { without: RegExp; finds?: { check: string; text: RegExp } }>> = {
    none: { without: /$^/g },
    'no Host': { without: /.*proxy_set_header Host .*/g, finds: { check: 'proxy', text: /pages answer 421/ } },
    'no Upgrade': { without: /.*proxy_set_header Upgrade .*/g, finds: { check: 'websocket', text: /does not open/ } },
  };

  test.each(Object.entries(mistakes))('%s', { timeout: 60_000 }, async (_name, { without, finds }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'looproom-doctor-'));
    const sitePort = await freePort();
    let site: Site | undefined;
    let environment: Record<string, string> = {};
    const nginx = await startNginx(async ({ folder: place, port }) => {
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
      const files = ['-keyout', `${place}/key.pem`, '-out', `${place}/certificate.pem`];
      const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '90'];
      execFileSync('openssl', ['req', ...kind, ...subject, ...files], { stdio: 'ignore' });
      environment = {
        DATA_DIR: folder,
        PORT: String(sitePort),
        SITE_URL: `https://localhost:${port}`,
        SMTP_URL: 'smtp://127.0.0.1:9',
        TRUSTED_PROXY: '127.0.0.1',
        NODE_EXTRA_CA_CERTS: `${place}/certificate.pem`,
      };
      site = await openSite(readConfig(environment), pino({ level: 'silent' }), { pages: false });
      await site.listen();
      return documentedProxy(place, port, sitePort).replaceAll(without, '');
    });
    try {
      const doctor = spawn(process.execPath, ['scripts/looproom.ts', 'doctor', '--json'], {
        cwd: packageRoot(),
        env: { ...process.env, ...environment, LOG_LEVEL: '' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const answer = (await json(doctor.stdout)) as { checks: Examination[] };
      const seen = answer.checks.filter(({ name }) => ['proxy', 'https', 'websocket'].includes(name));
      expect(seen.length).toBe(3);
      for (const { name, state, findings } of seen) {
        const words = findings.map((one) => one.text).join(' ');
        if (name === finds?.check) expect(words).toMatch(finds.text);
        // Without the host nothing behind it works either.
        else if (finds?.check !== 'proxy') expect(`${name} ${state} ${words}`).toBe(`${name} fine `);
      }
    } finally {
      await nginx.stop();
      await site?.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
