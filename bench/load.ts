import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { cpuSeconds, familyCpuSeconds } from './processes.ts';
import { quantile } from './rows.ts';
import { inProcess, serve } from './worker.ts';

/** One request, sent over and over. `{uuid}` and `{words}` in the body become new ones each time. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What is sent, and for how long. */
export interface Drive {
  /** `http://127.0.0.1:3000` */
  readonly address: string;
  readonly connections: number;
  readonly seconds: number;
  readonly requests: readonly LoadRequest[];
  /** Each connection keeps to the request of its number. */
  readonly ownRequest?: boolean;
  /** What every answer must have; 200 when not given. */
  readonly status?: number;
}

interface Driven {
  readonly requests: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers by status, where it is another one than expected. */
  readonly wrong: Readonly<Record<string, number>>;
}

/** One measured run. CPU is null where there is no `/proc`. */
export interface Measure {
  readonly perSecond: number;
  /** Milliseconds from the request to the end of its answer. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of CPU a request: of the site's process, and of the database's processes. */
  readonly appCpuMs: number | null;
  readonly databaseCpuMs: number | null;
}

/** Processes whose CPU is counted. */
export interface Counted {
  readonly app: number;
  /** First process of the database server. */
  readonly database: number | null;
}

const warmUpOf = (seconds: number): number => Math.min(3, seconds / 2);

/** Runs the driver and counts the CPU of its measured part. @throws when an answer had another status. */
export async function drive(plan: Drive, counted: Counted): Promise<Measure> {
  const cpu = (): readonly [number | null, number | null] => [
    cpuSeconds(counted.app),
    counted.database === null ? null : familyCpuSeconds(counted.database),
  ];
  const driver = inProcess(import.meta.filename);
  try {
    await driver.ask({ ...plan, seconds: warmUpOf(plan.seconds) });
    const before = cpu();
    const { wrong, requests, seconds, p50, p99 } = await driver.ask<Driven>(plan);
    const after = cpu();
    const { method, path } = plan.requests[0]!;
    if (Object.keys(wrong).length > 0) throw new Error(`${method} ${path} was answered with ${JSON.stringify(wrong)}.`);
    const each = (which: 0 | 1): number | null => {
      const [from, to] = [before[which], after[which]];
      return from === null || to === null ? null : ((to - from) * 1000) / requests;
    };
    return { perSecond: requests / seconds, p50, p99, appCpuMs: each(0), databaseCpuMs: each(1) };
  } finally {
    driver.close();
  }
}

/** Words that no other text has: many accounts that write nearly the same are held up, as advertising is. */
const words = (): string => randomBytes(48).toString('hex').match(/.{6}/g)!.join(' ');

let agent: Agent | null = null;

/** Sends requests and measures the answers. */
async function send(plan: Drive): Promise<Driven> {
  const { hostname, port } = new URL(plan.address);
  agent ??= new Agent({ keepAlive: true, maxSockets: plan.connections });
  const one = ({ method, path, headers, body: text }: LoadRequest): Promise<number> =>
    new Promise((resolve, reject) => {
      const body = text?.replaceAll('{words}', words).replaceAll('{uuid}', () => randomUUID());
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const options = { agent: agent!, hostname, port, method, path, headers: { ...headers, ...length } };
      const outgoing = request(options, (answer) => {
        answer.on('error', reject);
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.resume();
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  const times: number[] = [];
  const wrong: Record<string, number> = {};
  const started = performance.now();
  const end = started + plan.seconds * 1000;
  const connection = async (index: number): Promise<void> => {
    // Writers stay with their own request; readers go through all of them, each from another place.
    for (let turn = index * 7; performance.now() < end; turn++) {
      const sent = performance.now();
      const status = await one(plan.requests[(plan.ownRequest ? index : turn) % plan.requests.length]!);
      times.push(performance.now() - sent);
      if (status !== (plan.status ?? 200)) wrong[status] = (wrong[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: plan.connections }, (_, index) => connection(index)));
  const seconds = (performance.now() - started) / 1000;
  return { requests: times.length, seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99), wrong };
}

// A process of its own, so that its work is not counted as the site's.
serve(import.meta.filename, send);
