import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';
import { enterRunFolder } from './run-folder.ts';

let isEntered = false;

/** Runs once before tests of any kind: the folder into which they write, and the caches that they share. */
export default function setup(): () => void {
  if (isEntered) return () => {};
  isEntered = true;
  const runFolder = enterRunFolder();
  const recordings = mkdtempSync(path.join(runFolder.folder, 'recordings-'));
  process.env['TEST_RECORDINGS'] = recordings;
  // Processes and threads of tests read what those before them have compiled, also in an earlier run.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(packageRoot(), 'node_modules/.cache/compiled');
  return () => {
    rmSync(recordings, { recursive: true, force: true });
    runFolder.remove();
  };
}
