import { fork } from 'node:child_process';
import path from 'node:path';
import { cpuSeconds, familyCpuSeconds } from './processes.ts';

/** One request, sent over and over. `{uuid}` and `{words}` in the body become new ones each time. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What the driver's process does. */
export interface Drive {
  /** `http://127.0.0.1:3000` */
  readonly address: string;
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly requests: readonly LoadRequest[];
  /** Each connection keeps to the shot of its number. */
  readonly ownRequest: boolean;
  /** What every answer must have; 200 when not given. */
  readonly status?: number;
}

export interface DriveResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds from the request to the end of its answer. */
  readonly p50: number;
  readonly p99: number;
  /** Answers by status, where it is another one than expected. */
  readonly wrong: Readonly<Record<string, number>>;
}

/** One measured run. CPU is null where there is no `/proc`. */
export interface Measure {
  readonly perSecond: number;
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

/** Runs the driver and counts the CPU of its measured part. @throws when an answer had another status. */
export async function drive(plan: Drive, counted: Counted): Promise<Measure> {
  const child = fork(path.join(import.meta.dirname, 'driver.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const cpu = (): readonly [number | null, number | null] => [
    cpuSeconds(counted.app),
    counted.database === null ? null : familyCpuSeconds(counted.database),
  ];
  let before: ReturnType<typeof cpu> = [null, null];
  const result = await new Promise<DriveResult>((resolve, reject) => {
    child.on('message', (message: 'start' | DriveResult) => {
      if (message === 'start') before = cpu();
      else resolve(message);
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`The driver ended with code ${code}.`)));
    child.send(plan);
  });
  const after = cpu();
  if (Object.keys(result.wrong).length > 0)
    throw new Error(
      `${plan.requests[0]!.method} ${plan.requests[0]!.path} was answered with ${JSON.stringify(result.wrong)}.`,
    );
  const each = (which: 0 | 1): number | null =>
    before[which] === null || after[which] === null ? null : ((after[which] - before[which]) * 1000) / result.requests;
  return {
    perSecond: result.requests / result.seconds,
    p50: result.p50,
    p99: result.p99,
    appCpuMs: each(0),
    databaseCpuMs: each(1),
  };
}
