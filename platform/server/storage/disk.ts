import { randomBytes } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, open, readFile, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sendFrom } from './send.ts';
import {
  type FileMeta,
  type Space,
  type Storage,
  StorageFull,
  StorageGone,
  type StoredFile,
  asDiskFault,
  checkKey,
  diskFault,
} from './storage.ts';

/** Ending of the file beside each stored one that keeps its content type; keys may not end so. */
const META = '.meta';
/** Ending of a file that is being written. */
const PART = `.part${META}`;
/** Bytes read at a time: four times Node's own, a quarter of the system calls. */
const READ_BYTES = 256 * 1024;
/** Bytes that stay free: a gigabyte, on small disks a twentieth. */
const RESERVE_BYTES = 1024 ** 3;
const RESERVE_SHARE = 0.05;

/** Room of the disk that a folder lies on. */
export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const total = blocks * bsize;
  return { free: bavail * bsize, total, reserve: Math.min(RESERVE_BYTES, Math.floor(total * RESERVE_SHARE)) };
}

/**
 * Files in a folder. The content type lies beside each file, in `<file>.meta`.
 * @param measure returns the space of the folder's disk; tests pass their own
 */
export function makeDiskStorage(folder: string, measure: (folder: string) => Promise<Space> = spaceOf): Storage {
  const fileOf = (key: string): string => {
    checkKey(key);
    return path.join(folder, key);
  };
  const space = async (): Promise<Space> => {
    await makeFolder(folder);
    return await measure(folder);
  };
  const { statKey, put, take } = makeDiskWriter(fileOf, space);
  /** Where the whole folder is not there, such as a disk that is not mounted, no file of it counts as missing. */
  const orMissing = async <T, F>(work: Promise<T>, fallback: F): Promise<T | F> => {
    try {
      return await asDiskFault(work);
    } catch (error) {
      if (!missing.has(codeOf(error))) throw error;
      await access(folder).catch((cause: unknown) => {
        throw new StorageGone('The folder of files is not there.', { cause });
      });
      return fallback;
    }
  };
  return {
    space,
    async check() {
      await asDiskFault(space());
      await asDiskFault(access(folder, constants.R_OK | constants.W_OK | constants.X_OK));
    },
    stat: (key) => orMissing(statKey(key), null),
    put: (key, content, meta) => asDiskFault(put(key, content, meta)),
    take: (key, file, meta) => asDiskFault(take(key, file, meta)),
    async read(key, range) {
      const file = fileOf(key);
      const handle = await orMissing(open(file, 'r'), null);
      if (!handle) return null;
      try {
        const stats = await handle.stat();
        if (!stats.isFile()) {
          await handle.close();
          return null;
        }
        return { bytes: stats.size, body: handle.createReadStream({ ...range, highWaterMark: READ_BYTES }) };
      } catch (error) {
        await handle.close();
        throw new StorageGone('The disk does not answer.', { cause: error });
      }
    },
    async send(key, range, begin) {
      const handle = await orMissing(open(fileOf(key), 'r'), null);
      if (!handle) return false;
      try {
        await sendFrom(handle.fd, range, begin());
      } finally {
        await handle.close();
      }
      return true;
    },
    async remove(key) {
      const file = fileOf(key);
      await orMissing(rm(file, { force: true }), undefined);
      await orMissing(rm(`${file}${META}`, { force: true }), undefined);
    },
    async *list(prefix) {
      for await (const file of walk(folder, prefix, '', orMissing)) {
        if (file.endsWith(META)) continue;
        const stats = await orMissing(stat(path.join(folder, file)), null);
        if (stats) yield { key: file, bytes: stats.size, modifiedAt: stats.mtime };
      }
    },
    async localFile(key) {
      const file = fileOf(key);
      return (await orMissing(stat(file), null)) ? file : null;
    },
    close() {},
    async sweep(before) {
      for await (const name of walk(folder, '', '', orMissing)) {
        if (!name.endsWith(META)) continue;
        const file = path.join(folder, name);
        const stats = await orMissing(stat(file), null);
        if (!stats || stats.mtime >= before) continue;
        const isLeftover = name.endsWith(PART) || (await orMissing(stat(file.slice(0, -META.length)), null)) === null;
        if (isLeftover) await rm(file, { force: true });
      }
    },
  };
}

