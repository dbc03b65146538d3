import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32'];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'ppc64le',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** The system of a native package, read from its name (`…-linux-arm64-musl`); null when the name does not say. */
function systemOf(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> | null {
  const words = name.split(/[-/]/);
  const os = systems.find((system) => words.includes(system) || (system === 'linux' && words.includes('linuxmusl')));
  const cpu = processors.find((processor) => words.includes(processor));
  if (cpu === undefined || (os === undefined && cpu !== 'wasm32')) return null;
  const libc = /musl/.test(name) ? 'musl' : /gnu/.test(name) ? 'glibc' : null;
  return { ...(libc && { libc: [libc] }), cpu: [cpu], ...(os !== undefined && { os: [os] }) };
}

const file = path.join(packageRoot(), 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> };

/** True when a package below `from` finds `name` in its own `node_modules` or one above. */
function isKnown(from: string, name: string): boolean {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    if (`${place === '' ? '' : `${place}/`}node_modules/${name}` in lock.packages) return true;
    if (place === '') return false;
  }
}

/**
 * Completes the lock file with the native packages of other systems, which a registry mirror may not hold: npm
 * leaves them out then, and `npm ci` refuses the file here and installs nothing native on those systems. Their version
 * is the one that their package names; npm fetches only those of the machine that it runs on.
 * @returns what was missing
 * @throws when a name does not say which system its package is for
 */
function complete(): string[] {
  const added: string[] = [];
  for (const [place, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (isKnown(place, name)) continue;
      const system = systemOf(name);
      if (system === null || !/^\d/.test(version)) {
        throw new Error(`${name}@${version} is missing, and its name does not say where it belongs.`);
      }
      // Two versions of one package cannot both stand at the top.
      const key = `node_modules/${name}` in lock.packages ? `${place}/node_modules/${name}` : `node_modules/${name}`;
      lock.packages[key] = { version, ...(parent.dev && { dev: true }), ...system, optional: true };
      added.push(`${name}@${version}`);
    }
  }
  return added;
}

const addressed = Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined);
if (addressed.length > 0) {
  console.error(
    `The lock file has addresses of one registry (resolved): ${addressed.map(([place]) => place).join(', ')}`,
  );
  process.exitCode = 1;
}
const added = complete();
if (added.length === 0) console.log('The lock file is complete.');
else if (process.argv.includes('--check')) {
  console.error(`The lock file lacks native packages of other systems (npm run lock adds them):\n${added.join('\n')}`);
  process.exitCode = 1;
} else {
  const [root, ...others] = Object.entries(lock.packages);
  lock.packages = Object.fromEntries([root!, ...others.toSorted(([a], [b]) => a.localeCompare(b, 'en'))]);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added to the lock file:\n${added.join('\n')}`);
}
