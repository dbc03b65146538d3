import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '#server/config.ts';
import { compiledFolder, isBuilt } from './bundle/build-record.ts';
import { runNode } from './tool.ts';

const root = packageRoot();
if (!isBuilt()) {
  const { code } = await runNode('scripts/build.ts', [], { live: true });
  if (code !== 0) process.exit(code);
}
const main = path.join(root, 'dist/server/main.js');
const environment = {
  // One pool of memory for all threads: a small site takes 12 MB less.
  MALLOC_ARENA_MAX: '1',
  // What one start has compiled, the next ones read.
  NODE_COMPILE_CACHE: compiledFolder,
  ...process.env,
  NODE_ENV: 'production',
};
// In this very process, so that the signals of a service manager or a terminal reach the server; where the system can, in
// place of this program, whose memory goes with it.
if (process.execve) process.execve(process.execPath, [process.execPath, ...process.execArgv, main], environment);
Object.assign(process.env, environment);
await import(pathToFileURL(main).href);
