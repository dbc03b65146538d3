import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { packageRoot } from '#platform/server/config.ts';
import { packagesFile } from './bundle/packages.ts';
import { compiledFolder, isBuilt, recordBuild, sourcesHash } from './bundle/build-record.ts';

const root = packageRoot();
/** Smaller files are not worth a second one beside them. */
const MIN_BYTES = 500;

/** The folder of the new build, so that the old one is served until it is complete. */
const draft = `dist/draft-${process.pid}`;

/** Builds both sides, and compresses what browsers fetch. */
async function build(): Promise<void> {
  process.env['NODE_ENV'] = 'production';
  const hash = sourcesHash();
  rmSync(path.join(root, 'dist/built-from'), { force: true });
  rmSync(compiledFolder, { recursive: true, force: true });
  const { createBuilder } = await import('vite');
  const builder = await createBuilder({
    root,
    logLevel: 'warn',
    environments: { client: { build: { outDir: `${draft}/client` } }, ssr: { build: { outDir: `${draft}/server` } } },
  });
  await builder.buildApp();
  await compressAssets();
  for (const side of ['client', 'server']) {
    rmSync(path.join(root, 'dist', side), { recursive: true, force: true });
    renameSync(path.join(root, draft, side), path.join(root, 'dist', side));
  }
  const packages = ['client', 'server'].flatMap(
    (side) => JSON.parse(readFileSync(path.join(root, draft, `${side}-${packagesFile}`), 'utf8')) as string[],
  );
  writeFileSync(
    path.join(root, 'dist', packagesFile),
    `${JSON.stringify([...new Set(packages)].toSorted(), null, 1)}\n`,
  );
  rmSync(path.join(root, draft), { recursive: true, force: true });
  recordBuild(hash);
}

/** Writes `.br` and `.gz` beside every text file of the browser's side, at the highest levels: once, for many readers. */
async function compressAssets(): Promise<void> {
  const files = globSync(`${draft}/client/assets/**/*.{js,css,svg,json,map}`, { cwd: root });
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(root, name);
      const content = readFileSync(file);
      if (content.byteLength < MIN_BYTES) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
      };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

if (process.argv.includes('--force') || !isBuilt()) {
  const started = Date.now();
  console.log('Building…');
  await build();
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
} else {
  console.log('The build is up to date.');
}
