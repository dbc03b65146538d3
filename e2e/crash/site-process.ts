import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '#platform/server/config.ts';
import { killServer, quitServer, serverOf } from '#platform/server/db/child/child-server.ts';

/** Where the site keeps its data. */
export interface Place {
  readonly dataDir: string;
  /** Empty: the site's own server, in its data folder. */
  readonly databaseUrl: string;
}

/** The built site as a process of its own. */
export interface SiteProcess {
  /** Null when it ended instead of getting ready. */
  readonly address: string | null;
  readonly pid: number;
  /** What it said on standard error. */
  readonly complaint: string;
  /** Suspends the process, or lets it run on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Sends a signal and waits for the end. @returns the exit code; null when the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Milliseconds a start may take, a recovery of the database included. */
const START_MS = 60_000;

interface Running {
  readonly child: ChildProcess;
  readonly dataDir: string;
  readonly ended: Promise<number | null>;
}

const running = new Set<Running>();
process.on('exit', () => {
  for (const { child, dataDir } of running) {
    child.kill('SIGKILL');
    quitServer(path.join(dataDir, 'postgres'));
  }
});

/** The first process of the site's own server; null where none runs. */
export const ownServer = ({ dataDir }: Place): number | null => serverOf(path.join(dataDir, 'postgres'));

/** Kills the sites that still run on a data folder, and the server of its own database; waits for their ends. */
export async function endSites({ dataDir }: Place): Promise<void> {
  const left = [...running].filter((one) => one.dataDir === dataDir);
  for (const { child } of left) child.kill('SIGKILL');
  await Promise.all(left.map(({ ended }) => ended));
  await killServer(path.join(dataDir, 'postgres'));
}

/**
 * Starts the built site on a free port. Resolves when it is ready or has ended. @throws when neither happens in time
 * @param settings that differ, by their environment names
 */
export async function startSite(place: Place, settings: Readonly<Record<string, string>> = {}): Promise<SiteProcess> {
  const child = spawn(process.execPath, [path.join(packageRoot(), 'dist/server/main.js')], {
    env: {
      PATH: process.env['PATH'],
      // What one start has compiled, the next ones read.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl,
      RATE_LIMITS: 'off',
      // Files are stored, and processed by nobody: that takes time and is tested elsewhere.
      MEDIA_WORKERS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  child.stderr.on('data', (part: Buffer) => (complaint += part.toString()));
  const ended = once(child, 'close').then(([code]) => {
    running.delete(one);
    return code as number | null;
  });
  const one: Running = { child, dataDir: place.dataDir, ended };
  running.add(one);
  const started = Date.now();
  let address: string | null = null;
  while (address === null && child.exitCode === null && child.signalCode === null) {
    if (Date.now() - started > START_MS) throw new Error(`The site did not start:\n${output}\n${complaint}`);
    await sleep(10);
    address = /"address":"(http:[^"]+)"/.exec(output)?.[1] ?? null;
  }
  if (address === null) await ended;
  return {
    address,
    pid: child.pid!,
    get complaint() {
      return complaint;
    },
    signal: (signal) => void child.kill(signal),
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
