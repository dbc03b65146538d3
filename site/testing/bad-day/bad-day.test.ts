import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { packageRoot } from '#platform/server/config.ts';
import { killServer } from '#platform/server/db/child/child-server.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Breaker, makeBreaker } from './breaker.ts';
import { makeTestDatabase } from '../database.ts';
import { expired } from './expired-certificate.ts';
import { type TestMailServer, startMailServer } from '../mail-server.ts';
import { type S3Server, startS3Server } from '../s3-server.ts';
import { makeSmallDisk } from '../small-disk.ts';
import { type World, openWorld } from '../world.ts';

/**
 * The bad day: a site as a process of its own meets one fault after the other. Each time the operator reads a sentence,
 * nothing acknowledged is lost, and the site works again by itself when the fault ends. `docs/operating.md` has the same
 * sentences under "The bad day".
 */

const root = packageRoot();
const SECOND = 1000;
const soon = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 45 * SECOND, interval: 200 });

interface Process {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}
const running = new Set<Process>();

/** Runs a script with an environment of its own. */
function run(script: string, words: readonly string[], environment: Readonly<Record<string, string>>): Process {
  const child = spawn(process.execPath, [path.join(root, script), ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const one = { child, said: () => said, ended };
  running.add(one);
  void ended.then(() => running.delete(one));
  return one;
}

/** Starts a site. @returns its address, when it listens */
async function startSite(environment: Readonly<Record<string, string>>): Promise<Process & { address: string }> {
  const site = run('site/testing/site-child.ts', [], { PORT: '0', LOG_LEVEL: 'info', ...environment });
  await soon(() => expect(site.child.exitCode !== null || /^http:\S+$/m.test(site.said())).toBe(true));
  const [address] = /^http:\S+$/m.exec(site.said()) ?? [];
  if (address === undefined) throw new Error(`The site did not start: ${site.said()}`);
  return { ...site, address };
}

const looproom = async (words: readonly string[], environment: Readonly<Record<string, string>>) => {
  const command = run('scripts/looproom.ts', words, { PORT: '3999', ...environment });
  return { exit: await command.ended, said: command.said() };
};

let world: World;
/** Several, for nobody may post often. */
let authors: FixtureMember[];
let [database, storage, mail] = [] as unknown as [Breaker, Breaker, Breaker];
let s3: S3Server;
let smtp: TestMailServer;
let site: Process & { address: string };
let environment: Record<string, string>;
const acknowledged: string[] = [];

const urlThrough = (breaker: Breaker): string => {
  const url = new URL(world.ctx.config.databaseUrl!);
  url.port = String(breaker.port);
  return url.href;
};

beforeAll(async () => {
  world = await openWorld({ work: false });
  authors = await Promise.all(Array.from({ length: 20 }, () => world.member()));
  [s3, smtp] = [await startS3Server(), await startMailServer()];
  database = await makeBreaker(Number(new URL(world.ctx.config.databaseUrl!).port || 5432));
  storage = await makeBreaker(Number(new URL(s3.settings.endpoint!).port));
  mail = await makeBreaker(Number(new URL(smtp.url).port));
  environment = {
    DATA_DIR: world.ctx.config.dataDir,
    DATABASE_URL: urlThrough(database),
    RATE_LIMITS: 'off',
    MEDIA_WORKERS: '0',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    ...s3.environment,
    S3_ENDPOINT: `http://127.0.0.1:${storage.port}`,
    SITE_URL: 'http://localhost:3999',
  };
  site = await startSite(environment);
});
afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  await s3?.close();
  await smtp?.close();
  for (const breaker of [database, storage, mail]) await breaker?.cut();
  await world?.close();
});

/** A text that is like no other. */
const words = (): string =>
  Array.from({ length: 20 }, () =>
    randomBytes(4)
      .toString('hex')
      .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!),
  ).join(' ');

