import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { packageRoot } from '#platform/server/config.ts';
import { freePort } from '#platform/server/free-port.ts';
import { makeDiskStorage } from '#platform/server/storage/disk.ts';
import { runNode } from '#scripts/tool.ts';
import { folder } from './place.ts';
import { proportionalMb } from './processes.ts';
import type { Row } from './rows.ts';
import { seed } from './seed.ts';
import { withSite } from './server.ts';

/** MB of a file that members have uploaded. */
const FILE_MB = 4;
const MEGABYTE = 1_000_000;
/** Milliseconds between two looks at a process's memory. */
const LOOK_MS = 50;
/** How the image of packaging/Containerfile is called, and what makes and runs it. */
const IMAGE = 'looproom';
const imageTools = ['podman', 'docker'];

/** A program that ran to its end. */
interface Ran {
  readonly seconds: number;
  /** Of it and all that it started; null where there is no `/proc`. */
  readonly peakMb: number | null;
  readonly output: string;
}

type Environment = Readonly<Record<string, string>>;

/** Runs a program. @param allowed exit codes that are no failure @throws where it fails */
async function run(
  program: string,
  words: readonly string[],
  environment: Environment,
  { cwd = packageRoot(), allowed = [0] }: { readonly cwd?: string; readonly allowed?: readonly number[] } = {},
): Promise<Ran> {
  const started = performance.now();
  const child = spawn(program, [...words], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: folder, PORT: '3999', NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  let peakMb: number | null = null;
  const looking = setInterval(() => {
    const now = proportionalMb([child.pid!]);
    if (now !== null) peakMb = Math.max(now, peakMb ?? 0);
  }, LOOK_MS);
  const [code] = (await ended) as [number | null];
  clearInterval(looking);
  if (code === null || !allowed.includes(code)) throw new Error(`${program} ${words.join(' ')} ended with ${code}.`);
  return { seconds: (performance.now() - started) / 1000, peakMb, output };
}

/** The command line of the build. */
const looproom = (words: readonly string[], environment: Environment): Promise<Ran> =>
  run(process.execPath, [path.join(packageRoot(), 'dist/server/looproom.js'), ...words], environment);

/** Backups and restores of a site that runs, with its own server and files on the same disk. */
async function measureBackups(megabytes: number, posts: number): Promise<Row[]> {
  const { dataDir } = await seed('operator', '', posts);
  const store = makeDiskStorage(path.join(dataDir, 'files'));
  for (let at = 0; at * FILE_MB < megabytes; at++)
    await store.put(`audio/bench-${at}.wav`, randomBytes(FILE_MB * MEGABYTE), { contentType: 'audio/wav' });
  const identity = await generateIdentity();
  const keyFile = path.join(folder, 'operator.key');
  writeFileSync(keyFile, `${identity}\n`);
  const sealed = { BACKUP_RECIPIENTS: await identityToRecipient(identity), BACKUP_IDENTITY: keyFile };
  const rows: Row[] = [];
  const add = async (what: string, words: readonly string[], environment: Environment): Promise<void> => {
    const { seconds, peakMb, output } = await looproom([...words, '--json'], environment);
    const { bytes, rows: count, files } = JSON.parse(output) as { bytes: number; rows: number; files: number };
    const mb = bytes / MEGABYTE;
    const more = `${Math.round(mb)} MB in ${seconds.toFixed(1)} s: ${count} rows, ${files} files`;
    rows.push({ what, value: mb / seconds, unit: 'MB/s', more });
    rows.push({ what: '  memory at most', value: peakMb, unit: 'MB' });
  };
  const restored = (name: string): Environment => ({ DATA_DIR: path.join(folder, name) });
  const [plainSet, sealedSet] = [path.join(folder, 'set'), path.join(folder, 'sealed')];
  const plain = { DATA_DIR: dataDir, BACKUP_TARGET: plainSet };
  const encrypted = { DATA_DIR: dataDir, BACKUP_TARGET: sealedSet, ...sealed };
  await withSite({ dataDir, databaseUrl: '' }, async () => {
    await add('backup into an empty set', ['backup', 'run'], plain);
    await add('the next one, nothing new', ['backup', 'run'], plain);
    await add('backup into an empty set, encrypted', ['backup', 'run'], encrypted);
    await add('restore test', ['backup', 'test', plainSet], plain);
  });
  await add('restore', ['restore', plainSet], restored('restored'));
  await add('restore, encrypted', ['restore', sealedSet], { ...restored('opened'), ...sealed });
  return rows;
}

/** Bytes of all files below a folder. */
const bytesBelow = (root: string): number =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);

