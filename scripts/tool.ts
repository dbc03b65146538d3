import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';

const root = packageRoot();

/** The script behind a package's command, to be run by this Node: the same on every system, whatever its shell. */
export function commandOf(packageName: string, command = packageName): string {
  const file = createRequire(path.join(root, 'package.json')).resolve.paths(packageName)![0]!;
  const folder = path.join(file, packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    bin?: string | Readonly<Record<string, string>>;
  };
  const script = typeof bin === 'string' ? bin : bin?.[command];
  if (script === undefined) throw new Error(`${packageName} has no command ${command}.`);
  return path.join(folder, script);
}

/** How a run ended. */
export interface Run {
  /** 0 when it went well; 1 when a signal ended it. */
  readonly code: number;
  /** Both streams, in the order in which they came; empty where they were shown. */
  readonly output: string;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill();
});

/**
 * Runs a script with this Node in the package's folder.
 * @param options.live shows its output as it comes; otherwise it is only collected.
 * @param options.lowPriority lets everything else on the machine have the processors first.
 */
export async function runNode(
  script: string,
  parameters: readonly string[] = [],
  options: { live?: boolean; lowPriority?: boolean; environment?: Readonly<Record<string, string>> } = {},
): Promise<Run> {
  const place = mkdtempSync(path.join(tmpdir(), 'looproom-run-'));
  // Into a file: some tools fail on a pipe that is read too slowly.
  const file = openSync(path.join(place, 'output'), 'w');
  try {
    const child = spawn(process.execPath, [script, ...parameters], {
      cwd: root,
      env: { ...process.env, ...options.environment },
      stdio: options.live ? ['ignore', 'inherit', 'inherit'] : ['ignore', file, file],
    });
    running.add(child);
    if (options.lowPriority && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const [code] = (await once(child, 'close')) as [number | null];
    running.delete(child);
    return { code: code ?? 1, output: readFileSync(path.join(place, 'output'), 'utf8') };
  } finally {
    closeSync(file);
    rmSync(place, { recursive: true, force: true });
  }
}