/** Atomic writes: every file is there whole or not at all. */
function makeDiskWriter(fileOf: (key: string) => string, space: () => Promise<Space>) {
  const statKey = async (key: string): Promise<StoredFile | null> => {
    const file = fileOf(key);
    const [found, meta] = await Promise.all([stat(file), readFile(`${file}${META}`, 'utf8')]);
    return {
      key,
      bytes: found.size,
      modifiedAt: found.mtime,
      contentType: (JSON.parse(meta) as { contentType: string }).contentType,
    };
  };
  /** Whole or not at all: a backup may read it at any time. */
  const writeMeta = async (file: string, { contentType }: FileMeta): Promise<void> => {
    const part = `${file}.${randomBytes(6).toString('hex')}${PART}`;
    try {
      await writeFile(part, JSON.stringify({ contentType }), { mode: 0o600 });
      await rename(part, `${file}${META}`);
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw error;
    }
  };
  /** Atomic write: a temporary file, fsync, rename. */
  const put = async (key: string, content: Readable | Uint8Array, meta: FileMeta): Promise<StoredFile> => {
    const file = fileOf(key);
    const bytes = content instanceof Uint8Array ? content.length : (meta.bytes ?? 0);
    const room = await space();
    if (room.free - bytes < room.reserve) throw new StorageFull('The disk has no room for this file.');
    await makeFolder(path.dirname(file));
    const part = `${file}.${randomBytes(6).toString('hex')}${PART}`;
    try {
      await pipeline(
        content instanceof Uint8Array ? Readable.from([content]) : content,
        createWriteStream(part, { mode: 0o600 }),
      );
      await sync(part);
      await writeMeta(file, meta);
      await rename(part, file);
      await sync(path.dirname(file));
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw error;
    }
    return (await statKey(key))!;
  };
  /** A move takes no room: it is allowed on a full disk. */
  const take = async (key: string, from: string, meta: FileMeta): Promise<StoredFile> => {
    const file = fileOf(key);
    // The one step whose missing file is the caller's.
    await sync(from);
    await makeFolder(path.dirname(file));
    await writeMeta(file, meta);
    try {
      await rename(from, file);
    } catch (error) {
      if (codeOf(error) !== 'EXDEV') throw error;
      const stored = await put(key, createReadStream(from, { highWaterMark: READ_BYTES }), meta);
      await rm(from, { force: true });
      return stored;
    }
    await sync(path.dirname(file));
    return (await statKey(key))!;
  };
  return { statKey, put, take };
}

type OrMissing = <T, F>(work: Promise<T>, fallback: F) => Promise<T | F>;

/** Names of files below a folder whose name starts with the prefix, in the order of the whole names. */
async function* walk(root: string, prefix: string, below: string, orMissing: OrMissing): AsyncGenerator<string> {
  const entries = await orMissing(readdir(path.join(root, below), { withFileTypes: true }), []);
  const names = entries
    .map((entry) => ({ name: `${below}${entry.name}${entry.isDirectory() ? '/' : ''}`, isFolder: entry.isDirectory() }))
    .filter(({ name, isFolder }) => name.startsWith(prefix) || (isFolder && prefix.startsWith(name)))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, isFolder } of names) {
    if (isFolder) yield* walk(root, prefix, name, orMissing);
    else yield name;
  }
}

/**
 * Makes a folder with those above it. Node answers "not there" where a file system is read-only or has no more handles: with
 * `recursive` it asks next whether the folder is there, and passes on the answer to that.
 * @throws {StorageFull} {StorageGone}
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw diskFault(error) ?? new StorageGone('The folder of files cannot be made.', { cause: error });
  }
}

/** Makes the content of a file, or the names in a folder, durable (fsync). */
async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const missing = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);
