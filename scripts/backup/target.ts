import { mkdir } from 'node:fs/promises';
import type { BackupTarget } from '#platform/server/config/backups.ts';
import { makeDiskStorage } from '#platform/server/storage/disk.ts';
import { makeS3Storage } from '#platform/server/storage/s3.ts';
import type { BackupSet } from './set.ts';

/** A set of backups that is open. */
export interface OpenSet {
  readonly set: BackupSet;
  close(): void;
}

/** Opens the set in a folder, which is made where there is none, or below a prefix of a bucket. */
export async function openSet(target: Exclude<BackupTarget, { kind: 'command' }>): Promise<OpenSet> {
  if (target.kind === 'folder') {
    await mkdir(target.folder, { recursive: true, mode: 0o700 });
    const set = makeDiskStorage(target.folder);
    return { set, close: () => set.close() };
  }
  const { prefix } = target;
  const bucket = makeS3Storage(target.settings);
  const set: BackupSet = {
    put: (key, content, meta) => bucket.put(prefix + key, content, meta),
    read: (key) => bucket.read(prefix + key),
    stat: (key) => bucket.stat(prefix + key),
    remove: (key) => bucket.remove(prefix + key),
    async *list(below) {
      for await (const one of bucket.list(prefix + below)) yield { ...one, key: one.key.slice(prefix.length) };
    },
  };
  return { set, close: () => bucket.close() };
}
