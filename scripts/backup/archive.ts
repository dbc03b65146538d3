import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** What a data folder may hold, in the order in which a restore puts it in place: the database last. */
export const parts = ['files', 'outbox', 'secret', 'postgres'] as const;
/** Inside the archive: what it is, and the checksum of every file. */
const MANIFEST = 'looproom-backup.json';
/** Files that are being written; complete ones have another name. */
const UNFINISHED = '.part.meta';

const manifestShape = z.object({
  format: z.literal('looproom-backup-1'),
  /** Version of Looproom that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  database: z.enum(['embedded', 'server']),
  /** By path, with `/`: hexadecimal SHA-256. */
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});

/** What a backup says of itself. */
export type Manifest = z.infer<typeof manifestShape>;

/** A backup that cannot be made or used; the message is a sentence for the operator. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

/** Runs the system's `tar`. @throws {ArchiveError} */
async function tar(parameters: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('tar', [...parameters], {
      maxBuffer: 1 << 30,
      env: { ...process.env, LC_ALL: 'C' },
    });
    return stdout;
  } catch (error) {
    const failed = error as NodeJS.ErrnoException & { stderr?: string };
    if (failed.code === 'ENOENT')
      throw new ArchiveError(
        'The program `tar` is not installed on this machine; backups are made with it. Install it.',
      );
    if (/file changed as we read it|Cannot stat|No such file/.test(failed.stderr ?? ''))
      throw new ArchiveError(`A file changed while it was read. Run the command again. (${failed.stderr?.trim()})`);
    throw new ArchiveError(`tar failed: ${failed.stderr?.trim() || failed.message}`);
  }
}

/** The files below a folder or the file itself, as paths from `root` with `/`. */
function filesOf(root: string, part: string): string[] {
  const stat = lstatSync(path.join(root, part), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [part];
  return readdirSync(path.join(root, part), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.name.endsWith(UNFINISHED))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
}

/** Size and checksum of a file; afterwards it is on the disk. */
async function measure(file: string): Promise<{ bytes: number; sha256: string }> {
  const handle = await open(file, 'r');
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      const piece = chunk as Buffer;
      bytes += piece.length;
      hash.update(piece);
    }
    // Windows cannot sync what is open for reading only.
    if (process.platform !== 'win32') await handle.sync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/**
 * Packs a data folder into `file` (tar, gzip), which appears whole or not at all and is readable for its owner only.
 * Nobody may write to what is packed.
 * @throws {ArchiveError}
 */
export async function pack(
  dataDir: string,
  file: string,
  about: { version: string; createdAt: Date; database: Manifest['database'] },
): Promise<Manifest> {
  const there = parts.filter(
    (part) =>
      !(part === 'postgres' && about.database === 'server') &&
      lstatSync(path.join(dataDir, part), { throwIfNoEntry: false }) !== undefined,
  );
  const files: Manifest['files'] = {};
  for (const name of there.flatMap((part) => filesOf(dataDir, part)))
    files[name] = await measure(path.join(dataDir, name));
  const manifest: Manifest = {
    format: 'looproom-backup-1',
    version: about.version,
    createdAt: about.createdAt.toISOString(),
    database: about.database,
    files,
  };
  const place = mkdtempSync(path.join(tmpdir(), 'looproom-backup-'));
  const draft = `${file}.${process.pid}.part`;
  try {
    writeFileSync(path.join(place, MANIFEST), JSON.stringify(manifest));
    writeFileSync(draft, '', { mode: 0o600, flag: 'wx' });
    await tar(['-c', '-z', '-f', draft, `--exclude=*${UNFINISHED}`, '-C', place, MANIFEST, '-C', dataDir, ...there]);
    // Reading it back proves the compression's checksums, and that no file was left out.
    const inside = new Set(await namesIn(draft));
    const missing = Object.keys(files).find((name) => !inside.has(name));
    if (missing !== undefined) throw new ArchiveError(`The backup lacks ${missing}: run the command again.`);
    const handle = openSync(draft, 'r+');
    fsyncSync(handle);
    closeSync(handle);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  return manifest;
}

async function namesIn(file: string): Promise<string[]> {
  return (await tar(['-t', '-z', '-f', file]))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/**
 * Unpacks a backup into a new folder and compares every file with its checksum.
 * @param draft is not there yet; left to the caller to remove when this throws
 * @throws {ArchiveError} for what is no backup, is damaged, or holds anything that a backup does not.
 */
export async function unpack(file: string, draft: string): Promise<Manifest> {
  for (const name of await namesIn(file)) {
    const [top = ''] = name.split('/');
    const allowed = top === MANIFEST || parts.some((part) => part === top);
    if (!allowed || path.isAbsolute(name) || name.split('/').includes('..'))
      throw new ArchiveError(`${file} is no backup of Looproom: it holds ${JSON.stringify(name)}.`);
  }
  await tar(['-x', '-z', '--no-same-owner', '-f', file, '-C', draft]);
  const manifest = readManifest(file, path.join(draft, MANIFEST));
  const found = parts.flatMap((part) => filesOf(draft, part));
  for (const name of found) {
    const known = Object.hasOwn(manifest.files, name) ? manifest.files[name] : undefined;
    if (!known || !lstatSync(path.join(draft, name)).isFile())
      throw new ArchiveError(`${file} holds ${JSON.stringify(name)}, which its own list does not name.`);
    const { sha256 } = await measure(path.join(draft, name));
    if (sha256 !== known.sha256) throw new ArchiveError(`${file} is damaged: ${name} is not what was backed up.`);
  }
  const there = new Set(found);
  const missing = Object.keys(manifest.files).find((name) => !there.has(name));
  if (missing !== undefined) throw new ArchiveError(`${file} is damaged: ${missing} is not in it.`);
  rmSync(path.join(draft, MANIFEST));
  return manifest;
}

function readManifest(file: string, manifest: string): Manifest {
  try {
    return manifestShape.parse(JSON.parse(readFileSync(manifest, 'utf8')));
  } catch {
    throw new ArchiveError(`${file} is no backup of this version of Looproom: its list of files cannot be read.`);
  }
}
