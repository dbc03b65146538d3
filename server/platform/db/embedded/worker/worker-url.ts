/**
 * Where the worker's file is: beside this one as TypeScript, or as `embedded-worker.js` beside the bundle of the built
 * server. The name is not written into `new URL(…)`, because bundlers would take it for a file of theirs to copy.
 */
export function workerUrl(here: string = import.meta.url): URL {
  const file = new URL(here).pathname.endsWith('.ts') ? './worker.ts' : './embedded-worker.js';
  return new URL(file, here);
}
