import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { packageRoot } from '#platform/server/config.ts';
import { layers } from './checks/layers.ts';

/**
 * Runs the site from its sources. The web side reloads by itself; a change of the server or the contract restarts the
 * process. Node's own `--watch` also watches the temporary files of Vite's configuration, and restarts for ever.
 */
process.chdir(packageRoot());
/** Milliseconds of quiet after a change: editors and formatters write several files. */
const QUIET_MS = 150;
let server: ChildProcess | null = null;
let stopping = false;
let timer: NodeJS.Timeout | undefined;

function start(): void {
  const child = spawn(process.execPath, ['site/server/main.ts', '--development'], { stdio: 'inherit' });
  server = child;
  child.on('exit', (code, signal) => {
    server = null;
    if (stopping) process.exit(code ?? 0);
    // Stopped by `restart`, or broken by the last change: then the next one starts it again.
    if (code === 0 || signal !== null) start();
    else console.log('Waiting for a change…');
  });
}

function restart(file: string): void {
  console.log(`${file} changed: restarting`);
  if (server) server.kill('SIGTERM');
  else start();
}

for (const folder of layers) {
  watch(folder, { recursive: true }, (_event, name) => {
    if (
      name === null ||
      !/(^|[\\/])(server|contract|migrations)[\\/].*\.(ts|sql)$/.test(name) ||
      name.endsWith('.test.ts')
    )
      return;
    clearTimeout(timer);
    timer = setTimeout(() => restart(`${folder}/${name}`), QUIET_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping = true;
    if (server) server.kill(signal);
    else process.exit(0);
  });
}
start();
