import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { packageRoot } from '#platform/server/config.ts';
import { makeSmallDisk } from '#site/testing/small-disk.ts';
import { ServerPool } from '#platform/server/db/server-pool.ts';
import { type ChildServer, FolderInUseError, killServer, openChildServer, quitServer } from './child-server.ts';
import { readRunning } from './cluster.ts';

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'looproom-child-'));
const opened: ChildServer[] = [];
const children: ChildProcess[] = [];
const folders = new Set<string>();

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of opened.splice(0)) await server.close();
  for (const dir of folders) await killServer(dir);
});
afterAll(() => fs.rmSync(place, { recursive: true, force: true }));

const dirOf = (name: string): string => {
  const dir = path.join(place, name, 'postgres');
  folders.add(dir);
  return dir;
};

async function open(dir: string, role: 'site' | 'command' = 'site', onLost = (): void => {}): Promise<ChildServer> {
  folders.add(dir);
  const log = pino({ level: 'silent' });
  const server = await openChildServer({ dir, role, user: '', connections: 4, log, onLost });
  opened.push(server);
  return server;
}

async function query<T extends object>({ url }: { url: string }, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

const pidOf = (dir: string): number => readRunning(dir)?.pid ?? 0;

/** Another process that has the folder as a site, until it is killed. */
async function openElsewhere(
  dir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ChildProcess & { url: string }> {
  const child = spawn(process.execPath, [path.join(packageRoot(), 'site/testing/child-server-process.ts'), dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  children.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return Object.assign(child, { url: said.toString().trim() });
}

describe('where the folder is', () => {
  const usual = [
    ['a usual path', 'usual'],
    ['blanks, an umlaut, a quote and a comma', 'ein "schöner" Ordner, mit Leerzeichen'],
    ['a path too long for a socket', path.join('long', 'x'.repeat(90), 'y'.repeat(110))],
  ] as const;
  test.for(usual)('in %s a server is made, found again and stopped', async ([, name]) => {
    const dir = dirOf(name);
    const first = await open(dir);
    await query(first, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)');
    expect(await query(first, 'SHOW data_checksums')).toEqual([{ data_checksums: 'on' }]);
    expect(await query(first, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
    const { host } = readRunning(dir)!.address;
    expect(fs.statSync(host).mode & 0o077).toBe(0);
    await first.close();
    expect(pidOf(dir)).toBe(0);
    expect(await query(await open(dir), 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
  });

  test('without sockets, as on Windows, a server listens on loopback with a password', async () => {
    const dir = dirOf('loopback');
    const site = await openElsewhere(dir, { TEST_DATABASE_LOOPBACK: '1' });
    expect(await query(site, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const { username, host } = new URL(site.url);
    await expect(query({ url: `postgres://${username}:wrong@${host}/postgres` }, 'SELECT 1')).rejects.toThrow(
      'password',
    );
    expect(fs.statSync(`${dir}.password`).mode & 0o077).toBe(0);
    // Whoever has the address goes on with it.
    const pid = Number(fs.readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // To 0 a signal would go to this process and its group.
    expect(pid).toBeGreaterThan(1);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => query(site, 'SELECT 1 AS one').catch(() => []), { timeout: 20_000 }).toEqual([{ one: 1 }]);
  });

  test.runIf(process.getuid?.() === 0)('of another user, root runs the server as that user', async () => {
    const [dir, nobody] = [dirOf('other-user'), 65_534];
    fs.chmodSync(place, 0o711);
    fs.mkdirSync(dir, { recursive: true });
    for (const folder of [path.dirname(dir), dir]) fs.chownSync(folder, nobody, nobody);
    const server = await open(dir);
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(fs.statSync(path.join(dir, 'postmaster.pid')).uid).toBe(nobody);
  });

  test('a half-made cluster of a killed start is made again', async () => {
    const dir = dirOf('half');
    fs.mkdirSync(`${dir}.new-1-abc/base`, { recursive: true });
    fs.mkdirSync(dir);
    expect(await query(await open(dir), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('what is not a database of this version', () => {
  const cases: readonly (readonly [what: string, make: (dir: string) => void, said: RegExp])[] = [
    [
      'something else',
      (dir) => fs.writeFileSync(path.join(dir, 'photo.jpg'), ''),
      /is not empty, but holds no database/,
    ],
    [
      'a cluster of the former engine',
      (dir) => fs.writeFileSync(path.join(dir, 'PG_VERSION'), '18\n'),
      /of an earlier version.*Moving a database/,
    ],
    [
      'an older major version',
      (dir) => {
        fs.writeFileSync(path.join(dir, 'PG_VERSION'), '17\n');
        fs.writeFileSync(path.join(dir, 'looproom.conf'), '');
      },
      /holds a database of PostgreSQL 17, and this version of Looproom has PostgreSQL 18.*Moving a database/,
    ],
    [
      'a newer major version',
      (dir) => {
        fs.writeFileSync(path.join(dir, 'PG_VERSION'), '19\n');
        fs.writeFileSync(path.join(dir, 'looproom.conf'), '');
      },
      /holds a database of PostgreSQL 19/,
    ],
  ];
  test.for(cases)('%s is refused in a sentence, and left as it is', async ([name, make, said]) => {
    const dir = dirOf(name);
    fs.mkdirSync(dir, { recursive: true });
    make(dir);
    const before = fs.readdirSync(dir);
    await expect(open(dir)).rejects.toThrow(said);
    await expect(open(dir)).rejects.toMatchObject({
      name: 'OwnServerError',
      message: expect.not.stringContaining('\n'),
    });
    expect(fs.readdirSync(dir)).toEqual(before);
  });

  test('a damaged cluster is refused in a sentence, with what PostgreSQL says', async () => {
    const dir = dirOf('damaged');
    await (await open(dir)).close();
    fs.rmSync(path.join(dir, 'global', 'pg_control'));
    await expect(open(dir)).rejects.toThrow(/does not start: .*pg_control.* restore a backup\.$/);
  });

  test('a parent that cannot be written to is refused in a sentence', async () => {
    fs.writeFileSync(path.join(place, 'file'), '');
    await expect(open(path.join(place, 'file', 'x', 'postgres'))).rejects.toThrow(/cannot be written to \(ENOTDIR\)/);
  });

  test('the file of a server that is gone, whose process id another program has, is no obstacle', async () => {
    const dir = dirOf('reused');
    await (await open(dir)).close();
    fs.writeFileSync(path.join(dir, 'postmaster.pid'), `${process.ppid}\n${dir}\n1\n5432\n${dir}\n\n  1 1\nready\n`);
    expect(await query(await open(dir), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('several processes on one folder', () => {
  test('a second site is refused with the process of the first, also while that one is suspended; a command is not', async () => {
    const dir = dirOf('second');
    const first = await openElsewhere(dir);
    const inUse = `The database folder ${dir} is in use by process ${first.pid}. Stop that process and start again.`;
    await expect(open(dir)).rejects.toThrow(inUse);
    first.kill('SIGSTOP');
    await expect(open(dir)).rejects.toThrow(FolderInUseError);
    first.kill('SIGCONT');
    const command = await open(dir, 'command');
    expect(await query(command, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await command.close();
    expect(pidOf(dir)).not.toBe(0);
  });

  test('the last process stops the server, and a killed one leaves it to the next', async () => {
    const dir = dirOf('last');
    const site = await open(dir);
    const command = await open(dir, 'command');
    await site.close();
    expect(await query(command, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await command.close();
    expect(pidOf(dir)).toBe(0);

    const killed = await openElsewhere(dir);
    const server = pidOf(dir);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const next = await open(dir);
    expect(pidOf(dir)).toBe(server);
    await next.close();
    expect(pidOf(dir)).toBe(0);
  });

  test('many at once make one cluster and start one server', async () => {
    const dir = dirOf('many');
    const all = await Promise.all(Array.from({ length: 6 }, () => open(dir, 'command')));
    for (const server of all) expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(fs.readdirSync(path.dirname(dir)).filter((name) => name.includes('.new'))).toEqual([]);
    // One stops it while others arrive.
    await Promise.all([...all.map((one) => one.close()), open(dir, 'command')]);
    expect(await query(opened.at(-1)!, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

const disk = makeSmallDisk(400);
afterAll(() => disk?.remove());

// Only root may mount a small disk, and not in every container.
describe.skipIf(disk === null)('a disk that is full all of a sudden', () => {
  /** 40 MB of the server's log. */
  const writeLog = `SELECT count(pg_logical_emit_message(false, 'test', repeat('loop', 250000))) FROM generate_series(1, 40)`;

  test('ends no server whose log has files ready, again and again', async () => {
    const dir = path.join(disk!.folder, 'postgres');
    const server = await open(dir);
    const backend = new pg.Client({ connectionString: server.url });
    await backend.connect();
    const lost = vi.fn<(error: Error) => void>();
    backend.on('error', lost);
    await server.keepLogRoom(true);
    const makeRoom = disk!.fill();
    for (let round = 0; round < 4; round++) {
      await backend.query(writeLog);
      await server.keepLogRoom(false);
    }
    makeRoom();
    await backend.query('SELECT 1');
    await backend.end();
    expect(lost).not.toHaveBeenCalled();
  });
});

describe('a server that ends', () => {
  test.for(['SIGKILL', 'SIGQUIT', 'SIGINT', 'SIGTERM'] as const)(
    'by %s is started again, with what it had',
    async (signal) => {
      const dir = dirOf(`ends-${signal}`);
      const server = await open(dir);
      await query(server, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)');
      const before = pidOf(dir);
      process.kill(before, signal);
      await expect.poll(() => pidOf(dir), { timeout: 30_000 }).not.toBe(before);
      await expect
        .poll(() => query(server, 'SELECT id FROM kept').catch(() => []), { timeout: 30_000 })
        .toEqual([{ id: 7 }]);
      const held = `SELECT 1 AS held FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND objid = 1`;
      await expect.poll(() => query(server, held)).toEqual([{ held: 1 }]);
      await expect(open(dir)).rejects.toThrow(FolderInUseError);
    },
  );

  test('whose folder another site has taken meanwhile is lost to it', async () => {
    const dir = dirOf('lost');
    const onLost = vi.fn<() => void>();
    const first = await openElsewhere(dir);
    // A process that stands still cannot notice.
    first.kill('SIGSTOP');
    await killServer(dir);
    await open(dir, 'site', onLost);
    first.kill('SIGCONT');
    expect(await once(first, 'exit')).toEqual([1, null]);
    expect(onLost).not.toHaveBeenCalled();
  });

  test('whose guard stands still lets no connection through, and waits 5 s at most', async () => {
    const dir = dirOf('hung-guard');
    const site = await open(dir);
    const [guard] = await query<{ pid: number }>(
      site,
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'looproom site ${process.pid}'`,
    );
    process.kill(guard!.pid, 'SIGSTOP');
    try {
      await expect(Promise.all([site.hold(), site.hold()])).rejects.toThrow('is being started again');
    } finally {
      process.kill(guard!.pid, 'SIGCONT');
    }
    await site.hold();
  });

  test('whose folder another site has taken meanwhile answers no statement of its pool', async () => {
    const dir = dirOf('lost-pool');
    const onLost = vi.fn<() => void>();
    const first = await open(dir, 'site', onLost);
    const pool = new ServerPool(first.url, 2, pino({ level: 'silent' }), { note: () => null }, () => first.hold());
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    // This process stands still until the other one has the folder.
    const out = fs.openSync(path.join(place, 'lost-pool.out'), 'a+');
    const file = path.join(packageRoot(), 'site/testing/child-server-process.ts');
    quitServer(dir);
    const second = spawn(process.execPath, [file, dir], { stdio: ['ignore', out, 'inherit'] });
    children.push(second);
    while (fs.fstatSync(out).size === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    fs.closeSync(out);
    const answers = Promise.allSettled(Array.from({ length: 4 }, () => pool.query('SELECT 1 AS one')));
    expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(onLost).toHaveBeenCalledOnce();
    await pool.end();
  });
});
