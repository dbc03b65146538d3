import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findCommand } from '#scripts/system-package.ts';
import { type Shot, drive } from '../load.ts';
import { freePort, startSite } from '../server.ts';
import { mediaFolder } from './by-turns.ts';
import type { SeededFiles } from './seed.ts';

/** Ranges of one public file to 200 players at once, against nginx with the same file. */
export interface RangesResult {
  readonly players: number;
  readonly rangeKb: number;
  readonly site: Served;
  /** Null where nginx is not installed. */
  readonly nginx: Served | null;
  /** Requests of the site to one of nginx: the median of the rounds, which take turns. */
  readonly ratio: number | null;
}

interface Served {
  readonly perSecond: number;
  /** Milliseconds of CPU a request, of all its processes. */
  readonly cpuMs: number | null;
}

const PLAYERS = 200;
const RANGE_BYTES = 256 * 1024;
const ROUNDS = 5;

function findNginx(): string | null {
  const found = findCommand('nginx');
  if (found !== null) return found;
  try {
    accessSync('/usr/sbin/nginx');
    return '/usr/sbin/nginx';
  } catch {
    return null;
  }
}

/** Serves a folder as Debian's configuration would: a worker for each core, sendfile, no log. */
async function startNginx(
  program: string,
  content: Uint8Array,
): Promise<{ address: string; pid: number; stop(): Promise<void> }> {
  const folder = path.join(mediaFolder, 'nginx');
  await mkdir(folder);
  await writeFile(path.join(folder, 'loop.wav'), content);
  // Its workers are another user.
  await Promise.all([mediaFolder, folder].map((one) => chmod(one, 0o755)));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const configuration = `worker_processes auto; pid ${folder}/pid; error_log ${folder}/errors; daemon off;
    events { worker_connections 1024; }
    http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${temporary.join(' ')}
      server { listen 127.0.0.1:${port}; root ${folder}; } }`;
  await writeFile(path.join(folder, 'nginx.conf'), configuration);
  const child = spawn(program, ['-c', path.join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await fetch(address).catch(() => null)); tries++) {
    if (child.exitCode !== null || tries > 200) throw new Error('nginx did not start.');
    await sleep(50);
  }
  return {
    address,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Measures by turns. @param content that of the public file */
export async function compareRanges(seeded: SeededFiles, content: Uint8Array, seconds: number): Promise<RangesResult> {
  const shots = (address: string): Shot[] =>
    Array.from({ length: 64 }, (_, index) => {
      const start = Math.floor((index * 0.618 * content.length) % (content.length - RANGE_BYTES));
      return { method: 'GET', path: address, headers: { range: `bytes=${start}-${start + RANGE_BYTES - 1}` } };
    });
  const run = async (at: { address: string; pid: number }, file: string): Promise<Served> => {
    const plan = { address: at.address, connections: PLAYERS, warmUpSeconds: 1, seconds, shots: shots(file) };
    // Counted as a database is: the process with all its children.
    const counted = { app: at.pid, database: at.pid };
    const { perSecond, databaseCpuMs } = await drive({ ...plan, ownShot: false, status: 206 }, counted);
    return { perSecond, cpuMs: databaseCpuMs };
  };
  const program = findNginx();
  const site = await startSite({ dataDir: seeded.dataDir, databaseUrl: '' });
  const nginx = program === null ? null : await startNginx(program, content);
  try {
    const rounds: { site: Served[]; nginx: Served[] } = { site: [], nginx: [] };
    for (let round = 0; round < ROUNDS; round++) {
      rounds.site.push(await run(site, seeded.publicFile));
      if (nginx) rounds.nginx.push(await run(nginx, '/loop.wav'));
      const [own, other] = [rounds.site.at(-1)!.perSecond, rounds.nginx.at(-1)?.perSecond];
      console.log(
        `  ranges: site ${own.toFixed(0)}/s, nginx ${other === undefined ? 'not installed' : `${other.toFixed(0)}/s`}`,
      );
    }
    const ratios = rounds.nginx.map((other, round) => rounds.site[round]!.perSecond / other.perSecond);
    const ratio = nginx ? median(ratios) : null;
    return {
      players: PLAYERS,
      rangeKb: RANGE_BYTES / 1024,
      site: middle(rounds.site),
      nginx: nginx && middle(rounds.nginx),
      ratio,
    };
  } finally {
    await Promise.all([site.stop(), nginx?.stop()]);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

function middle(rounds: readonly Served[]): Served {
  const cpu = rounds.map((one) => one.cpuMs).filter((one) => one !== null);
  return { perSecond: median(rounds.map((one) => one.perSecond)), cpuMs: cpu.length > 0 ? median(cpu) : null };
}
