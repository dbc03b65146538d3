import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '#platform/server/config.ts';
import { compiledFolder } from './build-record.ts';

/**
 * Starts a program of the build in this very process, so that the signals of a service manager or a terminal reach it;
 * where the system can (execve), in place of the calling program, whose memory goes with it. @param words its arguments
 * @param name of its entry below `dist/server`. @param variables environment variables that it gets beside those of this process
 */
export async function startBuilt(
  name: string,
  variables: Readonly<Record<string, string>> = {},
  words: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const file = path.join(packageRoot(), 'dist/server', `${name}.js`);
  const environment = {
    // One pool of memory for all threads: a small site takes 12 MB less.
    MALLOC_ARENA_MAX: '1',
    // Large blocks go back to the system when they are freed: glibc otherwise raises this limit by itself.
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
    // What one start has compiled, the next ones read.
    NODE_COMPILE_CACHE: compiledFolder,
    ...process.env,
    ...variables,
    NODE_ENV: 'production',
  };
  if (process.execve)
    process.execve(process.execPath, [process.execPath, ...process.execArgv, file, ...words], environment);
  Object.assign(process.env, environment);
  await import(pathToFileURL(file).href);
}
