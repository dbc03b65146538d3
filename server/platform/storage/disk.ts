import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage, StoredFile } from './storage.ts';

const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/** A key that could leave the folder, or that an S3 store would not take. */
export class BadStorageKey extends Error {
  override name = 'BadStorageKey';
}

/** Files in a folder. The content type lies beside each file, in `<file>.meta`; keys may not end so. */
export function makeDiskStorage(folder: string): Storage {
  const fileOf = (key: string): string => {
    if (!keyPattern.test(key) || key.endsWith('.meta') || key.length > 500)
      throw new BadStorageKey(`Not a storage key: ${JSON.stringify(key)}`);
    return path.join(folder, key);
  };
  const statKey = async (key: string): Promise<StoredFile | null> => {
    const file = fileOf(key);
    try {
      const [found, meta] = await Promise.all([stat(file), readFile(`${file}.meta`, 'utf8')]);
      return {
        key,
        bytes: found.size,
        modifiedAt: found.mtime,
        contentType: (JSON.parse(meta) as { contentType: string }).contentType,
      };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  return {
    stat: statKey,
    async put(key, content, meta) {
      const file = fileOf(key);
      await mkdir(path.dirname(file), { recursive: true });
      const part = `${file}.${randomBytes(6).toString('hex')}.part.meta`;
      try {
        await pipeline(
          content instanceof Uint8Array ? Readable.from([content]) : content,
          createWriteStream(part, { mode: 0o600 }),
        );
        const handle = await open(part, 'r');
        try {
          await handle.datasync();
        } finally {
          await handle.close();
        }
        await writeFile(`${file}.meta`, JSON.stringify(meta), { mode: 0o600 });
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      return (await statKey(key))!;
    },
    async read(key, range) {
      const file = await statKey(key);
      if (!file) return null;
      return { file, body: createReadStream(fileOf(key), range ?? {}) };
    },
    async remove(key) {
      const file = fileOf(key);
      await rm(file, { force: true });
      await rm(`${file}.meta`, { force: true });
    },
    async *list(prefix) {
      const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      const keys = names
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.meta'))
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
        .filter((key) => key.startsWith(prefix))
        .toSorted();
      for (const key of keys) {
        const file = await statKey(key);
        if (file) yield file;
      }
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
