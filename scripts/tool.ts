import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { packageRoot } from '#server/config.ts';

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
  /** Both streams, in the order in which they came. */
  readonly output: string;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill();
});

/**
 * Runs a script with this Node in the package's folder.
 * @param options.live shows its output as it comes; otherwise it is only collected.
 */
export function runNode(
  script: string,
  parameters: readonly string[] = [],
  options: { live?: boolean; environment?: Readonly<Record<string, string>> } = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...parameters], {
      cwd: root,
      env: { ...process.env, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const parts: Buffer[] = [];
    const collect = (part: Buffer): void => {
      parts.push(part);
      if (options.live) process.stdout.write(part);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output: Buffer.concat(parts).toString() });
    });
  });
}