/** Writes a post; its id is kept when the site has acknowledged it. */
async function write(
  address = site.address,
  as = authors[acknowledged.length % authors.length]!,
  kept = acknowledged,
): Promise<{ status: number; detail: string }> {
  const body = { title: words().slice(0, 40), content: words(), category: 'music', submitId: randomUUID() };
  const answer = await fetch(`${address}/api/v1/forum/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: as.cookie },
    body: JSON.stringify(body),
  });
  const said = (await answer.json()) as { id?: string; detail?: string };
  if (answer.ok) kept.push(said.id!);
  return { status: answer.status, detail: said.detail ?? '' };
}

const ready = async (address = site.address): Promise<{ status: string; warnings?: string[] }> =>
  (await (await fetch(`${address}/readyz`)).json()) as { status: string };

/** The site takes writes, and every acknowledged one is there once. */
async function expectWhole(): Promise<void> {
  await soon(async () => expect(await write()).toMatchObject({ status: 200 }));
  const rows = await world.ctx.db.rows(sql`SELECT id FROM forum_posts WHERE id = ANY(${acknowledged}::uuid[])`);
  expect(rows).toHaveLength(acknowledged.length);
}

/** Lines of the log that have a text, as they are. */
const logged = (text: string): string[] =>
  site
    .said()
    .split('\n')
    .filter((line) => line.includes(text));

describe('a service is away', () => {
  let email = '';
  beforeAll(async () => {
    site.child.kill('SIGTERM');
    await site.ended;
    await storage.cut();
    await mail.cut();
    site = await startSite(environment);
  });
  afterAll(async () => {
    for (const breaker of [database, storage, mail]) await breaker.mend();
  });

  test('the file storage and the mail server, from the start on: the site is ready, and says what waits', async () => {
    ({ email } = await world.member());
    const answer = await fetch(`${site.address}/api/v1/auth/reset-request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    expect(answer.status).toBe(200);
    await soon(async () => {
      const rows = await world.ctx.db.rows(sql`SELECT 1 FROM pgboss.job WHERE name = 'mail.send' AND state = 'retry'`);
      expect(rows).toHaveLength(1);
    });
    expect(await ready()).toEqual({
      status: 'ready',
      warnings: [
        'The file storage does not work: files are neither shown nor taken.',
        'The mail server cannot be used: mails wait and are tried again.',
      ],
    });
    expect(logged('The mail server cannot be used')).toHaveLength(1);
    expect(logged('the file storage cannot be used')).toHaveLength(1);
    await expectWhole();
    await storage.mend();
    await mail.mend();
    // Half a minute passes.
    await world.ctx.db.rows(
      sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'mail.send' AND state = 'retry'`,
    );
    await soon(() => expect(smtp.taken).toEqual([email]));
  });

  test('the database', async () => {
    await expectWhole();
    await database.cut();
    await soon(async () =>
      expect(await write()).toEqual({
        status: 503,
        detail: 'The site cannot be used at the moment. Please try again in a moment.',
      }),
    );
    expect(await ready()).toEqual({ status: 'database unavailable' });
    await soon(() => expect(logged('the database cannot be used')).toHaveLength(1));
    const typed = await looproom(['account', 'list'], environment);
    expect(typed).toMatchObject({ exit: 1, said: expect.stringMatching(/^The database .* [^\n]*\.\n$/) });
    await database.mend();
    await expectWhole();
    await soon(() => expect(logged('the database can be used again')).toHaveLength(1));
  });

  test('all of them are used again', async () => {
    await soon(async () => expect(await ready()).toEqual({ status: 'ready' }));
    expect(logged('the mail server can be used again')).toHaveLength(1);
    await soon(() => expect(logged('the file storage can be used again')).toHaveLength(1));
    await expectWhole();
  });
});

test('a database that was set to read-only is not called a full disk', async () => {
  const [row] = await world.ctx.db.rows<{ name: string }>(sql`SELECT current_database() AS name`);
  const set = async (value: string): Promise<void> => {
    const client = await world.ctx.db.pool.connect();
    await client.query('SET default_transaction_read_only = off');
    await client.query(`ALTER DATABASE "${row!.name}" SET default_transaction_read_only = ${value}`);
    client.release();
    await database.cut();
    await database.mend();
  };
  await set('on');
  await soon(async () =>
    expect(await write()).toEqual({
      status: 503,
      detail: 'The database of the site can only be read at the moment: nothing can be saved.',
    }),
  );
  const typed = await looproom(['setting', 'set', 'sameTextHours', '5'], environment);
  expect(typed).toEqual({
    exit: 1,
    said: expect.stringMatching(/^The database takes no changes: it is a standby, or .*\.\n$/),
  });
  await set('off');
  await expectWhole();
});

describe('a start that is wrong', () => {
  const start = async (more: Readonly<Record<string, string>>) => {
    const main = run('site/server/main.ts', [], { ...environment, PORT: '0', ...more });
    return { exit: await main.ended, said: main.said() };
  };

  test('the secret is another one', async () => {
    const { exit, said } = await start({ SECRET: 'x'.repeat(40) });
    expect(exit).toBe(1);
    expect(said.trim().split('\n').at(-1)).toMatch(
      /^The secret in SECRET is not the one that this database was used with\. /,
    );
    expect(said).not.toContain(' at ');
    await expectWhole();
  });

  test('a migration that was killed half-way left nothing, and the next start makes it whole', async () => {
    const server = process.env['TEST_DATABASE_TEMPLATE'];
    delete process.env['TEST_DATABASE_TEMPLATE'];
    const empty = await makeTestDatabase();
    if (server !== undefined) process.env['TEST_DATABASE_TEMPLATE'] = server;
    const name = new URL(empty.url).pathname.slice(1);
    const folder = path.join(world.ctx.config.dataDir, 'half');
    mkdirSync(folder);
    const own = { DATA_DIR: folder, DATABASE_URL: empty.url, PORT: '0' };
    const first = run('site/testing/site-child.ts', [], { ...own, LOG_LEVEL: 'info' });
    const busy = (): Promise<{ query: string }[]> =>
      world.ctx.db.rows(sql`
        SELECT query FROM pg_stat_activity WHERE datname = ${name} AND query ~* 'create table|create index' AND state = 'active'`);
    await vi.waitFor(async () => expect(await busy()).not.toEqual([]), { timeout: 60 * SECOND, interval: 2 });
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await startSite(own);
    expect(second.said()).toContain('database brought forward');
    expect(await ready(second.address)).toMatchObject({ status: 'ready' });
    second.child.kill('SIGTERM');
    await second.ended;
    await empty.drop();
  });
});

test('the certificate of the mail server has ended', async () => {
  const server = createTlsServer(expired, (socket) => socket.on('error', () => {}).write('220 test\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const authority = path.join(world.ctx.config.dataDir, 'authority.pem');
  writeFileSync(authority, expired.cert);
  const { port } = server.address() as { port: number };
  const own = { ...environment, SMTP_URL: `smtps://localhost:${port}`, NODE_EXTRA_CA_CERTS: authority };
  try {
    const { exit, said } = await looproom(['doctor', '--json'], own);
    expect(exit).toBe(1);
    const { checks } = JSON.parse(said) as { checks: { name: string; findings: object[] }[] };
    expect(checks.find(({ name }) => name === 'mail')?.findings).toEqual([
      {
        level: 'problem',
        text: `The mail server localhost:${port} cannot be used: certificate has expired.`,
        remedy:
          'Renew the certificate on the mail server, and restart that; see that the clock of this machine is right.',
      },
    ]);
    const second = await startSite(own);
    await soon(async () =>
      expect((await ready(second.address)).warnings).toEqual([
        'The mail server cannot be used: mails wait and are tried again.',
      ]),
    );
    expect(second.said()).toContain('"reason":"certificate has expired"');
    second.child.kill('SIGTERM');
    await second.ended;
  } finally {
    server.close();
  }
});

test('the clock is an hour wrong', async () => {
  const wrong = `data:text/javascript,const now = Date.now, Real = Date; globalThis.Date = class extends Real { constructor(...parts) { parts.length > 0 ? super(...parts) : super(now() + 3600000); } static now() { return now() + 3600000; } };`;
  const { said } = await looproom(['doctor', '--json'], {
    ...environment,
    NODE_OPTIONS: `--import=${encodeURI(wrong)}`,
  });
  const { checks } = JSON.parse(said) as { checks: { name: string; findings: { text: string; remedy: string }[] }[] };
  const [finding] = checks.find(({ name }) => name === 'clock')!.findings;
  expect(finding).toMatchObject({
    text: expect.stringMatching(
      /^The clock of this machine is 3(?:599|60\d) s ahead of that of the database server: .*\.$/,
    ),
    remedy: expect.stringContaining('timedatectl set-ntp true'),
  });
  await expectWhole();
});

test('a backup was killed: what is left of it is refused, and the next one is whole', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'looproom-bad-day-'));
  const started = run('scripts/looproom.ts', ['backup', path.join(folder, 'killed.tar.gz')], {
    ...environment,
    PORT: '3999',
  });
  await vi.waitFor(() => expect(readdirSync(folder)).not.toEqual([]), { timeout: 60 * SECOND, interval: 1 });
  started.child.kill('SIGKILL');
  await started.ended;
  await expectWhole();
  expect(existsSync(path.join(folder, 'killed.tar.gz'))).toBe(false);
  const [left] = readdirSync(folder);
  const refused = await looproom(['restore', path.join(folder, left!)], {
    ...environment,
    DATA_DIR: path.join(folder, 'new'),
  });
  expect(refused).toMatchObject({ exit: 1, said: expect.stringMatching(/^[A-Z/][^\n]*\.\n$/) });
  const again = await looproom(['backup', path.join(folder, 'whole.tar.gz')], environment);
  expect(again).toMatchObject({ exit: 0 });
  rmSync(folder, { recursive: true });
});

