import { enableCompileCache } from 'node:module';
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
process.env['NODE_ENV'] = 'production';
// What one start has compiled, the next ones read.
enableCompileCache(compiledFolder);
// In this very process, so that the signals of a service manager or a terminal reach the server.
await import(pathToFileURL(path.join(root, 'dist/server/main.js')).href);
