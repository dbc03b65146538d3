import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';

const root = packageRoot();
const record = path.join(root, 'dist/built-from');
/** The compile cache of starts; a build empties it. */
export const compiledFolder = path.join(root, 'dist/compiled');

/** The sources of the build. Tests and generated files do not change it. */
const folders = [
  'platform',
  'people',
  'content',
  'features',
  'site',
  'scripts/backup',
  'scripts/bundle',
  'scripts/commands',
  'scripts/demo/running',
];
const single = /^(package.*\.json|.*\.config\.ts)$/;
const apart = /(\.test\.ts|routeTree\.gen\.ts)$|\/testing\//;

/** A hash over all sources of the build. */
export function sourcesHash(): string {
  const hash = createHash('sha256').update(process.version);
  // Every start waits for it: a third of the time that `globSync` takes.
  const below = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  );
  const files = [
    ...below,
    'scripts/build.ts',
    'scripts/looproom.ts',
    ...readdirSync(root).filter((name) => single.test(name)),
  ]
    .filter((file) => !apart.test(file))
    .toSorted();
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** True when `dist/` is whole and made from the sources as they are. */
export function isBuilt(): boolean {
  const outputs = ['dist/server/main.js', 'dist/server/entry-server.js', 'dist/client/.vite/manifest.json'];
  if (!outputs.every((file) => existsSync(path.join(root, file)))) return false;
  return existsSync(record) && readFileSync(record, 'utf8') === sourcesHash();
}

/** Keeps what the build was made from. @param hash `sourcesHash()` from before it. */
export function recordBuild(hash: string): void {
  mkdirSync(path.dirname(record), { recursive: true });
  writeFileSync(record, hash);
}