/** What `npm ci --omit=dev` installs; null where npm cannot reach its packages. */
async function treeMb(): Promise<number | null> {
  const tree = path.join(folder, 'tree');
  mkdirSync(tree);
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(path.join(packageRoot(), file), path.join(tree, file));
  const home = { HOME: process.env['HOME'] ?? folder };
  try {
    await run('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], home, { cwd: tree });
  } catch {
    return null;
  }
  return bytesBelow(path.join(tree, 'node_modules')) / MEGABYTE;
}

/** From the start of a release's program to the first page, with an empty data folder and with one that was used. */
async function releaseStartMs(release: string, dataDir: string): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(path.join(release, 'looproom'), ['start'], {
    cwd: release,
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const answers = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/`).then(
      async (answer) => answer.ok && (await answer.text()).includes('</html>'),
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`The release ended with code ${child.exitCode}.`);
    await sleep(5);
  }
  const ms = performance.now() - started;
  child.kill('SIGTERM');
  await ended;
  return ms;
}

/** Bytes of the container's image; null where this machine has none. */
function imageMb(): number | null {
  for (const tool of imageTools) {
    try {
      const size = execFileSync(tool, ['image', 'inspect', '--format', '{{.Size}}', IMAGE], { stdio: 'pipe' });
      return Number(String(size).trim()) / MEGABYTE;
    } catch {
      // There is no such tool, or it has no such image.
    }
  }
  return null;
}

/**
 * What an operator waits for and what it takes. The site must be built.
 * @param megabytes of members' files @param posts in the database, each with five replies
 */
export async function measureOperator(megabytes: number, posts: number): Promise<Row[]> {
  console.log('  backups');
  const rows = await measureBackups(megabytes, posts);
  console.log('  sizes');
  const release = path.join(folder, 'release');
  const made = await runNode('scripts/release.ts', ['--to', release]);
  if (made.code !== 0) throw new Error(`There is no release: ${made.output}`);
  const archive = `${release}.tar.gz`;
  await run('tar', ['-czf', archive, '-C', folder, 'release'], {});
  const image = imageMb();
  rows.push(
    { what: 'packages of `npm ci --omit=dev`', value: await treeMb(), unit: 'MB' },
    { what: 'release: folder', value: bytesBelow(release) / MEGABYTE, unit: 'MB' },
    { what: 'release: archive', value: statSync(archive).size / MEGABYTE, unit: 'MB' },
    { what: 'container image', value: image, unit: 'MB', ...(image === null && { more: 'not built here' }) },
  );
  console.log('  starts');
  const dataDir = path.join(folder, 'started');
  for (const what of ['start of the release to the first page, new', 'start of the release to the first page, again'])
    rows.push({ what, value: await releaseStartMs(release, dataDir), unit: 'ms' });
  // It finds that there is no mail server.
  const doctor = await run(
    path.join(release, 'looproom'),
    ['doctor'],
    { DATA_DIR: dataDir },
    { cwd: release, allowed: [0, 1] },
  );
  rows.push({
    what: 'doctor',
    value: doctor.seconds,
    unit: 's',
    more: `${Math.round(doctor.peakMb ?? 0)} MB of memory`,
  });
  return rows;
}
