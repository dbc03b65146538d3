import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Nginx, findNginx, startNginx } from '#server/testing/nginx.ts';
import { type LoadRequest, drive } from '../load.ts';
import { startSite } from '../server.ts';
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

/** Serves the content as Debian's configuration would: a worker for each core, sendfile, no log. */
async function serve(content: Uint8Array): Promise<Nginx | null> {
  if (findNginx() === null) return null;
  return await startNginx(async ({ folder, port }) => {
    await writeFile(path.join(folder, 'loop.wav'), content);
    await chmod(path.join(folder, 'loop.wav'), 0o644);
    return `sendfile on; tcp_nopush on; keepalive_requests 1000000; server { listen 127.0.0.1:${port}; root ${folder}; }`;
  });
}

/** Measures by turns. @param content that of the public file */
export async function compareRanges(seeded: SeededFiles, content: Uint8Array, seconds: number): Promise<RangesResult> {
  const requests = (address: string): LoadRequest[] =>
    Array.from({ length: 64 }, (_, index) => {
      const start = Math.floor((index * 0.618 * content.length) % (content.length - RANGE_BYTES));
      return { method: 'GET', path: address, headers: { range: `bytes=${start}-${start + RANGE_BYTES - 1}` } };
    });
  const run = async (at: { address: string; pid: number }, file: string): Promise<Served> => {
    const plan = { address: at.address, connections: PLAYERS, warmUpSeconds: 1, seconds, requests: requests(file) };
    // Counted as a database is: the process with all its children.
    const counted = { app: at.pid, database: at.pid };
    const { perSecond, databaseCpuMs } = await drive({ ...plan, ownRequest: false, status: 206 }, counted);
    return { perSecond, cpuMs: databaseCpuMs };
  };
  const site = await startSite({ dataDir: seeded.dataDir, databaseUrl: '' });
  const nginx = await serve(content);
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
