import { type LoadHookSync, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Says at the end which files of the program a process has loaded, for `node --import`. */
const root = path.resolve(import.meta.dirname, '../../..');
const files = new Set<string>();
const load: LoadHookSync = (url, context, next) => {
  if (url.startsWith('file:') && !url.includes('/node_modules/'))
    files.add(path.relative(root, fileURLToPath(url)).replaceAll('\\', '/'));
  return next(url, context);
};
registerHooks({ load });
process.on('exit', () => process.stderr.write(`\nloaded: ${[...files].join(' ')}\n`));