const trial = makeSmallDisk(1);
trial?.remove();
// Only root may mount a small disk.
test.skipIf(trial === null)('the disk is full', async () => {
  const disk = makeSmallDisk(700)!;
  const data = path.join(disk.folder, 'data');
  mkdirSync(data);
  const own = await startSite({ DATA_DIR: data, PORT: '0', RATE_LIMITS: 'off', MEDIA_WORKERS: '0' });
  try {
    const made = await looproom(['account', 'create', 'ada@example.org', '--role', 'admin', '--json'], {
      DATA_DIR: data,
    });
    const { password } = JSON.parse(made.said) as { password: string };
    const signIn = await fetch(`${own.address}/api/v1/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', password }),
    });
    const cookie = signIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0]!)
      .join('; ');
    const ada = { cookie } as FixtureMember;
    const kept: string[] = [];
    expect(await write(own.address, ada, kept)).toMatchObject({ status: 200 });
    const makeRoom = disk.fill();
    await soon(async () => expect(await ready(own.address)).toMatchObject({ status: 'read-only: the disk is full' }));
    expect(await write(own.address, ada, kept)).toEqual({
      status: 503,
      detail: 'The disk of the site is full: nothing can be saved at the moment. What is there can be read.',
    });
    const refused = await looproom(['setting', 'set', 'sameTextHours', '5'], { DATA_DIR: data });
    expect(refused).toEqual({ exit: 1, said: expect.stringMatching(/^The disk of .* is full.*\.\n$/) });
    makeRoom();
    await soon(async () => expect(await write(own.address, ada, kept)).toMatchObject({ status: 200 }));
    expect(await ready(own.address)).toEqual({ status: 'ready' });
    for (const id of kept) expect((await fetch(`${own.address}/api/v1/forum/posts/${id}`)).status).toBe(200);
  } finally {
    own.child.kill('SIGTERM');
    await own.ended;
    await killServer(path.join(data, 'postgres'));
    disk.remove();
  }
});
