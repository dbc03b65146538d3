import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#platform/server/config.ts';
import { makeDiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/** Opens the storage that the settings name. The S3 library is loaded only where it is used: it is large. */
export async function openStorage(config: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  if (config.s3 === null) {
    const folder = path.join(config.dataDir, 'files');
    // Later a folder that is not there is a disk that is not there. One that cannot be made is reported by `check`.
    await mkdir(folder, { recursive: true }).catch(() => {});
    return makeDiskStorage(folder);
  }
  const { makeS3Storage } = await import('./s3.ts');
  return makeS3Storage(config.s3);
}
