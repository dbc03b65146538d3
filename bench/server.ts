import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '#platform/server/config.ts';
import { freePort } from '#platform/server/free-port.ts';
import { killServer, quitServer } from '#platform/server/db/child/child-server.ts';

/** The built site, running as a process of its own. */
export interface RunningSite {
  readonly address: string;
  readonly pid: number;
  /** Milliseconds from starting the process to the first answer that it is ready. */
  readonly startMs: number;
  stop(): Promise<void>;
  /** Ends it at once, without a word to it; its own server with it. */
  kill(): Promise<void>;
}

/** What the site's process reads. */
export interface SiteEnvironment {
  readonly dataDir: string;
  /** Empty: the site's own server, in its data folder. */
  readonly databaseUrl: string;
  /** Parameters of Node itself, such as a profiler's. */
  readonly nodeOptions?: readonly string[];
  /** Further settings. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Those that run, with their data folders. */
const children = new Map<ChildProcess, string>();
process.on('exit', () => {
  for (const [child, dataDir] of children) {
    child.kill('SIGKILL');
    quitServer(path.join(dataDir, 'postgres'));
  }
});

/**
 * The options of Node in `npm start`: a small young generation. 16 MB (the default) renders 10% cheaper and holds 50 MB
 * more.
 */
function flagsOfStart(): string[] {
  const text = readFileSync(path.join(packageRoot(), 'package.json'), 'utf8');
  const { scripts } = JSON.parse(text) as { scripts: { start: string } };
  return scripts.start.split('||')[0]!.match(/--\S+/g) ?? [];
}

/** Starts the built site, without request rates. @throws when it does not come up within a minute */
export async function startSite(environment: SiteEnvironment): Promise<RunningSite> {
  const port = await freePort();
  const started = performance.now();
  const server = path.join(packageRoot(), 'dist/server/main.js');
  const child = spawn(process.execPath, [...flagsOfStart(), ...(environment.nodeOptions ?? []), server], {
    cwd: packageRoot(),
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: environment.dataDir,
      DATABASE_URL: environment.databaseUrl,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...environment.environment,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.set(child, environment.dataDir);
  const ended = once(child, 'exit').then(() => children.delete(child));
  const address = `http://127.0.0.1:${port}`;
  while (!(await isReady(address))) {
    if (child.exitCode !== null) throw new Error(`The site ended with code ${child.exitCode}.`);
    if (performance.now() - started > 60_000) throw new Error('The site did not start within a minute.');
    await sleep(5);
  }
  return {
    address,
    pid: child.pid!,
    startMs: performance.now() - started,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
      await killServer(path.join(environment.dataDir, 'postgres'));
    },
  };
}

/** Starts the built site for the time of some work. */
export async function withSite<T>(environment: SiteEnvironment, work: (site: RunningSite) => Promise<T>): Promise<T> {
  const site = await startSite(environment);
  try {
    return await work(site);
  } finally {
    await site.stop();
  }
}

function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}
