import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Another process, which answers one message after the other. */
export interface WorkerProcess {
  readonly pid: number;
  /** @throws when the process ends instead */
  ask<T>(message: object): Promise<T>;
  close(): void;
}

/** Runs a module in a process of its own, which calls `serve`. */
export function inProcess(file: string, environment: Readonly<Record<string, string>> = {}): WorkerProcess {
  const child = fork(file, { env: { ...process.env, ...environment, BENCH_SERVES: file } });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with code ${String(code)}.`);
  });
  ended.catch(() => {});
  return {
    pid: child.pid!,
    async ask<T>(message: object) {
      child.send(message);
      return ((await Promise.race([once(child, 'message'), ended])) as readonly unknown[])[0] as T;
    },
    close: () => void child.kill(),
  };
}

/** In the process of `inProcess`: answers each message with what `work` makes of it. Does nothing elsewhere. */
export function serve(file: string, work: (message: never) => Promise<unknown>): void {
  if (process.env['BENCH_SERVES'] !== file) return;
  process.on('message', (message) => {
    work(message as never).then(
      (result) => process.send!(result ?? {}),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.once('disconnect', () => process.exit());
}
