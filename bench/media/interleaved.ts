import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Taken, Work } from './work.ts';

/** For everything that the measurements of files make. */
export const mediaFolder = mkdtempSync(path.join(tmpdir(), 'looproom-bench-media-'));
process.on('exit', () => rmSync(mediaFolder, { recursive: true, force: true }));

/** Runs a work in a process of its own. */
export async function take(work: Work): Promise<Taken> {
  const child = fork(path.join(import.meta.dirname, 'work.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, BENCH_FOLDER: mediaFolder },
  });
  return await new Promise<Taken>((resolve, reject) => {
    child.once('message', (taken: Taken) => resolve(taken));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`A measured process ended with code ${code}.`)));
    child.send(work);
  });
}

/** What several rounds took together. */
export function together(rounds: readonly Taken[]): Taken {
  const sum = (values: readonly (number | null)[]): number => values.reduce<number>((all, one) => all + (one ?? 0), 0);
  const cpu = rounds.some((one) => one.cpu === null) ? null : sum(rounds.map((one) => one.cpu));
  return { seconds: sum(rounds.map((one) => one.seconds)), cpu };
}
